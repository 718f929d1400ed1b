"""Values of which a label says what they are: the lines of a form, the cells of a row."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.domain.draft import DraftItem, Party
from bot.parsing.orders.amounts import Amount, read_amount
from bot.parsing.orders.fees import read_fee
from bot.parsing.orders.items import count_of, read_item, read_items
from bot.parsing.orders.labels import Label, Side, label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.telephones import telephone, telephones_in
from bot.parsing.orders.words_of import western_digits, words_of
from bot.parsing.orders.written_order import WrittenOrder

_LINE = re.compile(r"(?P<head>[^:：]{1,40})\s*[:：]\s*(?P<value>.*)")
_HEAD_WITHIN = re.compile(r"[^\W\d_]\s*[:=：]\s")
"""Another label in the same line: whatever stands behind the first is not all of it."""

_OF_PARTY = frozenset({None, Part.NAME, Part.PHONE, Part.ADDRESS, Part.ADDRESS_PART})
_REPEATED = frozenset({Part.ITEMS, Part.NOTES, Part.KEPT})
_MOST_OF_ONE = 1_000_000


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value, what its label says, and the words of the label."""

    label: Label
    value: str
    head: str

    @property
    def whole(self) -> str:
        return f"{self.head}: {self.value}".strip()


@dataclass(slots=True)
class _Slip:
    """An order that is being filled in."""

    country: str
    parties: dict[Side, dict[str, str]] = field(
        default_factory=lambda: {Side.SENDER: {}, Side.RECEIVER: {}}
    )
    items: list[DraftItem] = field(default_factory=list)
    fee: Amount | None = None
    rider: str = ""
    send_sms: bool | None = None
    notes: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def order(self) -> WrittenOrder:
        """Return what was filled in."""
        return WrittenOrder(
            sender=Party(**self.parties[Side.SENDER]),
            receiver=Party(**self.parties[Side.RECEIVER]),
            items=tuple(self.items),
            fee=self.fee,
            rider=self.rider,
            notes=tuple(self.notes),
            left=tuple(self.left),
            send_sms=self.send_sms,
        )


def read_form(lines: Sequence[str], country: str) -> list[WrittenOrder] | None:
    """Read a text of which every line has a label that says for certain what stands behind it.

    A line that only names a party is a heading over what is said of them. Every receiver begins an
    order of their own, of the sender above all of them. `None` where a line has no such label, or
    it may be about either party.
    """
    values: list[Labelled] = []
    about = Side.RECEIVER
    for line in filter(None, lines):
        heading, told = _heading(line), _labelled(line, country, about)
        if heading is None and told is None:
            more = _gone_on(values[-1], line, country) if values else None
            if more is None:
                return None
            values[-1:] = more
            continue
        if heading is None and told is not None:
            values.append(told)
            heading = told.label.role
        about = heading or about
    if not values:
        return None
    sent = [each for each in values if each.label.role is Side.SENDER]
    orders = _each_receiver([each for each in values if each not in sent])
    if any(not _is_certain([*sent, *own]) for own in orders):
        return None
    return [order_of([*sent, *own], country) for own in orders]


def _gone_on(last: Labelled, line: str, country: str) -> list[Labelled] | None:
    """Read a line without a label as more of the address or of the things above it, if it is."""
    words = [word.text for word in words_of(line)]
    if last.label.field is Part.ADDRESS and words and lexicon().only("words.areas", words):
        return [replace(last, value=f"{last.value}, {line}")]
    if last.label.field is Part.ITEMS and not telephones_in(line, country):
        items = read_items(line)
        labels = "label." in "".join(name for known in lexicon().known(words) for name in known)
        counted = items and not labels and all(item.value or item.quantity > 1 for item in items)
        return [last, replace(last, value=line)] if counted else None
    return None


def _heading(line: str) -> Side | None:
    """Return whom a line of nothing but a label is about; `None` where it is no such line."""
    label = label_of([word.text for word in words_of(line)])
    if label is None or label.role is None or label.field not in {None, Part.DELIVERING}:
        return None
    return label.role


def _labelled(line: str, country: str, about: Side = Side.RECEIVER) -> Labelled | None:
    """Read a line of a form; a label that names no party is `about` the one named before it."""
    found = _LINE.fullmatch(line)
    label = label_of([word.text for word in words_of(found["head"])]) if found else None
    if found is None or label is None or _HEAD_WITHIN.search(found["value"]):
        return None
    if label.field in _OF_PARTY and label.role is None:
        label = Label(label.field, about) if label.field else None
    is_number = not any(map(str.isalpha, found["value"])) and telephones_in(found["value"], country)
    if label is not None and label.field is None and is_number:
        label = Label(Part.PHONE, label.role)
    return Labelled(label, found["value"].strip(), found["head"]) if label else None


@dataclass(frozen=True, slots=True)
class OrderSettings:
    """What is said of the delivery and of no part of it: only lines with a label say so."""

    rider: str = ""
    send_sms: bool | None = None

    def on(self, order: WrittenOrder) -> WrittenOrder:
        """Return an order with these."""
        return replace(order, rider=self.rider, send_sms=self.send_sms)


def without_settings(lines: Sequence[str]) -> tuple[list[str], OrderSettings]:
    """Return the other lines of a text, and what these say."""
    slip, others = _Slip(""), list[str]()
    for line in lines:
        told = _labelled(line, "")
        if told is not None and told.value and told.label.field in {Part.RIDER, Part.SMS}:
            _FILLING[told.label.field](slip, told)
            if not slip.left:
                continue
        slip.left.clear()
        others.append(line)
    return others, OrderSettings(slip.rider, slip.send_sms)


def _each_receiver(values: Sequence[Labelled]) -> list[list[Labelled]]:
    orders: list[list[Labelled]] = [[]]
    for each in values:
        is_name = each.label.is_party and each.label.role is Side.RECEIVER
        if is_name and any(other.label.is_party and other.label.role for other in orders[-1]):
            orders.append([])
        orders[-1].append(each)
    return orders


def _is_certain(values: Sequence[Labelled]) -> bool:
    """Tell whether each label comes once, and a party is named and found apart."""
    once = [each.label for each in values if each.label.field not in _REPEATED]
    located = {each.role for each in once if each.field is Part.ADDRESS}
    whole = [each for each in values if each.label.field is None]
    return len(set(once)) == len(once) and all(
        each.label.role in located or _is_only_a_name(each.value) for each in whole
    )


def _is_only_a_name(value: str) -> bool:
    return not any(char in ",،;" or char.isdecimal() for char in value)


def order_of(values: Iterable[Labelled], country: str) -> WrittenOrder:
    """Fill in an order from its values; one that cannot be read as its label says is left."""
    slip = _Slip(country)
    for each in values:
        words = [word.text for word in words_of(each.value)]
        is_said = words and not lexicon().only("words.nothing", words)
        if is_said or each.label.field is Part.PHONE:
            _FILLING[each.label.field](slip, each)
    return slip.order()


def _take_name(slip: _Slip, told: Labelled) -> None:
    """Take a name; where the label says no more than whose it is, an address or a number, too."""
    party = slip.parties[told.label.role or Side.RECEIVER]
    if told.label.field is None and telephones_in(told.value, slip.country):
        _take_phone(slip, told)
    elif told.label.field is None and any(map(str.isdigit, told.value)):
        _take_address(slip, told)
    elif "name" in party:
        slip.left.append(told.whole)
    else:
        party["name"] = told.value


def _take_phone(slip: _Slip, told: Labelled) -> None:
    party = slip.parties[told.label.role or Side.RECEIVER]
    number = telephone(told.value, slip.country)
    found = telephones_in(told.value, slip.country)
    if number is None and found:
        number = found[0].number
        slip.notes += [told.value[each.start : each.end] for each in found[1:]]
    if number is None or "phone" in party:
        slip.left.append(told.whole)
    else:
        party["phone"] = number


def _take_address(slip: _Slip, told: Labelled) -> None:
    party = slip.parties[told.label.role or Side.RECEIVER]
    before = party.get("address")
    party["address"] = f"{before}, {told.value}" if before else told.value


def _take_delivering(slip: _Slip, told: Labelled) -> None:
    """Take what stands behind “Delivery”: an amount is its fee, anything else says where to."""
    if read_amount(told.value) is None:
        _take_address(slip, told)
    else:
        _take_fee(slip, told)


def _take_items(slip: _Slip, told: Labelled) -> None:
    item = read_item(told.value) if told.value[:1].isdecimal() else None
    items = read_items(told.value)
    if item and (not items or (item.value and len(items) == 1)):
        items = (item,)
    if items:
        slip.items += items
    else:
        slip.left.append(told.whole)


def _take_quantity(slip: _Slip, told: Labelled) -> None:
    """Take how many there are of the one thing that was named before."""
    figures = western_digits(told.value)
    count = int(figures) if figures.isdecimal() else count_of(f"{figures} .")[0]
    if 0 < count < _MOST_OF_ONE and len(slip.items) == 1 and slip.items[0].quantity == 1:
        slip.items[0] = slip.items[0].model_copy(update={"quantity": count})
    else:
        slip.left.append(told.whole)


def _take_fee(slip: _Slip, told: Labelled) -> None:
    amount = read_amount(told.value)
    called = read_fee(f"fee {told.value}") if amount is None else None
    amount = called.amount if called else amount
    if amount is None or slip.fee is not None:
        slip.left.append(told.whole)
    else:
        slip.fee = amount


def _take_rider(slip: _Slip, told: Labelled) -> None:
    if slip.rider or any(map(str.isdigit, told.value)):
        slip.left.append(told.whole)
    else:
        slip.rider = told.value


def _take_sms(slip: _Slip, told: Labelled) -> None:
    words = [word.text for word in words_of(told.value)]
    yes, no = (lexicon().only(f"words.{each}", words) for each in ("yes", "no"))
    if yes == no:
        slip.left.append(told.whole)
    else:
        slip.send_sms = yes


def _take_note(slip: _Slip, told: Labelled) -> None:
    slip.notes.append(told.value)


def _take_kept(slip: _Slip, told: Labelled) -> None:
    slip.notes.append(told.whole)


_FILLING: Mapping[Part | None, Callable[[_Slip, Labelled], None]] = {
    None: _take_name,
    Part.NAME: _take_name,
    Part.PHONE: _take_phone,
    Part.ADDRESS: _take_address,
    Part.ADDRESS_PART: _take_address,
    Part.DELIVERING: _take_delivering,
    Part.ITEMS: _take_items,
    Part.QUANTITY: _take_quantity,
    Part.FEE: _take_fee,
    Part.RIDER: _take_rider,
    Part.SMS: _take_sms,
    Part.NOTES: _take_note,
    Part.KEPT: _take_kept,
}
