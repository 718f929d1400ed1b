"""Values with labels: the lines of a form, the cells of a row, and orders made of them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.domain.draft import Blank, DraftItem, Party
from bot.domain.limits import LONGEST_LINE
from bot.parsing.orders.amounts import Amount, has_currency, price_at
from bot.parsing.orders.fees import fee_and_rest, read_fee
from bot.parsing.orders.items import count_of, counts_things, ends_with_number, things_in
from bot.parsing.orders.labels import Label, Side, label_among, label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.parties import is_country, is_place, may_be_a_name, party_told
from bot.parsing.orders.telephones import telephone, telephones_in
from bot.parsing.orders.words_of import folded_words, western_digits
from bot.parsing.orders.written_order import WrittenOrder

_LINE = re.compile(r"(?P<head>[^:：]{1,48})\s*[:：][\s|]*(?P<value>.*)")
_BESIDE = re.compile(r"\s*\(([^()]*)\)")
_HEAD_WITHIN = re.compile(r"[^\W\d_]\s*[:=：]\s")
"""A second label in the same line, so that the first has not the whole rest as its value."""

_TIMES = re.compile(r"\d{1,4} x ")
_MOST_OF_ONE = 1_000_000
_MOST_WORDS = 4
_NO_GUESS = frozenset({Part.RIDER, Part.SMS, Part.NOTES, Part.KEPT, Part.QUANTITY})


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value, the meaning of its label, and the words of the label.

    `is_guess`: some of these words are unknown.
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
    """An order during its filling; `counts`: one of its values is a quantity."""

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
        """Return the order."""
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
    """Read a line of a form, `label: value`; brackets in the label do not count."""
    found = _LINE.fullmatch(line)
    words = folded_words(_BESIDE.sub("", found["head"])) if found else []
    if found and found["head"].rstrip().endswith("?"):
        words = [word for word in words if not lexicon().has("words.asking", [word])]
    if found is None or _HEAD_WITHIN.search(found["value"]):
        return None
    value = found["value"].strip()
    is_number = not any(map(str.isalpha, value)) and bool(telephones_in(value, country))
    known_label = label_of(words)
    label = known_label or _label_by_value(words, value, is_number=is_number)
    side = label_of(folded_words(value))
    if side is not None and side.role is not None and side.field is None:  # “Who pays: receiver”
        label = Label(Part.KEPT)
    if label is None:
        return None
    if label.field is None and is_number:
        label = Label(Part.PHONE, label.role)
    return Labelled(label, value, found["head"].strip(), is_guess=known_label is None)


def summed(line: str) -> Labelled | None:
    """Read a line that ends with an amount, and whose words name a fee or a sum."""
    if read_fee(line) is not None:
        return Labelled(Label(Part.FEE), line, "")
    cut = price_at(line, 1)
    if not cut:
        return None
    head = _BESIDE.sub("", line[:cut])
    words = folded_words(head)
    label = label_of(words)
    if label and label.field in {Part.FEE, Part.DELIVERING}:
        return Labelled(Label(Part.FEE), line[cut:].strip(), line[:cut].strip())
    if words and (lexicon().has("words.sums", words[:2]) or (label and label.field is Part.KEPT)):
        return Labelled(Label(Part.KEPT), line[cut:].strip(), line[:cut].strip(" :"))
    return None


def _label_by_value(words: Sequence[str], value: str, *, is_number: bool) -> Label | None:
    """Guess the meaning of a partly unknown label, from its known words and its value."""
    label = label_among(words)
    if is_number:
        return Label(Part.PHONE, label.role if label else None)
    is_thing = counts_things(value) and not is_place(re.sub(r"\d", "", value))
    fits = 1 < len(words) <= _MOST_WORDS and value and label and label.field not in _NO_GUESS
    if is_thing and label and label.is_party:
        return None
    paid = fee_and_rest(value) if fits else None
    is_money = paid is not None and bool(paid[0].currencies)
    return label if fits and (label == Label(Part.FEE) or not is_money) else None


@dataclass(frozen=True, slots=True)
class OrderSettings:
    """Settings of a delivery, which only labelled lines can give."""

    rider: str = ""
    send_sms: bool | None = None

    def on(self, order: WrittenOrder) -> WrittenOrder:
        """Return the order with these settings."""
        return replace(order, rider=self.rider, send_sms=self.send_sms)


def without_settings(lines: Sequence[str]) -> tuple[list[str], OrderSettings]:
    """Take the settings out of a text's lines; return the other lines and the settings."""
    slip, others = _Slip(""), list[str]()
    for line in lines:
        entry = labelled(line, "")
        if entry is not None and entry.value and entry.label.field in {Part.RIDER, Part.SMS}:
            _FILLING[entry.label.field](slip, entry)
            if not slip.left:
                continue
        slip.left.clear()
        others.append(line)
    return others, OrderSettings(slip.rider, slip.send_sms)


def order_of(values: Iterable[Labelled], country: str) -> WrittenOrder:
    """Fill in an order; a value that cannot be read as its label says is left over."""
    values = list(values)
    fields = [each.label.field for each in values]
    if fields.count(Part.QUANTITY) == 1 and Part.ITEMS in fields[fields.index(Part.QUANTITY) :]:
        # Read the quantity after the item that it counts.
        values.append(values.pop(fields.index(Part.QUANTITY)))
    slip = _Slip(country, Part.QUANTITY in fields)
    for each in values:
        words = folded_words(each.value)
        is_said = words and not lexicon().only("words.nothing", words)
        if is_said or each.label.field in {Part.PHONE, Part.KEPT}:
            _FILLING[each.label.field](slip, each)
            # Keep unknown words of a label, and mark the value as a guess.
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


def _take_name(slip: _Slip, entry: Labelled) -> None:
    party = slip.parties[entry.label.role or Side.RECEIVER]
    if "name" in party:
        slip.left.append(entry.whole)
    else:
        party["name"] = entry.value


def _take_whole(slip: _Slip, entry: Labelled) -> None:
    """Take a value whose label says only which party it belongs to."""
    role = entry.label.role or Side.RECEIVER
    party = slip.parties[role]
    read = party_told(entry.value, slip.country, has_name="name" in party)
    if "name" in party and read.phone and may_be_a_name(read.address):  # a second contact
        slip.notes.append(read.address)
        read = replace(read, address="")
    slip.left += read.odd
    for part, value in read.values.items():
        _FILLING[part](slip, replace(entry, value=value, label=Label(part, role)))
    if read.is_guess:
        slip.guessed |= _NAME_AND_ADDRESS[role]


def _take_phone(slip: _Slip, entry: Labelled) -> None:
    party = slip.parties[entry.label.role or Side.RECEIVER]
    number = telephone(entry.value, slip.country)
    found = telephones_in(entry.value, slip.country)
    if number is None and found:
        number = found[0].number
        slip.notes += [entry.value[each.start : each.end] for each in found[1:]]
    if number is not None and "phone" in party:
        slip.notes.append(entry.value)
    elif number is None:
        slip.left.append(entry.whole)
    else:
        party["phone"] = number


def _take_address(slip: _Slip, entry: Labelled) -> None:
    if entry.value.startswith("http"):
        slip.notes.append(entry.value)
        return
    if is_country(entry.value):
        slip.left.append(entry.value)
        return
    role = entry.label.role or Side.RECEIVER
    party = slip.parties[role]
    before = party.get("address")
    is_where = entry.label.field is Part.ADDRESS_PART or is_place(entry.value)
    if before and "name" not in party and not is_place(before) and is_where:
        party["name"], before = before, ""  # “Delivery: Ada Eze”, and then where
        slip.guessed |= _NAME_AND_ADDRESS[role]
    elif before:
        # A few words without a number are a part of the town, so the address is still sure.
        is_long = len(entry.value.split()) > _WORDS_OF_AN_AREA
        if is_long or any(map(str.isdigit, entry.value)):
            slip.guessed |= _ADDRESS[role]
    party["address"] = f"{before}, {entry.value}" if before else entry.value


def _take_delivering(slip: _Slip, entry: Labelled) -> None:
    """Take a value behind “Delivery”: an amount is the fee, anything else an address."""
    found = fee_and_rest(entry.value)
    if found is None or (found[1] and not found[0].currencies):
        _take_address(slip, entry)
    else:
        _take_fee(slip, entry)


def _take_items(slip: _Slip, entry: Labelled) -> None:
    is_counted = not entry.head and _TIMES.match(entry.value) and "@" not in entry.value
    counted = count_of(entry.value) if is_counted else None
    if counted:  # a slip's line, of which only the quantity is read
        slip.items.append(DraftItem(description=counted[1][:LONGEST_LINE], quantity=counted[0]))
        return
    may_be_a_model = ends_with_number(entry.value)
    if slip.counts and may_be_a_model:
        slip.items.append(DraftItem(description=entry.value[:LONGEST_LINE]))
        return
    slip.guessed |= {Blank.ITEMS} if may_be_a_model else set()
    items = things_in(entry.value)
    slip.items += items
    if not items:
        slip.left.append(entry.whole)


def _take_quantity(slip: _Slip, entry: Labelled) -> None:
    """Take the quantity of the only item; it may also name the item itself."""
    figures = western_digits(entry.value)
    if not slip.items and any(map(str.isalpha, figures)):
        _take_items(slip, entry)
        return
    count = int(figures) if figures.isdecimal() else count_of(f"{figures} .")[0]
    if 0 < count < _MOST_OF_ONE and len(slip.items) == 1 and slip.items[0].quantity == 1:
        slip.items[0] = slip.items[0].model_copy(update={"quantity": count})
    else:
        slip.left.append(entry.whole)


def _take_fee(slip: _Slip, entry: Labelled) -> None:
    """Take a fee, and note the text behind it: “400, call first”."""
    found = fee_and_rest(entry.value)
    if found is None or slip.fee is not None:
        slip.left.append(entry.whole)
        return
    slip.fee = found[0]
    slip.notes += [beside for beside in _BESIDE.findall(entry.head) if not has_currency(beside)]
    slip.notes += [found[1]] if found[1] else []


def _take_rider(slip: _Slip, entry: Labelled) -> None:
    if slip.rider or any(map(str.isdigit, entry.value)):
        slip.left.append(entry.whole)
    else:
        slip.rider = entry.value


def _take_sms(slip: _Slip, entry: Labelled) -> None:
    words = folded_words(entry.value)
    yes, no = (lexicon().only(f"words.{each}", words) for each in ("yes", "no"))
    if yes == no:
        slip.left.append(entry.whole)
    else:
        slip.send_sms = yes


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
    Part.NOTES: lambda slip, entry: slip.notes.append(entry.value),
    Part.KEPT: lambda slip, entry: slip.notes.append(entry.whole),
}
