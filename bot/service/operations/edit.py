"""Deliveries change: people, fee and items; a person with another number gets a new code."""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from uuid import uuid4

from bot.service.environment import UnitOfWork, operation
from bot.service.errors import RefusedError
from bot.service.operations.assign import active_rider, give
from bot.service.operations.dialled import refuse_no_numbers
from bot.service.operations.tell import COURTESY, tell_codes, tell_courtesy, tell_on_another_day
from bot.service.records import Contact, Delivery, Item
from bot.service.request_bodies.delivery_edit import EditedItem, NewerEdit, OlderEdit
from bot.service.rules.moves import OPEN
from bot.service.rules.requests import MAX_ITEMS
from bot.service.rules.texts import STAGES_AHEAD
from bot.service.store.delivery_rows import (
    change_delivery,
    contact_columns,
    place_columns,
    replace_items,
)
from bot.service.vocabulary import Stage

Edit = NewerEdit | OlderEdit


@operation
def edit_delivery(work: UnitOfWork, uuid: str, edit: Edit) -> Delivery:
    """Change an open delivery as a whole, or not at all (contract: Endpoints, 2).

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: it is final; or the body names a receiver, an item or a rider that the
            delivery cannot have; or it takes the receiver's phone number away.
    """
    before = work.delivery(uuid)
    if before.state not in OPEN:
        refusal = f"Delivery {before.order_number} is {before.state} and cannot be changed."
        raise RefusedError({"delivery_uuid": [refusal]})
    problems = _receiver_problems(before, edit) | _item_problems(before, edit)
    if problems:
        raise RefusedError({edit.place + name: [text] for name, text in problems.items()})
    change_delivery(work.tx, uuid, **_columns(work, before, edit))
    if edit.parcel.items is not None:
        rows = _item_rows(work, before, edit.parcel.items)
        replace_items(work.tx, uuid, rows)
    after = work.reread(uuid)
    _tell(work, before, after)
    present = after.rider.uuid if after.rider else None
    if edit.riderid is None or str(edit.riderid) == present:
        return after
    return give(work, after, active_rider(work, edit.riderid))


def _receiver_problems(delivery: Delivery, edit: Edit) -> dict[str, str]:
    known = delivery.receiver
    problems = {}
    if _names_another_receiver(known, edit):
        problems["customer_detail_id"] = "The delivery's receiver has another uuid."
    if known and known.phone and not edit.parcel.customer_phone_number:
        problems["customer_phone_number"] = "The number may be changed, not taken away."
    return problems


def _names_another_receiver(known: Contact | None, edit: Edit) -> bool:
    named = edit.parcel.customer_detail_id
    if named is None:
        return isinstance(edit, NewerEdit) and known is not None
    return known is None or str(named) != known.uuid


def _item_problems(delivery: Delivery, edit: Edit) -> dict[str, str]:
    unused = {item.uuid for item in delivery.items}
    problems = {}
    wished = edit.parcel.items or ()
    for place, item in enumerate(wished):
        if item.item_uuid and str(item.item_uuid) not in unused:
            problems[f"items.{place}.item_uuid"] = "The delivery has no such item left."
        if not item.item_uuid and item.item_quantity == 0:
            problems[f"items.{place}.item_quantity"] = "A new item has a quantity of 1 or more."
        unused.discard(str(item.item_uuid))
    if len(unused) + sum(item.item_quantity != 0 for item in wished) > MAX_ITEMS:
        problems["items"] = f"A delivery has {MAX_ITEMS} items at most."
    return problems


def _columns(work: UnitOfWork, delivery: Delivery, edit: Edit) -> dict[str, object]:
    known = delivery.receiver
    sender = edit.sender(delivery.sender.uuid)
    receiver = edit.parcel.contact(known.uuid if known else str(uuid4()))
    refuse_no_numbers(
        None if sender.phone == delivery.sender.phone else sender,
        None if known and receiver.phone == known.phone else receiver,
    )
    optional = {"send_sms": edit.send_sms, "creation_date": edit.creation_date}
    return {
        "fee": edit.delivery_fee,
        "updated_at": work.after(delivery),
        **{name: wish for name, wish in optional.items() if wish is not None},
        **contact_columns("sender", sender),
        **contact_columns("receiver", receiver),
        **_places_lost(delivery, edit),
    }


def _places_lost(delivery: Delivery, edit: Edit) -> dict[str, object]:
    """Return the columns of coordinates that were a former address's."""
    receiver = delivery.receiver
    addresses = {
        "sender": (delivery.sender.address, edit.sender_address),
        "receiver": (receiver.address if receiver else "", edit.parcel.customer_address),
    }
    lost = (place_columns(role, None) for role, (was, is_) in addresses.items() if was != is_)
    return dict(ChainMap(*lost))


def _item_rows(
    work: UnitOfWork, delivery: Delivery, wished: Sequence[EditedItem]
) -> list[Mapping[str, object]]:
    """Return the items as they shall be: those that are there, changed or not, then new ones."""
    named = {str(wish.item_uuid): wish for wish in wished if wish.item_uuid}
    items = [_changed(item, named.get(item.uuid)) for item in delivery.items]
    items += [_changed(_blank_item(work), wish) for wish in wished if not wish.item_uuid]
    return [asdict(item) for item in items if item.quantity]


def _blank_item(work: UnitOfWork) -> Item:
    return Item(uuid=str(uuid4()), description="", quantity=1, value=0, created_at=work.now)


def _changed(item: Item, wish: EditedItem | None) -> Item:
    if wish is None:
        return item
    return replace(
        item,
        description=wish.item_description,
        quantity=item.quantity if wish.item_quantity is None else wish.item_quantity,
        value=item.value if wish.item_value is None else wish.item_value,
    )


def _tell(work: UnitOfWork, before: Delivery, after: Delivery) -> None:
    """Tell everybody whose number is new what they need to know."""
    ahead = STAGES_AHEAD[after.state]
    tell_codes(work, after, [s for s in ahead if _phone(after, s) != _phone(before, s)])
    if after.creation_date != before.creation_date:
        tell_on_another_day(work, after)
    is_new = _phone(after, Stage.DROPOFF) != _phone(before, Stage.DROPOFF)
    is_outdated = (before.sender.name, before.send_sms) != (after.sender.name, after.send_sms)
    if is_new or is_outdated:
        waited = work.drop_texts(before, COURTESY)
        # Who has been told once, of whom and for what number, is not told again.
        if is_new or waited:
            tell_courtesy(work, after)


def _phone(delivery: Delivery, stage: Stage) -> str:
    person = delivery.person(stage)
    return person.phone if person else ""
