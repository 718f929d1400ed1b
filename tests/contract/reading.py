"""Where the client keeps what the contract's fields say, and what it leaves out, with the reason.

The driver walks through a document and its reading side by side: a field of the contract that is
in no table here is an error, as is one whose value is not found again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from bot.fleet import Money


@dataclass(frozen=True)
class LeftOut:
    """A field that the client does not keep."""

    why: str


@dataclass(frozen=True)
class Within:
    """An object or array whose own fields are read from what is at `path`.

    Where the document has none, nothing may be read, unless the client `knows` it from elsewhere.
    """

    path: str
    fields: "Reading"
    knows: bool = False


@dataclass(frozen=True)
class Meant:
    """A word that is kept as what it means."""

    path: str
    meanings: Mapping[str, object]


Reading = Mapping[str, str | LeftOut | Meant | Within]

_REPEATED = LeftOut("repeats what another field says")
_NO_USE = LeftOut("nobody is told it, and nothing depends on it")
_ACCOUNT = LeftOut("about the account, whose settings are the operator's")

_ITEM: Reading = {
    "uuid": "uuid",
    "item_description": "description",
    "item_quantity": "quantity",
    "item_value": "value",
    "item_weight": _NO_USE,
    "currency": _REPEATED,
    "created_at": _NO_USE,
}
_RECEIVER: Reading = {
    "uuid": "uuid",
    "id": "uuid",
    "customer_name": "name",
    "customer_email": "email",
    "customer_phone_number": "phone_number",
    "customer_phone_code": "phone_code",
    "customer_address": "address",
    "customer_state_id": _NO_USE,
    "created_at": _NO_USE,
}
_SENDER: Reading = {
    "uuid": "uuid",
    "sender_name": "name",
    "sender_phone": "phone_number",
    "sender_email": "email",
    "sender_phonecode": "phone_code",
    "sender_address": "address",
    "business_owned": _NO_USE,
    "created_at": _NO_USE,
    "updated_at": _NO_USE,
}
_RIDER_SUMMARY: Reading = {
    "uuid": "uuid",
    "name": "name",
    "phone_number": "phone_number",
    "phone_code": "phone_code",
    "photo": "photo",
    **dict.fromkeys(
        (
            "riderid",
            "address",
            "email",
            "vehicle_plate_number",
            "total_completed_delivery",
            "active",
            "number_of_ongoing_deliveries",
            "total_revenue_by_rider",
            "rider_ongoing_deliveries",
            "created_at",
        ),
        LeftOut("the rider's own endpoints tell it"),
    ),
}
DELIVERY_READ: Reading = {
    "uuid": "uuid",
    "order_number": "order_number",
    "status": "label",
    "sender_longitude": "coordinates.sender.longitude",
    "sender_latitude": "coordinates.sender.latitude",
    "customer_longitude": "coordinates.receiver.longitude",
    "customer_latitude": "coordinates.receiver.latitude",
    "delivery_fee": "fee",
    "currency": "currency",
    "note": "note",
    "creation_mode": "creation_mode",
    "created_at": "created_at",
    "pickup_at": "pickup_at",
    "dropoff_at": "dropoff_at",
    "customer_detail": Within("receivers.0", _RECEIVER),
    "sender_detail": Within("sender", _SENDER),
    "items": Within("items", _ITEM),
    "rider_info": Within("rider", _RIDER_SUMMARY),
    "pickup_photo": "pickup_photo",
    "dropoff_photo": "dropoff_photo",
    "cancellation_reason": "cancellation_reason",
    "cancelled_by": Within("", {"name": "cancelled_by", "photo": _NO_USE}),
    "status_label": _REPEATED,
    "delivery_detail": _REPEATED,
    "total_delivery_amount": _REPEATED,
    "fleet_identity_number": _ACCOUNT,
    "fleet_id": _ACCOUNT,
    "organization_detail": _ACCOUNT,
    "delivery_type": _NO_USE,
    "service_charge": _NO_USE,
    "rider_commission": "commission",
    "delivery_info_from_rider": _NO_USE,
    "is_paid": "paid",
}
# The client names the rider in what they carry, also where the service leaves that out.
_CARRIED = {**DELIVERY_READ, "rider_info": Within("rider", _RIDER_SUMMARY, knows=True)}
RIDER_READ: Reading = {
    "uuid": "uuid",
    "riderid": "riderid",
    "name": "name",
    "phone_number": "phone_number",
    "phone_code": "phone_code",
    "email": "email",
    "vehicle_plate_number": "vehicle_plate_number",
    "photo": "photo",
    "total_completed_delivery": "completed",
    "active": "active",
    "number_of_ongoing_deliveries": "ongoing_count",
    "total_revenue_by_rider": "revenue",
    "rider_ongoing_deliveries": Within("ongoing", _CARRIED),
    "ongoing_deliveries": Within("ongoing", _CARRIED),
    "address": _NO_USE,
    "created_at": "created_at",
}


def page_read(record: Reading) -> Reading:
    """Return how a pagination envelope of such records is read."""
    return {
        "current_page": "number",
        "last_page": "last_page",
        "total": "total",
        "data": Within("items", record),
        "per_page": LeftOut("it was asked for"),
        "from": _REPEATED,
        "to": _REPEATED,
        **dict.fromkeys(
            (
                "first_page_url",
                "last_page_url",
                "next_page_url",
                "prev_page_url",
                "links",
                "path",
            ),
            LeftOut("never followed: pages are asked for by their number"),
        ),
    }


_COUNTS: Reading = {
    f"overall_user_{state}_deliveries": state
    for state in ("awaiting_pickup", "in_transit", "delivered", "cancelled")
}
DELIVERY_LIST_READ: Reading = {
    "delivery_counts": Within("counts", _COUNTS),
    "deliveries": Within("page", page_read(DELIVERY_READ)),
}
RIDER_LIST_READ: Reading = {
    "total_number_of_riders": "totals.riders",
    "total_active_riders": "totals.active",
    "total_deactivated_riders": "totals.deactivated",
    "total_number_of_fulfilled_orders": "totals.fulfilled_orders",
    "total_revenue": "totals.revenue",
    "riders": Within("page", page_read(RIDER_READ)),
}
_EXPRESS: Reading = {"express_type": "express_type", "express_value": "express_value"}
_PRICING: Reading = {
    "pricing_model": "model",
    "pricing_model_slug": "slug",
    "per_km_amount": "per_km",
    "express_delivery": Within("", _EXPRESS),
    "uuid": _NO_USE,
    "created_at": _NO_USE,
    "updated_at": _NO_USE,
}
BOOKING_READ: Reading = {
    "uuid": _NO_USE,
    "link_code": "link_code",
    "link_url": "link_url",
    "logo": _NO_USE,
    "business_name": "business_name",
    "business_address": "business_address",
    "business_phone": "business_phone",
    "pricing": Within("pricing", _PRICING),
    "profile_id": _NO_USE,
    "booking_form_template_id": _NO_USE,
}
_WEBHOOK_RECEIVER: Reading = {
    **{name: path for name, path in _RECEIVER.items() if name.startswith("customer_")},
    "uuid": "uuid",
    "status": "state",
    "dropoff_photo": "dropoff_photo",
    "delivery_uuid": _REPEATED,
    "created_at": _NO_USE,
    "items": LeftOut("the delivery has the items of all receivers"),
}
_WEBHOOK_DATA: Reading = {
    "delivery_id": "delivery_id",
    "order_number": "delivery.order_number",
    "status": "status_text",
    "delivery_fee": "delivery.fee",
    "payment_status": Meant("delivery.paid", {"paid": True, "unpaid": False}),
    "note": "note",
    "created_at": "delivery.created_at",
    "updated_at": "updated_at",
    "picked_up_at": "delivery.pickup_at",
    "dropoff_at": "delivery.dropoff_at",
    "rider": Within("", {"name": "rider_name", "phone": "rider_phone"}),
    "receiver_detail": Within("receivers", _WEBHOOK_RECEIVER),
    "sender_detail": Within("delivery.sender", _SENDER),
    "customer_name": "receivers.0.name",
    "customer_phone": "receivers.0.phone_number",
    "customer_address": "receivers.0.address",
}
EVENT_READ: Reading = {
    "event": "kind_text",
    "timestamp": "timestamp",
    "data": Within("", _WEBHOOK_DATA),
}


def unread(document: Mapping[str, Any], reading: object, table: Reading) -> Iterator[str]:
    """Yield each field of a document that was not read as the table says."""
    for name, value in document.items():
        where = table[name]
        if isinstance(where, Within):
            inner = _at(reading, where.path)
            yield from (f"{name}.{problem}" for problem in _unread_within(value, inner, where))
        elif isinstance(where, Meant) and _at(reading, where.path) != where.meanings[value]:
            yield f"{name}: {value!r} was read as {_at(reading, where.path)!r}"
        elif isinstance(where, str) and _told(_at(reading, where)) != _said(value):
            yield f"{name}: {value!r} was read as {_at(reading, where)!r}"


def _unread_within(value: object, reading: object, where: Within) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from unread(value, reading, where.fields)
    elif value in (None, []):
        if where.path and not where.knows and reading not in (None, (), []):
            yield f"nothing was read as {reading!r}"
    elif isinstance(value, list) and isinstance(reading, Sequence):
        if len(value) != len(reading):
            yield f"{len(value)} were read as {len(reading)}"
        for each, read in zip(value, reading, strict=False):
            yield from unread(each, read, where.fields)
    elif isinstance(value, list):
        yield from unread(value[0], reading, where.fields)


def _at(reading: object, path: str) -> object:
    """Follow a path of attributes and indices; nowhere is None."""
    for step in filter(None, path.split(".")):
        if isinstance(reading, tuple):
            reading = reading[int(step)] if int(step) < len(reading) else None
        else:
            reading = getattr(reading, step) if isinstance(reading, BaseModel) else None
    return reading


def _said(value: object) -> str:
    """Return what a document says, as text."""
    return "" if value is None else str(value)


def _told(value: object) -> str:
    """Return what was read, as the text that the document had."""
    if isinstance(value, Money):
        return value.text
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return "" if value is None else str(value)
