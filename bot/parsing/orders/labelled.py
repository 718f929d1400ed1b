"""Values of which a label says what they are: the lines of a form, the cells of a row."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.domain.draft import Blank, DraftItem, Party
from bot.domain.limits import LONGEST_LINE
from bot.parsing.orders.amounts import Amount, has_currency, price_at
from bot.parsing.orders.fees import fee_and_rest, read_fee
from bot.parsing.orders.items import (
    count_of,
    counts_things,
    ends_with_number,
    read_item,
    read_items,
)
from bot.parsing.orders.labels import Label, Side, label_among, label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.parties import is_place, may_be_a_name, party_told
from bot.parsing.orders.telephones import telephone, telephones_in
from bot.parsing.orders.words_of import western_digits, words_of
from bot.parsing.orders.written_order import WrittenOrder

_LINE = re.compile(r"(?P<head>[^:：]{1,48})\s*[:：][\s|]*(?P<value>.*)")
_BESIDE = re.compile(r"\s*\(([^()]*)\)")
_HEAD_WITHIN = re.compile(r"[^\W\d_]\s*[:=：]\s")
"""Another label in the same line: whatever stands behind the first is not all of it."""

_TIMES = re.compile(r"\d{1,4} x ")
_MOST_OF_ONE = 1_000_000
_MOST_WORDS = 4
_NO_GUESS = frozenset({Part.RIDER, Part.SMS, Part.NOTES, Part.KEPT, Part.QUANTITY})


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value, what its label says, and the words of the label.

    `is_guess` is whether nobody knows some of these words.
    """

    label: Label
    value: str
    head: str
    is_guess: bool = False

    @property
    def whole(self) -> str:
        return f"{self.head}: {self.value}".strip()


@dataclass(slots=True)
class _Slip:
    """An order that is being filled in; `counts` is whether a value of its own says how many."""

    country: str
    counts: bool = False
    parties: dict[Side, dict[str, str]] = field(
        default_factory=lambda: {Side.SENDER: {}, Side.RECEIVER: {}}
    )
    items: list[DraftItem] = field(default_factory=list)
    fee: Amount | None = None
    rider: str = ""
    send_sms: bool | None = None
    notes: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    guessed: set[Blank] = field(default_factory=set)

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
            guessed=frozenset(self.guessed),
        )


def labelled(line: str, country: str) -> Labelled | None:
    """Read a line of a form; what stands in brackets behind a label says nothing else."""
    found = _LINE.fullmatch(line)
    words = [word.text for word in words_of(_BESIDE.sub("", found["head"]))] if found else []
    if found and found["head"].rstrip().endswith("?"):
        words = [word for word in words if not lexicon().has("words.asking", [word])]
    if found is None or _HEAD_WITHIN.search(found["value"]):
        return None
    value = found["value"].strip()
    is_number = not any(map(str.isalpha, value)) and bool(telephones_in(value, country))
    known = label_of(words)
    label = known or _label_by_value(words, value, is_number=is_number)
    if _names_a_side(value):  # “Who pays: receiver”
        label = Label(Part.KEPT)
    if label is None:
        return None
    if label.field is None and is_number:
        label = Label(Part.PHONE, label.role)
    return Labelled(label, value, found["head"].strip(), is_guess=known is None)


def summed(line: str) -> Labelled | None:
    """Read a line that ends with an amount and says by its words what it sums up."""
    if read_fee(line):
        return Labelled(Label(Part.FEE), line, "")
    cut = price_at(line, 1)
    if not cut:
        return None
    head = _BESIDE.sub("", line[:cut])
    words = [word.text for word in words_of(head)]
    label = label_of(words)
    if label and label.field in {Part.FEE, Part.DELIVERING}:
        return Labelled(Label(Part.FEE), line[cut:].strip(), line[:cut].strip())
    if words and (lexicon().has("words.sums", words[:2]) or (label and label.field is Part.KEPT)):
        return Labelled(Label(Part.KEPT), line[cut:].strip(), line[:cut].strip(" :"))
    return None


def _label_by_value(words: Sequence[str], value: str, *, is_number: bool) -> Label | None:
    """Guess what a label says of which not all words are known, by those and by the value."""
    label = label_among(words)
    if is_number:
        return Label(Part.PHONE, label.role if label else None)
    is_thing = counts_things(value) and not is_place(re.sub(r"\d", "", value))
    fits = 1 < len(words) <= _MOST_WORDS and value and label and label.field not in _NO_GUESS
    if is_thing and label and label.is_party:
        return None
    paid = fee_and_rest(value) if fits else None
    is_money = paid is not None and bool(paid[0].amount.currencies)
    return label if fits and (label == Label(Part.FEE) or not is_money) else None


def _names_a_side(value: str) -> bool:
    label = label_of([word.text for word in words_of(value)])
    return label is not None and label.role is not None and label.field is None


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
        told = labelled(line, "")
        if told is not None and told.value and told.label.field in {Part.RIDER, Part.SMS}:
            _FILLING[told.label.field](slip, told)
            if not slip.left:
                continue
        slip.left.clear()
        others.append(line)
    return others, OrderSettings(slip.rider, slip.send_sms)


def order_of(values: Iterable[Labelled], country: str) -> WrittenOrder:
    """Fill in an order from its values; one that cannot be read as its label says is left."""
    values = list(values)
    slip = _Slip(country, any(each.label.field is Part.QUANTITY for each in values))
    for each in values:
        words = [word.text for word in words_of(each.value)]
        is_said = words and not lexicon().only("words.nothing", words)
        if is_said or each.label.field in {Part.PHONE, Part.KEPT}:
            _FILLING[each.label.field](slip, each)
            if each.is_guess:
                slip.guessed |= _BLANKS_OF.get(each.label, set())
                slip.left.append(f"{each.head}:")
    return slip.order()


_WORDS_OF_AN_AREA = 3
_ADDRESS = {Side.SENDER: {Blank.FROM_ADDRESS}, Side.RECEIVER: {Blank.TO_ADDRESS}}
_NAME_AND_ADDRESS = {
    Side.SENDER: {Blank.FROM_NAME, Blank.FROM_ADDRESS},
    Side.RECEIVER: {Blank.TO_NAME, Blank.TO_ADDRESS},
}


_BLANKS_OF = {
    Label(Part.NAME, Side.SENDER): {Blank.FROM_NAME},
    Label(Part.PHONE, Side.SENDER): {Blank.FROM_PHONE},
    Label(Part.ADDRESS, Side.SENDER): {Blank.FROM_ADDRESS},
    Label(None, Side.SENDER): _NAME_AND_ADDRESS[Side.SENDER],
    Label(Part.NAME, Side.RECEIVER): {Blank.TO_NAME},
    Label(Part.PHONE, Side.RECEIVER): {Blank.TO_PHONE},
    Label(Part.ADDRESS, Side.RECEIVER): {Blank.TO_ADDRESS},
    Label(None, Side.RECEIVER): _NAME_AND_ADDRESS[Side.RECEIVER],
    Label(Part.ITEMS): {Blank.ITEMS},
    Label(Part.FEE): {Blank.FEE},
}


def _take_name(slip: _Slip, told: Labelled) -> None:
    party = slip.parties[told.label.role or Side.RECEIVER]
    if "name" in party:
        slip.left.append(told.whole)
    else:
        party["name"] = told.value


def _take_whole(slip: _Slip, told: Labelled) -> None:
    """Take whatever is told of somebody where the label says no more than whose it is."""
    role = told.label.role or Side.RECEIVER
    party = slip.parties[role]
    read = party_told(told.value, slip.country, has_name="name" in party)
    if "name" in party and read.phone and may_be_a_name(read.address):  # who answers the phone
        slip.notes.append(read.address)
        read = replace(read, address="")
    slip.left += read.odd
    parts = {Part.NAME: read.name, Part.PHONE: read.phone, Part.ADDRESS: read.address}
    for part, value in parts.items():
        if value:
            _FILLING[part](slip, replace(told, value=value, label=Label(part, role)))
    if read.is_guess:
        slip.guessed |= _NAME_AND_ADDRESS[role]


def _take_phone(slip: _Slip, told: Labelled) -> None:
    party = slip.parties[told.label.role or Side.RECEIVER]
    number = telephone(told.value, slip.country)
    found = telephones_in(told.value, slip.country)
    if number is None and found:
        number = found[0].number
        slip.notes += [told.value[each.start : each.end] for each in found[1:]]
    if number is not None and "phone" in party:
        slip.notes.append(told.value)
    elif number is None:
        slip.left.append(told.whole)
    else:
        party["phone"] = number


def _take_address(slip: _Slip, told: Labelled) -> None:
    if told.value.startswith("http"):
        slip.notes.append(told.value)
        return
    role = told.label.role or Side.RECEIVER
    party = slip.parties[role]
    before = party.get("address")
    if before and "name" not in party and not is_place(before) and is_place(told.value):
        party["name"], before = before, ""  # “Delivery: Ada Eze”, and then where
        slip.guessed |= _NAME_AND_ADDRESS[role]
    elif before and not _is_area(told.value):
        slip.guessed |= _ADDRESS[role]
    party["address"] = f"{before}, {told.value}" if before else told.value


def _is_area(text: str) -> bool:
    """Tell whether a further line of an address names a part of the town, and nothing else."""
    return len(text.split()) <= _WORDS_OF_AN_AREA and not any(map(str.isdigit, text))


def _take_delivering(slip: _Slip, told: Labelled) -> None:
    """Take what stands behind “Delivery”: an amount is its fee, anything else says where to."""
    found = fee_and_rest(told.value)
    if found is None or (found[1] and not found[0].amount.currencies):
        _take_address(slip, told)
    else:
        _take_fee(slip, told)


def _take_items(slip: _Slip, told: Labelled) -> None:
    is_counted = not told.head and _TIMES.match(told.value) and "@" not in told.value
    counted = count_of(told.value) if is_counted else None
    if counted:  # a line of a slip, of which nothing but how many is read
        slip.items.append(DraftItem(description=counted[1][:LONGEST_LINE], quantity=counted[0]))
        return
    may_be_a_model = ends_with_number(told.value)
    if slip.counts and may_be_a_model:
        slip.items.append(DraftItem(description=told.value[:LONGEST_LINE]))
        return
    item = read_item(told.value) if told.value[:1].isdecimal() else None
    items = read_items(told.value)
    if item and (not items or (item.value and len(items) == 1)):
        items = (item,)
    slip.guessed |= {Blank.ITEMS} if may_be_a_model else set()
    if items:
        slip.items += items
    else:
        slip.left.append(told.whole)


def _take_quantity(slip: _Slip, told: Labelled) -> None:
    """Take how many there are of the one thing that was named before."""
    figures = western_digits(told.value)
    if not slip.items and any(map(str.isalpha, figures)):
        _take_items(slip, told)
        return
    count = int(figures) if figures.isdecimal() else count_of(f"{figures} .")[0]
    if 0 < count < _MOST_OF_ONE and len(slip.items) == 1 and slip.items[0].quantity == 1:
        slip.items[0] = slip.items[0].model_copy(update={"quantity": count})
    else:
        slip.left.append(told.whole)


def _take_fee(slip: _Slip, told: Labelled) -> None:
    """Take an amount, and keep what stands behind it: “400, call first”."""
    found = fee_and_rest(told.value)
    if found is None or slip.fee is not None:
        slip.left.append(told.whole)
        return
    slip.fee = found[0].amount
    slip.notes += [beside for beside in _BESIDE.findall(told.head) if not has_currency(beside)]
    slip.notes += [found[1]] if found[1] else []


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
    None: _take_whole,
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
