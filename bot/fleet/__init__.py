"""The fleet API as Python: what can be asked, what comes back, what can go wrong.

    import asyncio
    import os

    from bot.fleet import DeliveryQuery, FilterToken, FleetClient, Temporary, Wire

    async def main() -> None:
        wire = Wire(os.environ["FLEET_URL"], os.environ["FLEET_API_KEY"])
        async with FleetClient(wire) as fleet:
            try:
                async for delivery in fleet.deliveries(DeliveryQuery(status=FilterToken.PENDING)):
                    names = ", ".join(receiver.name for receiver in delivery.receivers)
                    print(delivery.order_number, delivery.label, names or "nobody yet")
            except Temporary as later:
                raise SystemExit(str(later)) from None

    asyncio.run(main())

`deliveries`, `riders` and `rider_deliveries` go through all pages, `list_deliveries`, `list_riders`
and `rider_history` fetch one, with counts and sums. A script without asyncio asks the same:

    from bot.fleet import BlockingFleet, FleetClient, RiderQuery

    with BlockingFleet(os.environ["FLEET_URL"], os.environ["FLEET_API_KEY"]) as fleet:
        for rider in fleet.each(FleetClient.riders, RiderQuery(active=True)):
            print(rider.name, len(rider.ongoing))
        newest = fleet.ask(FleetClient.list_deliveries, DeliveryQuery(per_page=5))
        print(newest.page.total)

Reads are tried again by themselves, changes never. Every failure is a `FleetError`, and its
`may_be_done` says whether a change may have been made all the same.

Where the contract is silent, services differ. Lists find out by themselves what a service wants for
a required parameter without a wish. How it takes bodies is said: changes are never tried twice.

    from bot.fleet import Profile

    profile = Profile(encodings={"assign": "json"}, sender_email="orders@shop.example")
    with BlockingFleet(os.environ["FLEET_URL"], os.environ["FLEET_API_KEY"], profile) as fleet:
        print(fleet.ask(FleetClient.list_riders, RiderQuery(active=True)).totals.active)

`FLEET_URL` is the environment's base URL, such as `https://fleet.example/development/api/v1`.
`events` checks and reads webhooks. This room knows nothing of chats, and of people only what
the service says of them: the key opens the whole account, so who may do what is decided above.
"""

from bot.fleet.blocking import BlockingFleet
from bot.fleet.booking_link import BookingLink, Pricing
from bot.fleet.client import FleetClient
from bot.fleet.delivery import (
    Delivery,
    DeliveryCounts,
    DeliveryPage,
    Item,
    Receiver,
    RiderSummary,
    Sender,
    read_delivery,
)
from bot.fleet.errors import (
    BodyTooLarge,
    FleetError,
    KeyRefused,
    NotAccepted,
    NotFound,
    NotSent,
    Objected,
    OperatorKeyRefused,
    OtherBodyWanted,
    OutcomeUnknown,
    Refused,
    Temporary,
    Unavailable,
    Unknown,
    Unreadable,
)
from bot.fleet.events import FleetEvent, UnreadableEvent, named_delivery, read_event, sign, verify
from bot.fleet.operator_door import OperatorDoor, PhotoStage
from bot.fleet.paging import Page
from bot.fleet.queries import (
    CreationMode,
    DeliveryQuery,
    Grouping,
    HistoryPeriod,
    HistoryQuery,
    Period,
    RiderQuery,
)
from bot.fleet.readings import LOOKED_AT_AGAIN_AFTER, Learned
from bot.fleet.requests import (
    DeliveryEdit,
    EditedItem,
    EditedReceiver,
    NewDelivery,
    NewItem,
    NewReceiver,
    Origin,
)
from bot.fleet.rider import Rider, RiderPage, RiderTotals, read_rider
from bot.fleet.service_profile import NoWish, Profile
from bot.fleet.sweeps import ended_deliveries, open_deliveries
from bot.fleet.values import Coordinates, Money, Point
from bot.fleet.vocabulary import EventKind, FilterToken, State, StatusToken
from bot.fleet.wire import KeyHeader, Wire

__all__ = [
    "LOOKED_AT_AGAIN_AFTER",
    "BlockingFleet",
    "BodyTooLarge",
    "BookingLink",
    "Coordinates",
    "CreationMode",
    "Delivery",
    "DeliveryCounts",
    "DeliveryEdit",
    "DeliveryPage",
    "DeliveryQuery",
    "EditedItem",
    "EditedReceiver",
    "EventKind",
    "FilterToken",
    "FleetClient",
    "FleetError",
    "FleetEvent",
    "Grouping",
    "HistoryPeriod",
    "HistoryQuery",
    "Item",
    "KeyHeader",
    "KeyRefused",
    "Learned",
    "Money",
    "NewDelivery",
    "NewItem",
    "NewReceiver",
    "NoWish",
    "NotAccepted",
    "NotFound",
    "NotSent",
    "Objected",
    "OperatorDoor",
    "OperatorKeyRefused",
    "Origin",
    "OtherBodyWanted",
    "OutcomeUnknown",
    "Page",
    "Period",
    "PhotoStage",
    "Point",
    "Pricing",
    "Profile",
    "Receiver",
    "Refused",
    "Rider",
    "RiderPage",
    "RiderQuery",
    "RiderSummary",
    "RiderTotals",
    "Sender",
    "State",
    "StatusToken",
    "Temporary",
    "Unavailable",
    "Unknown",
    "Unreadable",
    "UnreadableEvent",
    "Wire",
    "ended_deliveries",
    "named_delivery",
    "open_deliveries",
    "read_delivery",
    "read_event",
    "read_rider",
    "sign",
    "verify",
]
