"""Made-up deliveries and riders, of which the examples tell."""

from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from bot.service.records import Contact, Delivery, Item, Rider, Tally
from bot.service.settings import OrganizationSettings
from bot.service.vocabulary import CreationMode, State

DELIVERY = "5f0c2a9e-6f0e-4b61-9d57-0d6a4f3f2b11"
OTHER_DELIVERY = "b1f7a4c6-2f0b-4e55-8a3e-7c9d1e5f6a22"
RIDER = "c3d1f0aa-9b74-4d0e-8d3f-2a6b7c8d9e33"
RECEIVER = "d4e2a1bb-0c85-4e1f-9e40-3b7c8d9eaf44"
ITEM = "e5f3b2cc-1d96-4f20-8f51-4c8d9eafb055"
LINK_CODE = "handover-couriers"

T = TypeVar("T", Rider, Delivery)

_SENDER = "f604c3dd-2ea7-4031-9062-5d9eafb0c166"
_DETAIL = "0715d4ee-3fb8-4142-8173-6eafb0c1d277"
_MORNING = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_LATER = _MORNING + timedelta(minutes=20)
_DONE = _MORNING + timedelta(minutes=55)
BUSINESS = OrganizationSettings()


def _record(kind: type[T], **known: object) -> T:
    """Make a record in which everything else is unknown."""
    values: dict[str, Any] = dict.fromkeys(each.name for each in fields(kind)) | known
    return kind(**values)


MUSA = _record(
    Rider,
    uuid=RIDER,
    number=7,
    name="Musa Bello",
    address="",
    phone_code="234",
    phone_number="08067778888",
    email="musa@example.com",
    vehicle_plate_number="LAG-123-XY",
    active=True,
    pending_invite=False,
    created_at=_MORNING - timedelta(days=30),
)
INVITED = replace(MUSA, name="musa", phone_code="", phone_number="", vehicle_plate_number="")
ALSO_INVITED = replace(
    INVITED, uuid=OTHER_DELIVERY, number=8, name="sani", email="sani@example.com"
)
REMOVED = replace(MUSA, active=False)
TALLY = Tally(completed=12, ongoing=1, revenue=18500)

NEW = _record(
    Delivery,
    uuid=DELIVERY,
    number=1001,
    state=State.PENDING,
    fee=1500,
    creation_mode=CreationMode.MANUAL,
    is_paid=False,
    send_sms=True,
    business_owned=True,
    creation_date=date(2026, 3, 2),
    created_at=_MORNING,
    updated_at=_MORNING,
    detail_uuid=_DETAIL,
    sender=Contact(_SENDER, "Ada Stores", "234", "08031112222", "ada@example.com", "1 Broad St"),
    receiver=Contact(RECEIVER, "Bola Ade", "234", "08054445555", None, "4 Marina Road"),
    items=(Item(ITEM, "Shoes", 2, 7500, _MORNING),),
)
OTHER = replace(NEW, uuid=OTHER_DELIVERY, number=1002)
ASSIGNED = replace(
    NEW, state=State.AWAITING_PICKUP, rider=MUSA, assigned_at=_LATER, updated_at=_LATER
)
ACCEPTED = replace(ASSIGNED, state=State.ORDER_ACCEPTED)
DELIVERED = replace(
    ASSIGNED, state=State.DELIVERED, pickup_at=_LATER, dropoff_at=_DONE, updated_at=_DONE
)
CANCELLED = replace(
    NEW,
    state=State.CANCELLED,
    updated_at=_LATER,
    cancellation_reason="The customer has changed their mind.",
    cancelled_by=BUSINESS.name,
)
