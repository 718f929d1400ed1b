"""What an order says beside its parties: things, the fee, the rider, and what to know."""

from collections.abc import Sequence
from typing import Protocol

from bot.texts.written_orders.chunks import Chunk
from bot.texts.written_orders.items import counts_things, read_items
from bot.texts.written_orders.labels import Label, Side
from bot.texts.written_orders.lexicon import lexicon
from bot.texts.written_orders.pieces import Sort, pieces_of, tidy
from bot.texts.written_orders.slip import Slip
from bot.texts.written_orders.telephones import telephones_in
from bot.texts.written_orders.words_of import western_digits, words_of

_MANY = 1_000_000


class BeingFilled(Protocol):
    """The order that is read, and whom it was about last."""

    country: str
    slip: Slip
    role: Side | None

    def take_below(self, lines: Sequence[str], role: Side | None = None) -> None:
        """Read lines below a label that are not its own."""


def said(text: str) -> str:
    """Return a value, or nothing for one that says that there is none."""
    words = [word.text for word in words_of(text)]
    return "" if words and lexicon().only("words.nothing", words) else tidy(text)


def take_items(filling: BeingFilled, chunk: Chunk, _label: Label) -> None:
    text = tidy(chunk.segment.text)
    if text:
        _take_things(filling, text, chunk.segment.whole)
    for at, line in enumerate(chunk.more):
        kinds = {piece.kind for piece in pieces_of([line], filling.country)}
        named = kinds <= {Sort.COUNTED, Sort.THING, Sort.OTHER, Sort.NAME}
        listed = kinds <= {Sort.COUNTED, Sort.THING} or (
            named and (not chunk.segment.text or _is_priced(tidy(line)))
        )
        if not listed:
            filling.take_below(chunk.more[at:], filling.role)
            return
        _take_things(filling, tidy(line), line)


def _is_priced(text: str) -> bool:
    """Tell whether a line below listed things is a thing with its price, such as “Coke 500”."""
    items = read_items(text)
    return bool(items) and all(item.value > 0 for item in items)


def _take_things(filling: BeingFilled, text: str, written: str) -> None:
    items = read_items(text)
    if items and not telephones_in(text, filling.country):
        filling.slip.items += items
    else:
        filling.slip.left.append(written)


def take_quantity(filling: BeingFilled, chunk: Chunk, _label: Label) -> None:
    """Read how many there are of the one thing that was named before."""
    text, items = western_digits(chunk.segment.text), filling.slip.items
    if text.isdigit() and 0 < int(text) < _MANY and len(items) == 1 and items[0].quantity == 1:
        items[0] = items[0].model_copy(update={"quantity": int(text)})
    elif counts_things(text):
        _take_things(filling, tidy(chunk.segment.text), chunk.segment.whole)
    elif text:
        filling.slip.left.append(chunk.segment.whole)
    filling.take_below(chunk.more)


def take_fee(filling: BeingFilled, chunk: Chunk, _label: Label) -> None:
    text = chunk.segment.text or (chunk.more.pop(0) if chunk.more else "")
    pieces = pieces_of([f"df {text}"], filling.country) if text else []
    if pieces and pieces[0].kind is Sort.FEE and pieces[0].fee is not None:
        filling.slip.take_fee(pieces[0].fee, chunk.segment.whole, is_for_each=pieces[0].is_for_each)
        filling.slip.notes += [piece.text for piece in pieces[1:]]
    elif text:
        has_digit = any(map(str.isdigit, text))
        (filling.slip.left if has_digit else filling.slip.notes).append(
            f"{chunk.segment.written} {text}".strip()
        )
    filling.take_below(chunk.more)


def take_rider(filling: BeingFilled, chunk: Chunk, _label: Label) -> None:
    text = said(chunk.segment.text)
    if text and not filling.slip.rider and not any(map(str.isdigit, text)):
        filling.slip.rider = text
    elif text:
        filling.slip.left.append(chunk.segment.whole)
    filling.take_below(chunk.more)


def take_notes(filling: BeingFilled, chunk: Chunk, _label: Label) -> None:
    filling.slip.notes += [text] if (text := chunk.segment.text) else []
    for at, line in enumerate(chunk.more):
        kinds = {piece.kind for piece in pieces_of([line], filling.country)}
        if not kinds <= {Sort.NOTE, Sort.OTHER}:
            filling.take_below(chunk.more[at:])
            return
        filling.slip.notes.append(line)


def take_kept(filling: BeingFilled, chunk: Chunk, _label: Label) -> None:
    fees = [
        piece for piece in pieces_of([chunk.segment.text], filling.country) if piece.fee is not None
    ]
    if fees and fees[0].fee is not None and not any(map(str.isalnum, chunk.segment.written)):
        filling.slip.take_fee(fees[0].fee, chunk.segment.whole)
    else:
        filling.slip.notes.append(chunk.segment.whole)
    filling.take_below(chunk.more)


def take_sms(filling: BeingFilled, chunk: Chunk, _label: Label) -> None:
    words = [word.text for word in words_of(chunk.segment.text)]
    yes, no = (lexicon().only(f"words.{each}", words) for each in ("yes", "no"))
    if words and yes != no:
        filling.slip.send_sms = yes
    elif words:
        filling.slip.left.append(chunk.segment.whole)
    filling.take_below(chunk.more)
