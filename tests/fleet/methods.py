"""Every method of the client, ready to be called."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from decimal import Decimal

from bot.fleet import (
    DeliveryEdit,
    DeliveryQuery,
    EditedReceiver,
    FilterToken,
    FleetClient,
    HistoryQuery,
    NewDelivery,
    NewReceiver,
    Origin,
    RiderQuery,
    StatusToken,
    open_deliveries,
)
from tests.fleet.stand_in import DELIVERY, OTHER_DELIVERY, RIDER

Methods = Mapping[str, Callable[[FleetClient], Awaitable[object]]]

_SENDER = Origin(name="Ada", address="1 Broad St", phone_code="234", phone_number="08040000001")
NEW = NewDelivery(
    creation_date=date(2026, 3, 2),
    fee=1500,
    sender=_SENDER,
    receivers=(
        NewReceiver(name="Bayo", address="2 Long Rd", phone_code="234", phone_number="08030000001"),
    ),
)
EDIT = DeliveryEdit(
    sender=_SENDER,
    receiver=EditedReceiver(
        uuid=OTHER_DELIVERY,
        name="Bayo",
        address="2 Long Rd",
        phone_code="234",
        phone_number="08030000001",
    ),
    fee=Decimal(1500),
)


async def _open_deliveries(fleet: FleetClient) -> object:
    return [each async for each in open_deliveries(fleet)]


WRITES: Methods = {
    "create_delivery": lambda fleet: fleet.create_delivery(NEW),
    "update_delivery": lambda fleet: fleet.update_delivery(DELIVERY, EDIT),
    "assign": lambda fleet: fleet.assign(RIDER, [DELIVERY]),
    "update_status": lambda fleet: fleet.update_status(DELIVERY, StatusToken.ACCEPTED),
    "create_rider": lambda fleet: fleet.create_rider(["a@example.com"], 10),
    "change_rider_status": lambda fleet: fleet.change_rider_status(RIDER),
}
READS: Methods = {
    "get_delivery": lambda fleet: fleet.get_delivery(DELIVERY),
    "list_deliveries": lambda fleet: fleet.list_deliveries(
        DeliveryQuery(status=FilterToken.PENDING)
    ),
    "open_deliveries": _open_deliveries,
    "list_riders": lambda fleet: fleet.list_riders(RiderQuery()),
    "all_riders": lambda fleet: fleet.all_riders(with_invited=True),
    "get_rider": lambda fleet: fleet.get_rider(RIDER),
    "rider_history": lambda fleet: fleet.rider_history(RIDER, HistoryQuery()),
    "get_booking_link": lambda fleet: fleet.get_booking_link("ada-kitchen"),
}
METHODS: Methods = {**WRITES, **READS}
