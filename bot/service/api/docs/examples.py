"""True answers, as examples: made-up records, and what the models that answer make of them."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from starlette.datastructures import URL

from bot.service.api.failures import failure_of
from bot.service.errors import ServiceError
from bot.service.records import Contact, Delivery, Item, KnownRider, Rider, Tally
from bot.service.responses import envelopes, operator_envelopes, shapes
from bot.service.responses.booking_link import BookingLink
from bot.service.responses.fields import Shape
from bot.service.responses.pagination import DeliveriesPage, HistoryPage, RidersPage
from bot.service.settings import BookingSettings, OrganizationSettings
from bot.service.store.searches import Slice
from bot.service.vocabulary import CreationMode, Event, State

Examples = Mapping[str, object]

DELIVERY = "5f0c2a9e-6f0e-4b61-9d57-0d6a4f3f2b11"
OTHER_DELIVERY = "b1f7a4c6-2f0b-4e55-8a3e-7c9d1e5f6a22"
RIDER = "c3d1f0aa-9b74-4d0e-8d3f-2a6b7c8d9e33"
RECEIVER = "d4e2a1bb-0c85-4e1f-9e40-3b7c8d9eaf44"
ITEM = "e5f3b2cc-1d96-4f20-8f51-4c8d9eafb055"
_LINK_CODE = "5d0e4f3c9a8b1f2e6d4c"

_T = TypeVar("_T", Rider, Delivery)

_SENDER = "f604c3dd-2ea7-4031-9062-5d9eafb0c166"
_DETAIL = "0715d4ee-3fb8-4142-8173-6eafb0c1d277"
_MORNING = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_LATER = _MORNING + timedelta(minutes=20)
_DONE = _MORNING + timedelta(minutes=55)
_BUSINESS = OrganizationSettings()


def _record(kind: type[_T], **known: object) -> _T:
    """Make a record in which everything else is unknown."""
    values: dict[str, Any] = dict.fromkeys(each.name for each in fields(kind)) | known
    return kind(**values)


_MUSA = _record(
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
_INVITED = replace(_MUSA, name="musa", phone_code="", phone_number="", vehicle_plate_number="")
_ALSO_INVITED = replace(
    _INVITED, uuid=OTHER_DELIVERY, number=8, name="sani", email="sani@example.com"
)
_REMOVED = replace(_MUSA, active=False)
_TALLY = Tally(completed=12, ongoing=1, revenue=1850000)

_NEW = _record(
    Delivery,
    uuid=DELIVERY,
    number=1001,
    state=State.PENDING,
    fee=150000,
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
    items=(Item(ITEM, "Shoes", 2, 750000, _MORNING),),
)
_OTHER = replace(_NEW, uuid=OTHER_DELIVERY, number=1002)
_ASSIGNED = replace(
    _NEW, state=State.AWAITING_PICKUP, rider=_MUSA, assigned_at=_LATER, updated_at=_LATER
)
_ACCEPTED = replace(_ASSIGNED, state=State.ORDER_ACCEPTED)
DELIVERED = replace(
    _ASSIGNED, state=State.DELIVERED, pickup_at=_LATER, dropoff_at=_DONE, updated_at=_DONE
)
_CANCELLED = replace(
    _NEW,
    state=State.CANCELLED,
    updated_at=_LATER,
    cancellation_reason="The customer has changed their mind.",
    cancelled_by=_BUSINESS.name,
)

_CARRIED = replace(_ACCEPTED, state=State.IN_TRANSIT, pickup_at=_LATER)

_CARRYING = KnownRider.of(_MUSA, _TALLY, [_ASSIGNED])

_ORIGIN = "https://fleet.example/production/api/v1"


def refused(error: ServiceError) -> object:
    return _body(failure_of(error))


def _body(answer: Shape) -> object:
    return answer.model_dump(mode="json")


def _answer(
    envelope: Callable[..., Shape], shape: type[Shape], *records: object, array: bool = False
) -> object:
    """Answer as an operation does: one record is an object, unless it answers arrays alone."""
    data = [shape.of(record, _BUSINESS) for record in records]
    return _body(envelope(data=data if array or len(data) > 1 else data[0]))


CREATED: Examples = {
    "One receiver: an object": _answer(envelopes.Creation, shapes.CreatedDelivery, _NEW),
    "Several receivers: an array": _answer(
        envelopes.Creation, shapes.CreatedDelivery, _NEW, _OTHER
    ),
    "Older form: always an array": _answer(
        envelopes.Creation, shapes.OlderCreatedDelivery, _NEW, array=True
    ),
}
UPDATED: Examples = {"The delivery": _answer(envelopes.Update, shapes.SingleDelivery, _NEW)}
ASSIGNED: Examples = {
    "The deliveries": _answer(envelopes.Assigned, shapes.AssignedDelivery, _ASSIGNED, array=True)
}
FETCHED: Examples = {
    "Awaiting pickup": _answer(envelopes.Fetched, shapes.SingleDelivery, _ASSIGNED),
    "Delivered": _answer(envelopes.Fetched, shapes.SingleDelivery, DELIVERED),
}
_DELIVERY_RECORDS = [shapes.ListedDelivery.of(each, _BUSINESS) for each in (_OTHER, _ASSIGNED)]
_DELIVERY_PAGE = DeliveriesPage.at(
    URL(f"{_ORIGIN}/deliveries?paginate=1&per_page=10&filter=all"),
    Slice(1, 10),
    len(_DELIVERY_RECORDS),
    _DELIVERY_RECORDS,
)
_DELIVERY_COUNTS = envelopes.DeliveryCounts(
    overall_user_awaiting_pickup_deliveries=1,
    overall_user_in_transit_deliveries=0,
    overall_user_delivered_deliveries=1,
    overall_user_cancelled_deliveries=0,
)
DELIVERY_LIST: Examples = {
    "One page": _body(
        envelopes.DeliveryList(
            data=envelopes.CountedDeliveries(
                delivery_counts=_DELIVERY_COUNTS, deliveries=_DELIVERY_PAGE
            )
        )
    )
}
MOVED: Examples = {
    "Accepted": _answer(envelopes.Moved, shapes.ListedDelivery, _ACCEPTED),
    "Delivered": _answer(envelopes.Moved, shapes.ListedDelivery, DELIVERED),
    "Cancelled": _answer(envelopes.Moved, shapes.ListedDelivery, _CANCELLED),
}
INVITED: Examples = {
    "One address: an object": _answer(envelopes.Invitation, shapes.InvitedRider, _INVITED),
    "Several addresses: an array": _answer(
        envelopes.Invitation, shapes.InvitedRider, _INVITED, _ALSO_INVITED
    ),
}
_RIDER_RECORDS = [shapes.ListedRider.of(_CARRYING, _BUSINESS)]
_SUMMED_RIDERS = envelopes.SummedRiders(
    total_number_of_riders=1,
    total_active_riders=1,
    total_deactivated_riders=0,
    total_number_of_fulfilled_orders=_TALLY.completed,
    total_revenue=_TALLY.revenue,
    riders=RidersPage.at(
        URL(f"{_ORIGIN}/riders?paginate=1&per_page=10&active=1"),
        Slice(1, 10),
        len(_RIDER_RECORDS),
        _RIDER_RECORDS,
    ),
)
RIDER_LIST: Examples = {"With what they carry": _body(envelopes.RiderList(data=_SUMMED_RIDERS))}
ONE_RIDER: Examples = {"The rider": _answer(envelopes.FetchedRider, shapes.RiderDetail, _CARRYING)}
_CARRIED_BY_MUSA = replace(DELIVERED, rider=KnownRider.of(_MUSA, _TALLY))
_HISTORY_PAGE = HistoryPage.at(
    URL(f"{_ORIGIN}/riders/delivery/history/{RIDER}?filter=all"),
    Slice(1, 10),
    1,
    [shapes.HistoryDelivery.of(_CARRIED_BY_MUSA, _BUSINESS)],
)
HISTORY: Examples = {"One page": _body(envelopes.History(data=_HISTORY_PAGE))}
SWITCHED: Examples = {
    "Removed": _answer(envelopes.Switched, shapes.SwitchedRider, KnownRider.of(_REMOVED, _TALLY))
}
DOOR_OPENED: Examples = {
    "Production": _body(
        operator_envelopes.DoorOpened(data=operator_envelopes.DoorSign(environment="production"))
    )
}
PHOTO_KEPT: Examples = {
    "The address": _body(
        operator_envelopes.PhotoKept(
            data=operator_envelopes.PhotoAddress(
                url="https://fleet.example/production/photos/q0dWDDv8yD5wHPyPbQ2uGg.jpg"
            )
        )
    )
}
PLACES_KEPT: Examples = {
    "The receiver's alone": _answer(
        operator_envelopes.PlacesKept,
        shapes.DeliveryPlaces,
        replace(_NEW, receiver_latitude=6.6018, receiver_longitude=3.3515),
    )
}
PAYMENT_KEPT: Examples = {
    "Paid": _body(operator_envelopes.PaymentKept(data=operator_envelopes.Payment(is_paid=True)))
}
TAKER_KEPT: Examples = {
    "Kept": _body(operator_envelopes.TakerKept(data=operator_envelopes.Taker(taken_by="the guard")))
}
COMMISSIONS: Examples = {
    "One delivery": _body(
        operator_envelopes.Commissions(
            data=[
                operator_envelopes.DeliveryCommission(
                    delivery_uuid=DELIVERED.uuid, rider_commission=15_000
                )
            ]
        )
    )
}
RIDER_STATED: Examples = {
    "The rider": _answer(
        operator_envelopes.RiderStated, shapes.SwitchedRider, KnownRider.of(_MUSA, Tally())
    )
}
_LINK = BookingLink.at(
    f"{_ORIGIN}/booking-inbound/{_LINK_CODE}",
    "production",
    BookingSettings(_LINK_CODE),
    _BUSINESS,
)
BOOKING: Examples = {"The link": _body(envelopes.Booking(data=_LINK))}
OCCURRENCES: Mapping[Event, tuple[datetime, Delivery]] = {
    Event.CREATED: (_MORNING, _NEW),
    Event.ASSIGNED: (_LATER, _ASSIGNED),
    Event.PICKED_UP: (_LATER, _CARRIED),
    Event.IN_TRANSIT: (_LATER, _CARRIED),
    Event.COMPLETED: (_DONE, DELIVERED),
    Event.CANCELLED: (_LATER, _CANCELLED),
    Event.FAILED: (_DONE, _CARRIED),
}
"""When each event comes to be, and what the delivery is then."""
