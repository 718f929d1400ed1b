"""The fleet API as Python: its requests, its answers and its errors.

docs/library.md shows how to use it from a program of one's own. This room knows nothing of chats,
and of people only what the service tells. The key opens the whole account, so the rooms above
decide who may do what.
"""

from bot.fleet.adoption import create_or_adopt
from bot.fleet.blocking_client import BlockingFleet
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
from bot.fleet.events import (
    FleetEvent,
    UnreadableEvent,
    WebhookRefused,
    construct_event,
    named_delivery,
    read_event,
    sign,
    verify,
)
from bot.fleet.operator_door import OperatorDoor, PhotoStage
from bot.fleet.pagination import Page
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
    "WebhookRefused",
    "Wire",
    "construct_event",
    "create_or_adopt",
    "ended_deliveries",
    "named_delivery",
    "open_deliveries",
    "read_delivery",
    "read_event",
    "read_rider",
    "sign",
    "verify",
]
