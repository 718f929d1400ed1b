"""Assembly of orders from tagged parts, with marks on guesses and a place for the rest."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.domain.draft import Blank, DraftItem, Party
from bot.parsing.orders.amounts import Amount, any_amount
from bot.parsing.orders.fees import read_fee
from bot.parsing.orders.items import counts_things, read_items, says_price_of_one, things_in
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.order_groups import PartsOfOrder
from bot.parsing.orders.parties import parted
from bot.parsing.orders.spans import Span
from bot.parsing.orders.tagger import PartKind
from bot.parsing.orders.text_parts import TextParts
from bot.parsing.orders.words_of import folded_words
from bot.parsing.orders.written_order import WrittenOrder

_ARABIC_AND = "و"
_COUNT_WITHIN = re.compile(r"[^\W\d_] \d{1,3} [^\W\d_]")

_SURE_APART: Mapping[PartKind, float] = {
    PartKind.SENDER_NAME: 0.5,
    PartKind.RECEIVER_NAME: 0.5,
    PartKind.SENDER_PHONE: 0.0,
    PartKind.RECEIVER_PHONE: 0.6,
    PartKind.SENDER_ADDRESS: 0.6,
    PartKind.RECEIVER_ADDRESS: 0.6,
    PartKind.ITEM: 0.7,
    PartKind.FEE: 0.3,
}
_SURE_BESIDE: Mapping[PartKind, float] = {
    **_SURE_APART,
    PartKind.SENDER_NAME: 0.85,
    PartKind.RECEIVER_NAME: 0.5,
    PartKind.RECEIVER_PHONE: 0.3,
    PartKind.SENDER_ADDRESS: 0.85,
    PartKind.RECEIVER_ADDRESS: 0.85,
    PartKind.ITEM: 0.9,
}
"""The least certainty of a part that is not marked as a guess.

A part between signs or line ends (`_SURE_APART`) ends where the writer ended it. A part that
touches other words (`_SURE_BESIDE`) ends where the tagger says so, and mostly must be surer. The
values were measured on orders outside the training data.
"""

_SURE_UNCALLED = 0.85
"""The least certainty of an order's only amount to be its fee without being called so."""

_NAMES_AND_ADDRESSES = (
    (PartKind.SENDER_NAME, PartKind.SENDER_ADDRESS),
    (PartKind.RECEIVER_NAME, PartKind.RECEIVER_ADDRESS),
)

_BLANKS = {
    PartKind.SENDER_NAME: Blank.FROM_NAME,
    PartKind.SENDER_PHONE: Blank.FROM_PHONE,
    PartKind.SENDER_ADDRESS: Blank.FROM_ADDRESS,
    PartKind.RECEIVER_NAME: Blank.TO_NAME,
    PartKind.RECEIVER_PHONE: Blank.TO_PHONE,
    PartKind.RECEIVER_ADDRESS: Blank.TO_ADDRESS,
}


@dataclass(slots=True)
class _Order:
    """An order during its assembly."""

    values: dict[PartKind, str] = field(default_factory=dict)
    items: list[DraftItem] = field(default_factory=list)
    fee: Amount | None = None
    notes: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    guessed: set[Blank] = field(default_factory=set)


def assembled(written: TextParts, groups: Sequence[PartsOfOrder]) -> list[WrittenOrder]:
    """Return an order for each group of parts."""
    orders = [_order(written, group) for group in groups]
    return [
        WrittenOrder(
            sender=Party(
                name=order.values.get(PartKind.SENDER_NAME, ""),
                phone=order.values.get(PartKind.SENDER_PHONE, ""),
                address=order.values.get(PartKind.SENDER_ADDRESS, ""),
            ),
            receiver=Party(
                name=order.values.get(PartKind.RECEIVER_NAME, ""),
                phone=order.values.get(PartKind.RECEIVER_PHONE, ""),
                address=order.values.get(PartKind.RECEIVER_ADDRESS, ""),
            ),
            items=tuple(order.items),
            fee=order.fee,
            notes=tuple(order.notes),
            left=tuple(order.left),
            guessed=frozenset(order.guessed),
        )
        for order in orders
    ]


def _order(written: TextParts, group: PartsOfOrder) -> _Order:
    order = _Order()
    for kind, span in group.parties.items():
        order.values[kind] = span.phone or span.text
        if not _is_sure(span, written) or written.is_behind_unknown_head(span):
            order.guessed.add(_BLANKS[kind])
    for name, address in _NAMES_AND_ADDRESSES:
        parts = [group.parties[kind] for kind in (name, address) if kind in group.parties]
        blanks = {_BLANKS[name], _BLANKS[address]}
        is_told = any(map(str.isdigit, order.values.get(address, "")))
        if written.touch(parts) and not (is_told and blanks.isdisjoint(order.guessed)):
            order.guessed |= blanks  # nothing shows where one ends and the other begins
    _take_others(order, group)
    _put_right(order)
    things = group.of(PartKind.ITEM)
    for span in things:
        _take_item(order, written, span)
    if len({counts_things(span.text) for span in things}) > 1:  # “2 banku & tilapia” may be one
        order.guessed.add(Blank.ITEMS)
    _take_fee(order, written, group.of(PartKind.FEE))
    notes = (written.take(written.around(span)) for span in group.of(PartKind.NOTE))
    order.notes += dict.fromkeys(notes)
    return order


def _is_sure(span: Span, written: TextParts) -> bool:
    """Tell whether a part is sure, by its certainty and the words around it."""
    least = _SURE_APART if written.is_apart(span) else _SURE_BESIDE
    return span.certainty >= least[span.kind] and not written.is_cut(span)


def _take_others(order: _Order, group: PartsOfOrder) -> None:
    """Give a receiver without a number one that has no owner; keep all other spare parts."""
    phones = group.of(PartKind.OTHER_PHONE)
    if phones and PartKind.RECEIVER_PHONE not in order.values:
        order.values[PartKind.RECEIVER_PHONE] = phones.pop(0).phone
        order.guessed.add(Blank.TO_PHONE)
    order.notes += [span.text for span in phones]
    if phones:
        order.guessed |= {Blank.FROM_PHONE, Blank.TO_PHONE}
    for span in group.more:
        is_place = span.kind in {PartKind.SENDER_ADDRESS, PartKind.RECEIVER_ADDRESS}
        (order.left if is_place else order.notes).append(span.text)
        pair = next((each for each in _NAMES_AND_ADDRESSES if span.kind in each), (span.kind,))
        order.guessed |= {_BLANKS[kind] for kind in pair}


def _put_right(order: _Order) -> None:
    """Correct frequent mistakes of the tagger, and mark the corrections as guesses."""
    values = order.values
    lone = PartKind.SENDER_NAME not in values and PartKind.SENDER_ADDRESS not in values
    if lone and PartKind.SENDER_PHONE in values and PartKind.RECEIVER_PHONE not in values:
        values[PartKind.RECEIVER_PHONE] = values.pop(PartKind.SENDER_PHONE)
        order.guessed |= {Blank.TO_PHONE}
    for name, address in _NAMES_AND_ADDRESSES:
        pair = parted(values.get(name, ""), values.get(address, ""))
        if pair != (values.get(name, ""), values.get(address, "")):
            values |= {kind: text for kind, text in zip((name, address), pair, strict=True) if text}
            order.guessed |= {_BLANKS[name], _BLANKS[address]}


def _take_item(order: _Order, written: TextParts, span: Span) -> None:
    """Take a thing, with the price behind it, if there is one."""
    items = _priced(order, written, span) or things_in(span.text)
    if not items:
        order.left.append(span.text)
        return
    order.items += items
    goes_on = written.text[written.tokens[span.last].end :].startswith((" (", "("))
    is_doubtful = not _is_sure(span, written) or goes_on
    for item in items:
        # The price of several may be for all, and one description may list several things.
        is_priced = item.quantity > 1 and item.value > 0
        has_and = any(word.startswith(_ARABIC_AND) for word in item.description.split()[1:])
        is_listed = has_and or _COUNT_WITHIN.search(item.description) is not None
        is_doubtful = is_doubtful or is_priced or is_listed
    if is_doubtful:
        order.guessed.add(Blank.ITEMS)


def _priced(order: _Order, written: TextParts, span: Span) -> Sequence[DraftItem]:
    """Read a thing with the price behind it; return nothing without a price.

    A price behind several of a thing may be for all, so it becomes a note unless it says “each”.
    """
    places = written.behind(span)
    behind = written.words(places)
    items = read_items(behind)
    if len(items) != 1 or not items[0].value:
        return ()
    written.take(places)
    if items[0].quantity == 1 or says_price_of_one(behind):
        return items
    order.notes.append(behind)
    return [items[0].model_copy(update={"value": 0})]


def _take_fee(order: _Order, written: TextParts, spans: Sequence[Span]) -> None:
    """Take the amount that is called a fee, or else the first amount; note all others."""
    phrases = [(span, written.words(written.around(span)).strip(" .,;-–—")) for span in spans]
    called = [(span, fee) for span, phrase in phrases if (fee := read_fee(phrase)) is not None]
    if called:
        span, order.fee = called[0]
        written.take(written.around(span))
        if not _is_sure(span, written):
            order.guessed.add(Blank.FEE)
    for span, phrase in phrases:
        if called and span is called[0][0]:
            continue
        # Cash and sums are notes for the rider, and so is a second amount.
        words = folded_words(phrase)
        is_cash = any(lexicon().has(f"words.{group}", words) for group in ("cash", "sums"))
        if order.fee is not None or is_cash:
            order.guessed |= set() if is_cash else {Blank.FEE}
            order.notes.append(written.take(written.around(span)))
            continue
        amount = any_amount(span.text)
        if amount is None:
            order.left.append(span.text)
            continue
        order.fee = amount
        if len(spans) > 1 or span.certainty < _SURE_UNCALLED:
            order.guessed.add(Blank.FEE)


def with_fee(order: WrittenOrder, piece: str) -> tuple[WrittenOrder, list[str]]:
    """Take the fee of an order without one from a left-over piece; return what is left then."""
    fee = read_fee(piece) if order.fee is None else None
    return (order, [piece]) if fee is None else (replace(order, fee=fee), [])
