"""True answers, as examples: made by the functions that make every answer, from made-up records."""

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from fastapi.responses import JSONResponse
from starlette.datastructures import URL

from bot.service.api.answers import refusal, success
from bot.service.api.pages import envelope
from bot.service.errors import ServiceError
from bot.service.records import Contact, Delivery, Item, Rider, Tally
from bot.service.settings import BookingSettings, OrganizationSettings
from bot.service.shapes import deliveries, riders
from bot.service.shapes.booking import booking_link
from bot.service.shapes.parts import Shape
from bot.service.store.searches import Slice
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
_BUSINESS = OrganizationSettings()
_LIST = URL("https://fleet.example/production/api/v1/deliveries?paginate=1&per_page=10&filter=all")
_RIDERS = URL("https://fleet.example/production/api/v1/riders?paginate=1&per_page=10&active=1")


def _record(kind: type[T], **known: object) -> T:
    """Make a record in which everything else is unknown."""
    values: dict[str, Any] = dict.fromkeys(each.name for each in fields(kind)) | known
    return kind(**values)


_rider = _record(
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
_invited = replace(_rider, name="musa", phone_code="", phone_number="", vehicle_plate_number="")
_TALLY = Tally(completed=12, ongoing=1, revenue=18500)

_new = _record(
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
_other = replace(_new, uuid=OTHER_DELIVERY, number=1002)
_assigned = replace(
    _new, state=State.AWAITING_PICKUP, rider=_rider, assigned_at=_LATER, updated_at=_LATER
)
_accepted = replace(_assigned, state=State.ORDER_ACCEPTED)
_delivered = replace(
    _assigned, state=State.DELIVERED, pickup_at=_LATER, dropoff_at=_DONE, updated_at=_DONE
)
_cancelled = replace(
    _new,
    state=State.CANCELLED,
    updated_at=_LATER,
    cancellation_reason="The customer has changed their mind.",
    cancelled_by=_BUSINESS.name,
)


def _body(answer: JSONResponse) -> object:
    body: object = json.loads(bytes(answer.body))
    return body


def refused(error: ServiceError) -> object:
    """Return the body with which the service answers an error."""
    return _body(refusal(error))


def _created(*made: Delivery) -> object:
    shapes = [deliveries.created_delivery(delivery, _BUSINESS) for delivery in made]
    return _body(success(shapes if len(shapes) > 1 else shapes[0], "Delivery created successfully"))


def _moved(delivery: Delivery) -> object:
    shape = deliveries.listed_delivery(delivery, _BUSINESS)
    return _body(success(shape, "Delivery status updated"))


def _fetched(delivery: Delivery, message: str | None = None) -> object:
    return _body(success(deliveries.fetched_delivery(delivery, _BUSINESS), message))


def _page(url: URL, records: list[Shape]) -> Shape:
    return envelope(url, Slice(1, 10), len(records), records)


def _delivery_list() -> object:
    counts = {"awaiting_pickup": 1, "in_transit": 0, "delivered": 1, "cancelled": 0}
    listed = [deliveries.listed_delivery(d, _BUSINESS) for d in (_other, _assigned)]
    data = {
        "delivery_counts": {f"overall_user_{name}_deliveries": n for name, n in counts.items()},
        "deliveries": _page(_LIST, listed),
    }
    return _body(success(data, "Deliveries retrieved successfully!"))


def _rider_list() -> object:
    shape = riders.listed_rider(
        _rider, _TALLY, _BUSINESS.currency, [deliveries.carried_delivery(_assigned, _BUSINESS)]
    )
    figures = {
        "total_number_of_riders": 1,
        "total_active_riders": 1,
        "total_deactivated_riders": 0,
        "total_number_of_fulfilled_orders": _TALLY.completed,
        "total_revenue": _TALLY.revenue,
    }
    return _body(success({**figures, "riders": _page(_RIDERS, [shape])}))


def _one_rider() -> object:
    ongoing = [deliveries.carried_delivery(_assigned, _BUSINESS)]
    return _body(success(riders.rider_detail(_rider, _TALLY, _BUSINESS.currency, ongoing)))


def _history() -> object:
    rider = riders.listed_rider(_rider, _TALLY, _BUSINESS.currency, None)
    url = URL(f"https://fleet.example/production/api/v1/riders/delivery/history/{RIDER}?filter=all")
    records = [deliveries.history_delivery(_delivered, _BUSINESS, rider)]
    return _body(success(_page(url, records)))


def _booking() -> object:
    link = f"https://fleet.example/production/api/v1/booking-inbound/{LINK_CODE}"
    settings = BookingSettings(LINK_CODE)
    return _body(
        success(booking_link(settings, _BUSINESS, environment="production", link_url=link))
    )


Examples = Mapping[str, object]

CREATED: Examples = {
    "One receiver: an object": _created(_new),
    "Several receivers: an array": _created(_new, _other),
    "Older form: always an array": _body(
        success(
            [deliveries.created_delivery_older(_new, _BUSINESS)], "Delivery created successfully"
        )
    ),
}
UPDATED: Examples = {"The delivery": _fetched(_new, "Delivery updated")}
ASSIGNED: Examples = {
    "The deliveries": _body(success([deliveries.assigned_delivery(_assigned, _BUSINESS)]))
}
FETCHED: Examples = {"Awaiting pickup": _fetched(_assigned), "Delivered": _fetched(_delivered)}
DELIVERY_LIST: Examples = {"One page": _delivery_list()}
MOVED: Examples = {
    "Accepted": _moved(_accepted),
    "Delivered": _moved(_delivered),
    "Cancelled": _moved(_cancelled),
}
INVITED: Examples = {
    "One address: an object": _body(success(riders.invited_rider(_invited))),
    "Several addresses: an array": _body(
        success(
            [
                riders.invited_rider(_invited),
                riders.invited_rider(
                    replace(
                        _invited,
                        uuid=OTHER_DELIVERY,
                        number=8,
                        name="sani",
                        email="sani@example.com",
                    )
                ),
            ]
        )
    ),
}
RIDER_LIST: Examples = {"With what they carry": _rider_list()}
ONE_RIDER: Examples = {"The rider": _one_rider()}
HISTORY: Examples = {"One page": _history()}
SWITCHED: Examples = {
    "Removed": _body(success(riders.switched_rider(replace(_rider, active=False), _TALLY)))
}
BOOKING: Examples = {"The link": _booking()}
