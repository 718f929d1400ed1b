"""The reader of orders in a text: with labels or without, one or several."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from bot.domain.draft import Blank
from bot.parsing.orders.amounts import thousandth
from bot.parsing.orders.assembly import assembled, with_fee
from bot.parsing.orders.fees import fee_within, with_common_fee
from bot.parsing.orders.forms import read_form
from bot.parsing.orders.labelled import without_settings
from bot.parsing.orders.labels import Side, label_of
from bot.parsing.orders.layouts import Layout
from bot.parsing.orders.leftovers import leftovers
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.order_groups import groups_of, numbers_of_list
from bot.parsing.orders.readings import (
    all_guessed,
    confirmed,
    marked,
    with_doubt_of_number,
    with_shared_doubts,
)
from bot.parsing.orders.spans import spans_of
from bot.parsing.orders.tables import read_rows, read_table
from bot.parsing.orders.tagger import Evidence, tags_of
from bot.parsing.orders.telephones import telephones_in
from bot.parsing.orders.text_parts import TextParts
from bot.parsing.orders.tokens import tokens_of
from bot.parsing.orders.unwrapped import lines_of
from bot.parsing.orders.words_of import folded_words, words_of
from bot.parsing.orders.written_order import WrittenOrder, with_left

_THREE_DECIMALS = frozenset({"KW", "BH", "OM", "JO", "IQ", "LY", "TN"})
_THOUSANDTHS = re.compile(r"\D*\d{1,3}[.,]\d{3}\D*")
_TWO, _PROSE = 2, 20
_LONGEST = 8_000
"""The most characters of a text that are read as orders; the rest is left over."""


def read_orders(text: str, country: str = "") -> tuple[WrittenOrder, ...]:
    """Read the orders of a text; `country` (ISO 3166, two letters) is that of local numbers.

    Every word is in a field, in `notes` or in `left` of an order, or only says what others are.
    """
    try:
        orders = [_with_fee(order, country) for order in _read(text, country)]
        return tuple(with_common_fee(orders, text))
    finally:
        telephones_in.cache_clear()  # do not keep phone numbers in memory


def read_as(layout: Layout, text: str, country: str) -> tuple[WrittenOrder, ...]:
    """Read a text by a learnt layout; return () if the text has another one.

    Mark each value that the usual reading does not confirm, even if its form is plausible: a layout
    knows no words, so anything may stand in any place.
    """
    found, other = layout.read(text, country), read_orders(text, country)
    return tuple(confirmed(found, other, trusts_shapes=False)) if found else ()


def _read(text: str, country: str) -> Iterable[WrittenOrder]:
    """Read a text as a table, as a form and as sentences, and mark values that only one has."""
    lines = lines_of(text[:_LONGEST])
    rest = text[_LONGEST:].strip()
    free = partial(_orders, country=country)
    # A text that is too long is not read as a form, because a line may be cut.
    table = read_table(text, country, free) if not rest else None
    if table is not None and not _is_paper(text, table):
        return table  # the titles say what each value is, so no second reading is needed
    form = read_rows(text, country, free) or read_form(lines, country, free) if not rest else None
    by_anchors = partial(_orders, "\n".join(lines), country, Evidence.ANCHORS)
    if form is not None and not _is_paper(text, form):
        # Only the bot's own form asks whether to send a text, and it labels every value.
        if all(order.send_sms is not None for order in form):
            return form
        other = free("\n".join(lines))
        # A form with a gap may be split wrongly: then a complete reading as sentences counts.
        if all(map(is_whole, form)) or not (other and all(map(is_whole, other))):
            return marked(_with_doubts_of_several(confirmed(form, other)), by_anchors())
    else:
        form = None
    lines, beside = without_settings(lines)
    orders = [beside.on(order) for order in _orders("\n".join(lines), country)]
    orders = orders if form is None else confirmed(orders, form, trusts_shapes=False)
    if not orders or not any(map(_is_enough, orders)) or _asks(text, orders):
        left = tuple(line for line in (*lines, rest) if line)
        return [WrittenOrder(left=left)] if left else []
    return marked([*orders[:-1], with_left(orders[-1], [rest] if rest else [])], by_anchors())


def _with_fee(order: WrittenOrder, country: str) -> WrittenOrder:
    """Guess a missing fee from notes and leftovers, and read decimals as the country does."""
    if order.fee is None and (order.receiver.phone or order.receiver.address):
        pieces = (*order.notes, *order.left)
        fees = [fee for piece in pieces if (fee := fee_within(piece)) is not None]
        if len({*fees}) == 1:
            order = replace(order, fee=fees[0], guessed=order.guessed | {Blank.FEE})
    if order.fee is None:
        return order
    # In countries whose money has three decimals, “1.500” is one and a half.
    if country.upper() in _THREE_DECIMALS and _THOUSANDTHS.fullmatch(order.fee.written):
        return replace(order, fee=thousandth(order.fee))
    # Keep the words of a fee in words as a note.
    is_spoken = not any(map(str.isdigit, order.fee.written))
    return replace(order, notes=(*order.notes, order.fee.written)) if is_spoken else order


def _orders(text: str, country: str, evidence: Evidence = Evidence.WORDS) -> list[WrittenOrder]:
    """Read a text without labels, by the tags of its words."""
    tokens = tokens_of(text, country)
    numbers = numbers_of_list(tokens)
    counting = {at for places in numbers for at in places}
    spans = spans_of(text, tokens, tags_of(tokens, evidence))
    spans = [span for span in spans if not counting.issuperset(range(span.first, span.last + 1))]
    groups = groups_of(spans, [places.start for places in numbers])
    written = TextParts(text, tokens, spans)
    for places in numbers:
        written.take(places)
    orders = assembled(written, groups)
    left: list[list[str]] = [[] for _ in groups]
    spans_of_groups = [[*group.parties.values(), *group.more, *group.others] for group in groups]
    begins = [min((span.first for span in own), default=0) for own in spans_of_groups]
    for at, piece in leftovers(written):
        if orders:
            # A piece belongs to the last order that begins before it.
            before = [number for number, first in enumerate(begins) if first <= at]
            number = before[-1] if before else 0
            orders[number], rest = with_fee(orders[number], piece)
            left[number] += rest
    found = [with_left(order, pieces) for order, pieces in zip(orders, left, strict=True)]
    found = _as_one(found, text)
    return _with_doubts_of_several([*map(with_doubt_of_number, with_shared_doubts(found))])


def _with_doubts_of_several(orders: Sequence[WrittenOrder]) -> list[WrittenOrder]:
    """Mark all values if an order of several is incomplete, or a note seems to hold an order."""
    lacks = len(orders) > 1 and not all(map(is_whole, orders))
    notes = [folded_words(note) for order in orders for note in order.notes]
    known = map(lexicon().names, notes)
    # A note with a verb of bringing and a word for a phone is an order that was not found.
    tells_more = any({"turns.bring", "said.phone"} <= each for each in known)
    return [all_guessed(order) for order in orders] if lacks or tells_more else list(orders)


def _as_one(orders: list[WrittenOrder], text: str) -> list[WrittenOrder]:
    """Join two orders of one sentence if the first is the pickup of the second."""
    if len(orders) != _TWO or "\n" in text.strip():
        return orders
    first, second = orders
    known = lexicon().names(folded_words(text))
    is_got = {"turns.get", "turns.bring"} <= known or bool(first.sender.name)
    is_listed = bool(first.items) == bool(second.items)
    if is_listed or not is_got or first.sender.phone or first.sender.address:
        return orders
    got = first.receiver
    sender = got.model_copy(update={"name": first.sender.name or got.name})
    over = (got.name,) if first.sender.name and got.name else ()
    one = WrittenOrder(
        sender,
        second.receiver,
        first.items or second.items,
        second.fee if first.fee is None else first.fee,
        notes=(*first.notes, *second.notes),
        left=(*over, *first.left, *second.left),
    )
    return [all_guessed(one)]


def looks_like_order(text: str, country: str = "") -> bool:
    """Tell whether a text is an order, rather than a question, a remark or a code."""
    return any(map(_is_enough, read_orders(text, country)))


def _is_enough(order: WrittenOrder) -> bool:
    """Tell whether an order has an address with a name or number, or enough other parts."""
    parties = [party for party in (order.receiver, order.sender) if party.phone or party.address]
    whole = any(party.address and (party.phone or party.name) for party in parties)
    count = len(parties) + bool(order.items) + (order.fee is not None)
    return whole or count > 2  # noqa: PLR2004 - somebody, and what or for how much


def _asks(text: str, orders: Sequence[WrittenOrder]) -> bool:
    """Tell whether a text is a question, a story or a paper, and not an order."""
    words = folded_words(text)
    asks = "?" in text or "؟" in text or lexicon().has("words.not_orders", words)
    left = sum(len(words_of(piece)) for order in orders for piece in order.left)
    tells = 2 * left > len(words) > _PROSE and not any(
        order.items or order.receiver.name for order in orders
    )
    return tells or _is_paper(text, orders) or (asks and not any(map(is_whole, orders)))


def _is_paper(text: str, orders: Sequence[WrittenOrder]) -> bool:
    """Tell whether a text is a menu, an invoice or the like, without a labelled receiver."""
    first = next((line for line in text.splitlines() if words_of(line)), "")
    if not lexicon().has("words.papers", folded_words(first)):
        return False
    heads = (label_of(folded_words(line.partition(":")[0])) for line in text.splitlines())
    is_to_somebody = any(label is not None and label.role is Side.RECEIVER for label in heads)
    return not (is_to_somebody and any(map(is_whole, orders)))


def is_whole(order: WrittenOrder) -> bool:
    """Tell whether an order has its receiver's number and address, and a name or items."""
    party = order.receiver
    return bool(party.phone and party.address and (party.name or order.items))
