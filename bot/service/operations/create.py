"""Deliveries come to be."""

from uuid import uuid4

from bot.service.environment import UnitOfWork, operation
from bot.service.operations.assign import active_rider
from bot.service.operations.dialled import refuse_no_numbers
from bot.service.operations.tell import tell_codes, tell_courtesy
from bot.service.records import Delivery, Rider
from bot.service.request_bodies.new_delivery import NewDelivery, NewReceiver
from bot.service.rules.deliveries import FIRST_ORDER_NUMBER, NEW_DELIVERY_MODE
from bot.service.store.counts import next_number
from bot.service.store.delivery_rows import add_delivery, contact_columns
from bot.service.vocabulary import CreationMode, Event, Stage, State


@operation
def create_deliveries(work: UnitOfWork, order: NewDelivery) -> list[Delivery]:
    """Create one delivery per receiver, with codes, texts and webhooks.

    Raises:
        RefusedError: `riderid` names no active rider, or a number is none.
    """
    rider = active_rider(work, order.riderid) if order.riderid else None
    receivers = order.parcels or (None,)
    return [create(work, order, receiver, rider) for receiver in receivers]


def create(
    work: UnitOfWork,
    order: NewDelivery,
    receiver: NewReceiver | None,
    rider: Rider | None = None,
    *,
    uuid: str | None = None,
    creation_mode: CreationMode = NEW_DELIVERY_MODE,
    **beyond: object,
) -> Delivery:
    """Create one delivery; `beyond` are columns that a body has no fields for."""
    environment = work.environment.name
    # A booking has shown its uuid in the address of its page already.
    uuid = uuid or str(uuid4())
    sender = order.sender(str(uuid4()))
    customer = receiver.contact(str(uuid4())) if receiver else None
    refuse_no_numbers(sender, customer)
    row = {
        "uuid": uuid,
        "environment": environment,
        "number": next_number(work.tx, environment, "orders", first=FIRST_ORDER_NUMBER),
        "state": State.PENDING,
        "fee": order.delivery_fee,
        "note": order.note or None,
        "creation_mode": creation_mode,
        "is_paid": order.is_paid,
        "send_sms": order.send_sms,
        "business_owned": order.iam_sender,
        "creation_date": order.creation_date,
        "created_at": work.now,
        "updated_at": work.now,
        "assigned_at": work.now if rider else None,
        "rider_uuid": rider.uuid if rider else None,
        "detail_uuid": str(uuid4()),
        **contact_columns("sender", sender),
        **(contact_columns("receiver", customer) if customer else {}),
        **beyond,
    }
    contents = [
        {
            "uuid": str(uuid4()),
            "description": item.item_description,
            "quantity": item.item_quantity,
            "value": item.item_value,
            "created_at": work.now,
        }
        for item in (receiver.items if receiver else [])
    ]
    add_delivery(work.tx, row, contents)
    delivery = work.reread(uuid)
    tell_codes(work, delivery, Stage)
    tell_courtesy(work, delivery)
    work.announce(delivery, [Event.CREATED, Event.ASSIGNED] if rider else [Event.CREATED])
    return delivery
