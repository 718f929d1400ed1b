"""The seven kinds of webhook and their two payload shapes (contract: Events)."""

from dataclasses import dataclass

from tests.contract.contract import EVENTS
from tests.contract.kinds import (
    BOOLEAN,
    DIALLING_CODE,
    INTEGER,
    NULL,
    NUMBER,
    TEXT,
    TIMESTAMP,
    URL,
    UUID,
    Array,
    Plain,
    Record,
)

EVENT = Plain("an event kind", lambda value: value in EVENTS, lambda _, __: "delivery.completed")

STATUS = Plain("a string", TEXT.holds, lambda _, __: "delivered")

PAYMENT = Plain("a string", TEXT.holds, lambda _, __: "paid")

WEBHOOK_ITEM = Record(
    "Webhook item",
    {"uuid": UUID, "name": TEXT, "quantity": INTEGER, "price": NUMBER, "description": TEXT},
)
RECEIVER_DETAIL = Record(
    "Receiver detail",
    {
        "uuid": UUID,
        "delivery_uuid": UUID,
        "status": STATUS,
        # Before the drop-off there is no photo of it.
        "dropoff_photo": URL | NULL,
        "customer_name": TEXT,
        "customer_email": TEXT | NULL,
        "customer_phone_number": TEXT,
        "customer_phone_code": DIALLING_CODE,
        "customer_address": TEXT,
        "created_at": TIMESTAMP,
        "items": Array(WEBHOOK_ITEM),
    },
)
SENDER_DETAIL = Record(
    "Sender detail",
    {
        "uuid": UUID,
        "sender_name": TEXT,
        "sender_phone": TEXT,
        "sender_email": TEXT | NULL,
        "sender_phonecode": DIALLING_CODE,
        "sender_address": TEXT,
        "business_owned": BOOLEAN,
        "created_at": TIMESTAMP,
        "updated_at": TIMESTAMP,
    },
)
_COMMON = {
    "delivery_id": UUID,
    "order_number": TEXT,
    "status": STATUS,
    "delivery_fee": NUMBER,
    "payment_status": PAYMENT,
    "note": TEXT,
    "created_at": TIMESTAMP,
    "updated_at": TIMESTAMP,
    # A time that has not come, and a rider who is not chosen, can only be null.
    "picked_up_at": TIMESTAMP | NULL,
    "dropoff_at": TIMESTAMP | NULL,
    "rider": Record("Webhook rider", {"name": TEXT, "phone": TEXT}) | NULL,
}
_PEOPLE = {
    "envelope": {
        "receiver_detail": Array(RECEIVER_DETAIL),
        "sender_detail": Array(SENDER_DETAIL),
    },
    "simple": {"customer_name": TEXT, "customer_phone": TEXT, "customer_address": TEXT},
}
PAYLOAD_SHAPES = {
    name: Record(
        f"Payload, {name}",
        {
            "event": EVENT,
            "timestamp": TIMESTAMP,
            "data": Record(f"Payload data, {name}", {**_COMMON, **people}),
        },
    )
    for name, people in _PEOPLE.items()
}


@dataclass(frozen=True)
class Cause:
    """What makes the service send an event: a request, or, without one, the operator's door."""

    kind: str
    about: str
    request: str | None


CAUSES = (
    Cause("delivery.created", "", "Create delivery: one receiver as JSON"),
    Cause(
        "delivery.assigned", "pending", "Assign deliveries to a rider: one delivery as form fields"
    ),
    Cause("delivery.picked_up", "accepted", "Update delivery status: in_transit as form fields"),
    Cause("delivery.in_transit", "accepted", "Update delivery status: in_transit as JSON"),
    Cause("delivery.completed", "transit", "Update delivery status: delivered as form fields"),
    Cause("delivery.cancelled", "pending", "Update delivery status: cancelled as form fields"),
    Cause("delivery.failed", "transit", None),
)
"""Which call emits which event is not shown; these are the ones that the words suggest."""
