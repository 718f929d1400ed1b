"""Orders read from a text: with labels or without, one or several."""

from collections.abc import Iterable, Sequence

from bot.store.drafts import Party
from bot.texts.written_orders.counting import (
    all_left,
    are_borne_out,
    are_parts_of_one,
    share_last_sender,
)
from bot.texts.written_orders.filling import Filling
from bot.texts.written_orders.labels import Label
from bot.texts.written_orders.lexicon import Part, lexicon
from bot.texts.written_orders.orders import divided
from bot.texts.written_orders.pieces import Sort, pieces_of, pieces_of_line, tidy
from bot.texts.written_orders.second_look import second_look
from bot.texts.written_orders.segments import segments_of
from bot.texts.written_orders.slip import Slip
from bot.texts.written_orders.telephones import telephones_in
from bot.texts.written_orders.unwrapped import lines_of
from bot.texts.written_orders.words_of import words_of
from bot.texts.written_orders.written_order import WrittenOrder

_LONGEST = 8_000
"""Characters of a text that are read as orders; the rest is left as it came."""
_LABELS = 2


def read_orders(text: str, country: str = "") -> tuple[WrittenOrder, ...]:
    """Read the orders of a text; `country` (ISO 3166, two letters) is that of local numbers.

    Every word stands in a field, in `notes` or in `left` of an order, or says only what others are.
    """
    try:
        return tuple(_read(text, country))
    finally:
        for remembered in (segments_of, telephones_in, pieces_of_line):
            remembered.cache_clear()  # nobody's name and number stay behind


def _read(text: str, country: str) -> Iterable[WrittenOrder]:
    lines = lines_of(text[:_LONGEST])
    orders = [order for order in _orders(text, lines, country) if order != WrittenOrder()]
    labels = _labels(lines, country)
    is_told = len(labels) >= _LABELS or (bool(labels) and not _says_no_order(text))
    if is_told or _is_order(orders, text, lines, country):
        return orders
    kept = tuple(tidy(line) or line for line in lines if line)
    return [WrittenOrder(left=kept)] if kept else []


def _orders(text: str, lines: list[str], country: str) -> Iterable[WrittenOrder]:
    parts = divided(lines, country)
    slips = [Filling(country).read(each) for each in parts.each]
    if not are_borne_out(slips, is_marked=parts.is_marked):
        whole = Filling(country).read(lines).order()
        return [second_look(whole, lines, country) if are_parts_of_one(slips) else all_left(lines)]
    if any(parts.common) and slips:
        _share(Filling(country).read(parts.common), slips, parts.common)
    share_last_sender(slips, parts.each)
    if slips and (rest := text[_LONGEST:].strip()):
        slips[-1].left.append(rest)
    return [
        second_look(slip.order(), [*parts.common, *told], country)
        for slip, told in zip(slips, parts.each, strict=True)
    ]


def _share(common: Slip, slips: list[Slip], lines: list[str]) -> None:
    """Give every order what is said before all of them; what nobody could place, the first one."""
    order = common.order()
    if order.receiver != Party() or order.items or order.rider:
        slips[0].left[:0] = [tidy(line) for line in lines if line]
        return
    for slip in slips:
        slip.take_sender(order.sender)
        slip.notes[:0] = order.notes
        if order.fee is not None and common.is_fee_for_each:
            slip.take_fee(order.fee, str(order.fee))
    if order.fee is not None and not common.is_fee_for_each:
        slips[0].left.insert(0, str(order.fee))
    slips[0].left[:0] = order.left


def looks_like_order(text: str, country: str = "") -> bool:
    """Tell whether somebody wrote an order, rather than a question, a remark or a code."""
    orders, lines = read_orders(text, country), lines_of(text[:_LONGEST])
    return _is_order(orders, text, lines, country) or _is_uncounted(orders, text, lines, country)


def _is_uncounted(
    orders: Sequence[WrittenOrder], text: str, lines: list[str], country: str
) -> bool:
    """Tell whether a phone and a street stand in a text of which all was left, on several lines."""
    if _says_no_order(text) or any(order != WrittenOrder(left=order.left) for order in orders):
        return False
    lines = [line for line in lines if line]
    texts = [segment.text for line in lines for segment in segments_of(line, country)]
    pieces = pieces_of(texts, country)
    numbered = any(piece.kind is Sort.PHONE for piece in pieces)
    return numbered and len(lines) > 1 and any(piece.kind is Sort.PLACE for piece in pieces)


def _is_order(orders: Iterable[WrittenOrder], text: str, lines: list[str], country: str) -> bool:
    labels = _labels(lines, country)
    if len(labels) < _LABELS and _says_no_order(text):
        return False
    return any(_is_enough(order, len(labels)) for order in orders)


def _labels(lines: list[str], country: str) -> set[Label]:
    """Return which labels have something behind them that is not only kept for the rider."""
    return {
        segment.label
        for line in lines
        for segment in segments_of(line, country)
        if segment.label and segment.text and segment.label.field is not Part.KEPT
    }


def _says_no_order(text: str) -> bool:
    words = [word.text for word in words_of(text)]
    return "?" in text or "؟" in text or lexicon().has("words.not_orders", words)


def _is_enough(order: WrittenOrder, labels: int) -> bool:
    """Tell whether it is known to whom and where, or said with labels."""
    told = [party for party in (order.receiver, order.sender) if party.phone or party.address]
    whole = any(party.phone and party.address for party in told)
    named = any(party.address and party.name for party in told)
    known = len(told) + bool(order.items) + (order.fee is not None)
    return whole or (named and labels > 0) or (labels >= _LABELS and known > 0) or known > _LABELS
