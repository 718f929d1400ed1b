"""Editing deliveries: people, fee and items; a person with a new number gets a new code."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from uuid import uuid4

from bot.service.environment import UnitOfWork, operation
from bot.service.errors import RefusedError
from bot.service.operations.assign import active_rider, give
from bot.service.operations.dialled import refuse_no_numbers
from bot.service.operations.tell import COURTESY, tell_codes, tell_courtesy, tell_on_another_day
from bot.service.records import Delivery, Item
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
        raise RefusedError({"delivery_uuid": [before.cannot("be changed")]})
    receiver = before.receiver
    problems = {}
    named = edit.parcel.customer_detail_id
    if named is not None:
        is_another = receiver is None or str(named) != receiver.uuid
    else:
        # The newer form always says which receiver it means, and the older one never needs to.
        is_another = isinstance(edit, NewerEdit) and receiver is not None
    if is_another:
        problems["customer_detail_id"] = "The delivery's receiver has another uuid."
    if receiver and receiver.phone and not edit.parcel.customer_phone_number:
        problems["customer_phone_number"] = "The number may be changed, not taken away."
    problems |= _item_problems(before, edit)
    if problems:
        raise RefusedError({edit.place + name: [text] for name, text in problems.items()})
    change_delivery(work.tx, uuid, **_columns(work, before, edit))
    if edit.parcel.items is not None:
        replace_items(work.tx, uuid, _items_then(work, before, edit.parcel.items))
    after = work.reread(uuid)
    _tell(work, before, after)
    present = after.rider.uuid if after.rider else None
    if edit.riderid is None or str(edit.riderid) == present:
        return after
    return give(work, after, active_rider(work, edit.riderid))


def _item_problems(delivery: Delivery, edit: Edit) -> dict[str, str]:
    unused = {item.uuid for item in delivery.items}
    problems = {}
    wishes = edit.parcel.items or ()
    for place, item in enumerate(wishes):
        if item.item_uuid and str(item.item_uuid) not in unused:
            problems[f"items.{place}.item_uuid"] = "The delivery has no such item left."
        if not item.item_uuid and item.item_quantity == 0:
            problems[f"items.{place}.item_quantity"] = "A new item has a quantity of 1 or more."
        unused.discard(str(item.item_uuid))
    if len(unused) + sum(item.item_quantity != 0 for item in wishes) > MAX_ITEMS:
        problems["items"] = f"A delivery has {MAX_ITEMS} items at most."
    return problems


def _columns(work: UnitOfWork, before: Delivery, edit: Edit) -> dict[str, object]:
    former = before.receiver
    sender = edit.sender(before.sender.uuid)
    receiver = edit.parcel.contact(former.uuid if former else str(uuid4()))
    # An existing number may stay, even one that no phone can have.
    refuse_no_numbers(
        None if sender.phone == before.sender.phone else sender,
        None if former and receiver.phone == former.phone else receiver,
    )
    columns = {
        "fee": edit.delivery_fee,
        "updated_at": work.after(before),
        **contact_columns("sender", sender),
        **contact_columns("receiver", receiver),
    }
    if edit.send_sms is not None:
        columns["send_sms"] = edit.send_sms
    if edit.creation_date is not None:
        columns["creation_date"] = edit.creation_date
    # Coordinates belong to the former address, and go with it.
    if before.sender.address != sender.address:
        columns |= place_columns("sender", None)
    if (former.address if former else "") != receiver.address:
        columns |= place_columns("receiver", None)
    return columns


def _items_then(
    work: UnitOfWork, delivery: Delivery, wished: Sequence[EditedItem]
) -> list[Mapping[str, object]]:
    """Return the items after the edit: the existing ones, changed or not, then new ones."""
    named = {str(wish.item_uuid): wish for wish in wished if wish.item_uuid}
    items = [_changed(item, named.get(item.uuid)) for item in delivery.items]
    for wish in wished:
        if not wish.item_uuid:
            blank = Item(str(uuid4()), description="", quantity=1, value=0, created_at=work.now)
            items.append(_changed(blank, wish))
    # The quantity 0 removes an item.
    return [asdict(item) for item in items if item.quantity]


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
    """Text the codes and notices that people with a new number need."""
    new_numbers = {stage for stage in Stage if _phone(after, stage) != _phone(before, stage)}
    ahead = STAGES_AHEAD[after.state]
    tell_codes(work, after, [stage for stage in ahead if stage in new_numbers])
    if after.creation_date != before.creation_date:
        tell_on_another_day(work, after)
    is_new = Stage.DROPOFF in new_numbers
    is_outdated = (before.sender.name, before.send_sms) != (after.sender.name, after.send_sms)
    if is_new or is_outdated:
        waited = work.drop_texts(before, COURTESY)
        # A person who was told once, about the same sender and number, is not told again.
        if is_new or waited:
            tell_courtesy(work, after)


def _phone(delivery: Delivery, stage: Stage) -> str:
    person = delivery.person(stage)
    return person.phone if person else ""
