"""Deliveries come to be."""

from uuid import uuid4

from bot.service.environment import UnitOfWork, operation
from bot.service.operations.assign import active_rider
from bot.service.operations.dialled import refuse_no_numbers
from bot.service.operations.tell import tell_codes, tell_courtesy
from bot.service.records import Delivery, Rider
from bot.service.request_bodies.new_delivery import NewDelivery, NewItem, NewReceiver
from bot.service.rules.deliveries import FIRST_ORDER_NUMBER, NEW_DELIVERY_MODE
from bot.service.store.counts import next_number
from bot.service.store.delivery_rows import add_delivery, contact_columns
from bot.service.vocabulary import Event, Stage, State


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
    **beyond: object,
) -> Delivery:
    """Create one delivery; `beyond` are columns that a body has no fields for."""
    contents = [_item_row(work, item) for item in (receiver.items if receiver else [])]
    row = _row(work, str(uuid4()), order, rider) | _people(order, receiver) | beyond
    uuid = str(row["uuid"])
    add_delivery(work.tx, row, contents)
    delivery = work.reread(uuid)
    tell_codes(work, delivery, Stage)
    tell_courtesy(work, delivery)
    work.announce(delivery, [Event.CREATED, Event.ASSIGNED] if rider else [Event.CREATED])
    return delivery


def _row(work: UnitOfWork, uuid: str, order: NewDelivery, rider: Rider | None) -> dict[str, object]:
    number = next_number(work.tx, work.environment.name, "orders", first=FIRST_ORDER_NUMBER)
    return {
        "uuid": uuid,
        "environment": work.environment.name,
        "number": number,
        "state": State.PENDING,
        "fee": order.delivery_fee,
        "note": order.note or None,
        "creation_mode": NEW_DELIVERY_MODE,
        "is_paid": order.is_paid,
        "send_sms": order.send_sms,
        "business_owned": order.iam_sender,
        "creation_date": order.creation_date,
        "created_at": work.now,
        "updated_at": work.now,
        "assigned_at": work.now if rider else None,
        "rider_uuid": rider.uuid if rider else None,
        "detail_uuid": str(uuid4()),
    }


def _people(order: NewDelivery, receiver: NewReceiver | None) -> dict[str, object]:
    sender = order.sender(str(uuid4()))
    customer = receiver.contact(str(uuid4())) if receiver else None
    refuse_no_numbers(sender, customer)
    columns = contact_columns("sender", sender)
    return columns | contact_columns("receiver", customer) if customer else columns


def _item_row(work: UnitOfWork, item: NewItem) -> dict[str, object]:
    return {
        "uuid": str(uuid4()),
        "description": item.item_description,
        "quantity": item.item_quantity,
        "value": item.item_value,
        "created_at": work.now,
    }
