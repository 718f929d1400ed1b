"""Editing: read one field of a delivery as text, and write it into the edit that is sent."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from pydantic import ConfigDict

from bot.actions.dispatcher.drafts.values import item_line, read
from bot.base.plain_text import clean
from bot.domain.draft import AMOUNTS, Blank, DraftItem
from bot.fleet import Delivery, DeliveryEdit, EditedItem, Receiver, Sender
from bot.identifiers import DeliveryUuid
from bot.parsing.orders.amounts import read_amount
from bot.parsing.orders.items import read_item
from bot.parsing.phones import e164, parts
from bot.store.dialogs import Question
from bot.texts.dispatcher.input_errors import InputError, Wrong

_DIGEST = 12


class OpenEdit(Question):
    """A field that is being changed: its value as shown, and the new value once it was typed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name = "edit"
    lasts = timedelta(minutes=30)

    delivery: DeliveryUuid
    field: Blank
    old: str
    new: str | None = None

    @property
    def digest(self) -> str:
        """A hash of exactly this change, short enough for a button."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:_DIGEST]


@dataclass(frozen=True, slots=True)
class _Access:
    """The functions that read and write a field as text: numbers in E.164, items a line each."""

    read: Callable[[Delivery], str]
    write: Callable[[DeliveryEdit, str], DeliveryEdit]


def value_of(delivery: Delivery, field: Blank) -> str:
    """Return a field's present value, in the form in which values are compared."""
    return _FIELDS[field].read(delivery)


def edited(delivery: Delivery, field: Blank, value: str) -> DeliveryEdit:
    """Return the edit that sets a field to this value and leaves the others.

    Raises:
        ValueError: the delivery lacks what an edit must repeat.
    """
    return _FIELDS[field].write(DeliveryEdit.of(delivery), value)


def parsed(
    field: Blank, text: str, country: str, currency: str = ""
) -> str | tuple[InputError, ...]:
    """Read the text that was typed for a field; return the errors if some lines cannot be read.

    `currency` is the code of the account's currency.
    """
    lines = [line for raw in text.splitlines() if (line := clean(raw))]
    amount = read_amount(text) if field in AMOUNTS else None
    if amount is not None and amount.is_foreign(currency):
        return (InputError(clean(text), Wrong.CURRENCY),)
    if field is not Blank.ITEMS:
        lines = [", ".join(lines)]
    values = [read(field, line, country) for line in lines]
    problems = tuple(value for value in values if isinstance(value, InputError))
    if problems:
        return problems
    return "\n".join(
        item_line(value) if isinstance(value, DraftItem) else str(value) for value in values
    )


def is_same(field: Blank, one: str, other: str) -> bool:
    """Tell whether two values of a field are equal; the order of items does not matter."""
    if field is Blank.ITEMS:
        return sorted(one.splitlines()) == sorted(other.splitlines())
    return one == other


def _phone_of(party: Sender | Receiver) -> str:
    return e164(party.phone_number, party.phone_code) or party.phone_number


def _of_receiver(read: Callable[[Receiver], str]) -> Callable[[Delivery], str]:
    return lambda delivery: read(delivery.receivers[0]) if delivery.receivers else ""


def _of_sender(read: Callable[[Sender], str]) -> Callable[[Delivery], str]:
    return lambda delivery: read(delivery.sender) if delivery.sender else ""


def _items_of(delivery: Delivery) -> str:
    lines = []
    for item in delivery.items:
        quantity = "" if item.quantity is None else f"{item.quantity} x "
        value = "" if item.value is None else f" {_plain(item.value)}"
        lines.append(f"{quantity}{item.description}{value}")
    return "\n".join(lines)


def _fee_of(delivery: Delivery) -> str:
    if delivery.fee is None:
        return ""
    return delivery.fee.text if delivery.fee.amount is None else _plain(delivery.fee.amount)


def _plain(amount: Decimal) -> str:
    return format(amount.normalize() if amount % 1 else amount.to_integral_value(), "f")


def _in(party: str, **fields: Callable[[str], str]) -> Callable[[DeliveryEdit, str], DeliveryEdit]:
    """Return the function that writes these fields of an edit's `sender` or `receiver`."""

    def write(edit: DeliveryEdit, value: str) -> DeliveryEdit:
        new = {name: part(value) for name, part in fields.items()}
        return edit.model_copy(update={party: getattr(edit, party).model_copy(update=new)})

    return write


def _with_items(edit: DeliveryEdit, value: str) -> DeliveryEdit:
    """Replace the items; an item whose description stays keeps its uuid."""
    former_items = list(edit.receiver.items)
    items = []
    for line in value.splitlines():
        wanted = read_item(line)
        if wanted is None:
            continue
        former = next(
            (item for item in former_items if item.description == wanted.description), None
        )
        if former is not None:
            former_items.remove(former)
        items.append(
            EditedItem(
                uuid=former.uuid if former else None,
                description=wanted.description,
                quantity=wanted.quantity,
                value=Decimal(wanted.value),
            )
        )
    # The contract names no way to remove an item. An item that is left out might stay, so send 0.
    gone = [item.model_copy(update={"quantity": 0}) for item in former_items if item.uuid]
    receiver = edit.receiver.model_copy(update={"items": (*items, *gone)})
    return edit.model_copy(update={"receiver": receiver})


_PHONE: Mapping[str, Callable[[str], str]] = {
    "phone_code": lambda phone: parts(phone)[0],
    "phone_number": lambda phone: parts(phone)[1],
}
_FIELDS: Mapping[Blank, _Access] = {
    Blank.TO_NAME: _Access(_of_receiver(lambda one: one.name), _in("receiver", name=str)),
    Blank.TO_PHONE: _Access(_of_receiver(_phone_of), _in("receiver", **_PHONE)),
    Blank.TO_ADDRESS: _Access(_of_receiver(lambda one: one.address), _in("receiver", address=str)),
    Blank.TO_EMAIL: _Access(_of_receiver(lambda one: one.email or ""), _in("receiver", email=str)),
    Blank.ITEMS: _Access(_items_of, _with_items),
    Blank.FEE: _Access(
        _fee_of, lambda edit, value: edit.model_copy(update={"fee": Decimal(value)})
    ),
    Blank.FROM_NAME: _Access(_of_sender(lambda one: one.name), _in("sender", name=str)),
    Blank.FROM_PHONE: _Access(_of_sender(_phone_of), _in("sender", **_PHONE)),
    Blank.FROM_ADDRESS: _Access(_of_sender(lambda one: one.address), _in("sender", address=str)),
    Blank.FROM_EMAIL: _Access(_of_sender(lambda one: one.email or ""), _in("sender", email=str)),
    # No answer of the contract has a delivery's day, so its present value reads as "".
    Blank.DAY: _Access(
        lambda _: "",
        lambda edit, value: edit.model_copy(update={"creation_date": date.fromisoformat(value)}),
    ),
}

EDITABLE = tuple(_FIELDS)
"""The fields that can be edited, in the order in which they are offered."""
