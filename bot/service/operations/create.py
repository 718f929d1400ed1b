"""Deliveries come to be."""

from uuid import UUID, uuid4

from bot.service import rules
from bot.service.bodies.deliveries import NewDelivery, NewItem, NewReceiver
from bot.service.codes import code_context, courtesy_text, dropoff_text, new_code, pickup_text
from bot.service.errors import RefusedError
from bot.service.office import Change, Office
from bot.service.records import Contact, Delivery, Rider
from bot.service.store.counters import next_number
from bot.service.store.deliveries import add_delivery, set_digest
from bot.service.store.records import contact_columns
from bot.service.store.riders import find_rider
from bot.service.vocabulary import Event, Stage, State


async def create_deliveries(office: Office, order: NewDelivery) -> list[Delivery]:
    """Create one delivery per receiver, with codes, texts and webhooks.

    Raises:
        RefusedError: `riderid` names no active rider.
    """
    async with office.change() as change:
        rider = await _wished_rider(change, order.riderid)
        receivers = order.parcels or (None,)
        return [await _create(change, order, receiver, rider) for receiver in receivers]


async def _wished_rider(change: Change, uuid: UUID | None) -> Rider | None:
    if uuid is None:
        return None
    rider = await find_rider(change.connection, change.environment, str(uuid))
    if rider is None:
        raise RefusedError({"riderid": ["No rider has this uuid."]})
    if not rider.active:
        raise RefusedError({"riderid": ["The rider is not active."]})
    return rider


async def _create(
    change: Change, order: NewDelivery, receiver: NewReceiver | None, rider: Rider | None
) -> Delivery:
    uuid = str(uuid4())
    contents = [_item_row(change, item) for item in (receiver.items if receiver else [])]
    row = await _row(change, uuid, order, rider)
    await add_delivery(change.connection, row | _people(order, receiver), contents)
    delivery = await change.reread(uuid)
    await _tell_codes(change, delivery)
    if delivery.send_sms and delivery.receiver and delivery.receiver.phone:
        await change.text(delivery, delivery.receiver.phone, courtesy_text(delivery))
    await change.announce(delivery, [Event.CREATED, Event.ASSIGNED] if rider else [Event.CREATED])
    return delivery


async def _row(
    change: Change, uuid: str, order: NewDelivery, rider: Rider | None
) -> dict[str, object]:
    number = await next_number(
        change.connection, change.environment, "orders", first=rules.FIRST_ORDER_NUMBER
    )
    return {
        "uuid": uuid,
        "environment": change.environment,
        "number": number,
        "state": State.PENDING,
        "fee": order.delivery_fee,
        "note": order.note or None,
        "creation_mode": rules.NEW_DELIVERY_MODE,
        "is_paid": order.is_paid,
        "send_sms": order.send_sms,
        "business_owned": order.iam_sender,
        "creation_date": order.creation_date,
        "created_at": change.now,
        "updated_at": change.now,
        "assigned_at": change.now if rider else None,
        "rider_uuid": rider.uuid if rider else None,
        "detail_uuid": str(uuid4()),
    }


def _people(order: NewDelivery, receiver: NewReceiver | None) -> dict[str, object]:
    sender = Contact(
        uuid=str(uuid4()),
        name=order.sender_name,
        phone_code=order.sender_phonecode.lstrip("+"),
        phone_number=order.sender_phone,
        email=order.sender_email,
        address=order.sender_address,
    )
    columns = contact_columns("sender", sender)
    return columns | contact_columns("receiver", _contact(receiver)) if receiver else columns


def _contact(receiver: NewReceiver) -> Contact:
    return Contact(
        uuid=str(uuid4()),
        name=receiver.customer_name,
        phone_code=receiver.customer_phone_code.lstrip("+"),
        phone_number=receiver.customer_phone_number,
        email=receiver.customer_email,
        address=receiver.customer_address,
    )


def _item_row(change: Change, item: NewItem) -> dict[str, object]:
    return {
        "uuid": str(uuid4()),
        "description": item.item_description,
        "quantity": item.item_quantity,
        "value": item.item_value,
        "created_at": change.now,
    }


async def _tell_codes(change: Change, delivery: Delivery) -> None:
    """Make the codes and text each to its person; without a phone there is nobody to tell."""
    pickup = _fresh_code(change)
    await _remember(change, delivery, Stage.PICKUP, pickup)
    await change.text(delivery, delivery.sender.phone, pickup_text(delivery, pickup))
    if delivery.receiver and delivery.receiver.phone:
        dropoff = _fresh_code(change)
        await _remember(change, delivery, Stage.DROPOFF, dropoff)
        await change.text(delivery, delivery.receiver.phone, dropoff_text(delivery, dropoff))


def _fresh_code(change: Change) -> str:
    return new_code(change.office.settings.code_length)


async def _remember(change: Change, delivery: Delivery, stage: Stage, code: str) -> None:
    context = code_context(delivery.uuid, stage)
    digest = change.office.vault.digest(code, context=context)
    await set_digest(change.connection, delivery.uuid, stage, digest)
