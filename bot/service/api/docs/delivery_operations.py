"""The delivery operations in words (contract: Endpoints, 1 to 6)."""

from bot.service.api.docs import examples
from bot.service.api.docs.operation import Operation, RequestBody
from bot.service.errors import NO_SUCH_RIDER
from bot.service.request_bodies.delivery_edit import DeliveryEdit
from bot.service.request_bodies.moves import (
    CODE_FIELDS,
    Assignment,
    StatusUpdate,
    StatusUpdateByPath,
)
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.responses import envelopes
from bot.service.rules.moves import MOVES, Move
from bot.service.vocabulary import State, Status

_NEW_UUID = "$response.body#/data/uuid"
_TO_THE_NEW = {
    "The delivery": {"operationId": "getDelivery", "parameters": {"delivery_uuid": _NEW_UUID}},
    "Cancel it": {
        "operationId": "updateDeliveryStatus",
        "requestBody": {"delivery_uuid": _NEW_UUID, "status": "cancelled"},
    },
    "Cancel it by its path": {
        "operationId": "updateDeliveryStatusByPath",
        "parameters": {"delivery_uuid": _NEW_UUID},
        "requestBody": {"status": "cancelled"},
    },
}
_TO_THE_FIRST = {
    "The first delivery": {
        "operationId": "getDelivery",
        "parameters": {"delivery_uuid": "$response.body#/data/deliveries/data/0/uuid"},
    }
}

_SENDER = {
    "sender_name": "Ada Stores",
    "sender_address": "1 Broad St",
    "sender_email": "ada@example.com",
    "sender_phone": "08031112222",
    "sender_phonecode": "234",
}
_RECEIVER = {
    "customer_name": "Bola Ade",
    "customer_address": "4 Marina Road",
    "customer_phone_number": "08054445555",
    "customer_phone_code": "234",
}
_SHOES = {"item_description": "Shoes", "item_quantity": 2, "item_value": 7500}
_SHOES_AS_TEXT = {"item_description": "Shoes", "item_quantity": "2", "item_value": "7500"}
_NEW_DELIVERY = {
    "creation_date": "2026-03-02",
    "delivery_fee": 1500,
    "iam_sender": True,
    "riderid": "",
    "send_sms": True,
    **_SENDER,
}
_EMAIL = {"customer_email": "bola@example.com"}

CREATE = Operation(
    name="createDelivery",
    summary="Create delivery",
    text="""\
Creates one delivery per receiver, each with an order number and one-time codes of its own
(contract: Endpoints, 1).

The new delivery is `Pending`. The sender is told the pickup code by text message and the receiver
the drop-off code; no answer of this service ever holds a code. `riderid` is the **uuid** of an
active rider, or empty: deliveries can be assigned later. `send_sms` is about a courtesy text to
the receiver.

The **older form** has the receiver's fields and `items` on one level with the sender's, as
strings; it answers an array. Webhooks: `delivery.created`, and `delivery.assigned` when it has a
rider.
""",
    answer=envelopes.Creation,
    examples=examples.CREATED,
    refusal={
        "sender_name": ["The sender_name field is required."],
        "riderid": [NO_SUCH_RIDER],
    },
    body=RequestBody(
        NewDelivery,
        {
            "One receiver": _NEW_DELIVERY | {"receivers": [_RECEIVER | {"items": [_SHOES]}]},
            "Several receivers": _NEW_DELIVERY
            | {"receivers": [_RECEIVER, _RECEIVER | {"customer_name": "Chidi Obi"}]},
            "Older form": _NEW_DELIVERY
            | {"delivery_fee": "1500", "send_sms": "true", "is_paid": "false"}
            | _RECEIVER
            | _EMAIL
            | {"items": [_SHOES_AS_TEXT]},
        },
    ),
    names=False,
    links=_TO_THE_NEW,
)

UPDATE = Operation(
    name="updateDelivery",
    summary="Update delivery",
    text="""\
Changes an open delivery: sender, receiver, fee and items (contract: Endpoints, 2).

`customer_detail_id` is the receiver's uuid. Items with an `item_uuid` are changed, those without
are added, and those that are left out stay as they are; an `item_quantity` of 0 removes one.
A person whose phone number changes gets a new code, and the former one is void.

The **older form** has the receiver's fields on one level with the sender's, and may name another
rider by `riderid`, which assigns the delivery.
""",
    answer=envelopes.Update,
    examples=examples.UPDATED,
    refusal={
        "receivers.0.customer_detail_id": ["The delivery's receiver has another uuid."],
    },
    body=RequestBody(
        DeliveryEdit,
        {
            "Newer form": {
                **_SENDER,
                "receivers": [
                    {
                        **_RECEIVER,
                        **_EMAIL,
                        "customer_address": ["4 Marina Road", "Lagos Island"],
                        "customer_detail_id": examples.RECEIVER,
                        "items": [_SHOES_AS_TEXT | {"item_uuid": examples.ITEM}],
                    }
                ],
                "delivery_fee": "1800",
                "send_sms": "false",
            },
            "Older form": {
                **_SENDER,
                **_RECEIVER,
                **_EMAIL,
                "delivery_fee": "1800",
                "riderid": examples.RIDER,
                "items": [{"item_uuid": examples.ITEM, "item_description": "Boots"}],
            },
        },
    ),
)

ASSIGN = Operation(
    name="assignDeliveries",
    summary="Assign deliveries to a rider",
    text="""\
Gives open deliveries to an active rider, all of them or none (contract: Endpoints, 3).

They become `Awaiting Pickup`; one that is already on its way stays `In Transit` with the new
rider. Assigning the rider that a delivery has already changes nothing, so that a repeated request
does no harm. Webhook: `delivery.assigned` for each one that got another rider.
""",
    answer=envelopes.Assigned,
    examples=examples.ASSIGNED,
    refusal={"delivery_uuid.0": [examples.DELIVERED.cannot("be assigned")]},
    body=RequestBody(
        Assignment,
        {
            "One": {"delivery_uuid": [examples.DELIVERY]},
            "Several": {"delivery_uuid": [examples.DELIVERY, examples.OTHER_DELIVERY]},
        },
    ),
)

GET = Operation(
    name="getDelivery",
    summary="Get delivery",
    text="Returns one delivery, with the business that it belongs to (contract: Endpoints, 4).",
    answer=envelopes.Fetched,
    examples=examples.FETCHED,
    refusal={"delivery_uuid": ["The delivery_uuid field has to be a uuid."]},
)

LIST = Operation(
    name="listDeliveries",
    summary="List deliveries",
    text="""\
Returns the deliveries that match, newest first, one page at a time (contract: Endpoints, 5).

Required parameters must be there; an empty one filters nothing. `filter` says which date
`start_date` and `end_date` bound, both included, in days of the business's time zone.
`delivery_status` `awaiting_pickup` finds accepted deliveries, too. `paginate=0` puts everything on
one page. The counts are over all deliveries, whatever the filters.
""",
    answer=envelopes.DeliveryList,
    examples=examples.DELIVERY_LIST,
    refusal={"filter": ["The filter field is required."]},
    names=False,
    links=_TO_THE_FIRST,
)


def _row(status: Status, move: Move) -> str:
    """Return the row of the table that tells what a requested status does."""
    sources = [state for state in State if state in move.sources]
    words = ", ".join(
        # A pending delivery alone can have no rider yet.
        f"{state} with a rider" if move.needs_rider and state is State.PENDING else state
        for state in sources
    )
    code = f"`{CODE_FIELDS[move.proof]}`" if move.proof else ""
    webhooks = ", ".join(f"`{event}`" for event in move.emits)
    return f"| `{status}` | {words} | {code} | {move.to} | {webhooks} |"


_MOVE_ROWS = "\n".join(_row(status, move) for status, move in MOVES.items())
_MOVE_TEXT = f"""\

| `status` | from | needs | the delivery becomes | webhooks |
|---|---|---|---|---|
{_MOVE_ROWS}

The codes are those that sender and receiver were told by text message. `note` is the reason of a
cancellation. Every other move is refused; where the operator wants each delivery accepted first,
`in_transit` is taken from Order Accepted alone.
"""
_MOVES = {
    "Accept": {"status": "accepted"},
    "Picked up": {"status": "in_transit", "pickup_otp": "4711"},
    "Delivered": {"status": "delivered", "dropoff_otp": "0815"},
    "Cancel": {"status": "cancelled", "note": "The customer has changed their mind."},
}

MOVE = Operation(
    name="updateDeliveryStatus",
    summary="Update delivery status",
    text=f"Moves a delivery forward, or cancels it (contract: Endpoints, 6).\n{_MOVE_TEXT}",
    answer=envelopes.Moved,
    examples=examples.MOVED,
    refusal={"pickup_otp": ["The pickup code is not correct."]},
    body=RequestBody(
        StatusUpdate,
        {name: {"delivery_uuid": examples.DELIVERY, **move} for name, move in _MOVES.items()},
    ),
    names=False,
)

MOVE_BY_PATH = Operation(
    name="updateDeliveryStatusByPath",
    summary="Update the status of the delivery that the path names",
    text=f"Moves a delivery forward, or cancels it (contract: Endpoints, 4 and 6).\n{_MOVE_TEXT}",
    answer=envelopes.Moved,
    examples=examples.MOVED,
    refusal={"delivery_uuid": ["The path names another delivery."]},
    body=RequestBody(StatusUpdateByPath, _MOVES),
)

ALL = (CREATE, UPDATE, ASSIGN, GET, LIST, MOVE, MOVE_BY_PATH)
