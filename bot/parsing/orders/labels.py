"""What is said of a piece of text by the words before it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.parsing.orders.lexicon import Part, lexicon


class Side(StrEnum):
    """Whom a piece is about."""

    SENDER = "sender"
    RECEIVER = "receiver"


@dataclass(frozen=True, slots=True)
class Label:
    """What a piece is. A `field` of `None` is whatever is written of somebody.

    `is_kept` says that the piece is no use without the words of the label.
    """

    field: Part | None = None
    role: Side | None = None

    @property
    def is_party(self) -> bool:
        """Tell whether it begins what is written of somebody."""
        return self.field in (None, Part.NAME)


_ONE_THING = (
    Part.SMS, Part.FEE, Part.KEPT, Part.RIDER, Part.NOTES, Part.PRICE,
)  # fmt: skip
_OF_SOMEBODY = (Part.PHONE, Part.ADDRESS, Part.NAME)


def label_of(words: Sequence[str]) -> Label | None:
    """Return what a label of these words says; `None` where one of them belongs to no label."""
    entries = _entries(words)
    if not entries:
        return None
    parts = set().union(*(_told(entry, alone=len(entries) == 1) for entry in entries))
    parts.discard(Part.JOINING)
    return _label(parts, ends_with_direction=_is_direction(words)) if parts else None


def label_among(words: Sequence[str]) -> Label | None:
    """Return what the known words of a label say, where others stand beside them."""
    book = lexicon()
    lengths = {at: book.label_length_at(words, at) for at in range(len(words))}
    known = [word for at, length in lengths.items() for word in words[at : at + length]]
    return label_of(list(dict.fromkeys(known)))


def is_about_fee(words: Sequence[str]) -> bool:
    """Tell whether all of these words call an amount the fee."""
    label = label_of(words)
    fits = {Part.FEE, Part.DELIVERING, Part.PRICE, Part.JOINING}
    return (
        label is not None
        and label.field in (Part.FEE, Part.DELIVERING)
        and all(entry & fits for entry in _entries(words))
    )


def _entries(words: Sequence[str]) -> list[frozenset[Part]]:
    """Return what each entry of a label tells; nothing where a word is none."""
    book, told, at = lexicon(), [], 0
    while at < len(words):
        length = book.label_length_at(words, at)
        if not length:
            return []
        told.append(book.labels[tuple(words[at : at + length])])
        at += length
    return told


def _told(entry: frozenset[Part], *, alone: bool) -> Iterable[Part]:
    """Let a word that may only join others do so beside others."""
    return entry if alone or Part.JOINING not in entry else ()


def _is_direction(words: Sequence[str]) -> bool:
    return lexicon().has("words.directions", words[-1:])


def _label(parts: set[Part], *, ends_with_direction: bool) -> Label | None:
    role = _role(parts)
    if {Part.DELIVERING, Part.PRICE} <= parts:
        return Label(Part.FEE)
    if Part.RIDER in parts and Part.PHONE in parts:
        return Label(Part.KEPT)
    for part in _ONE_THING:
        if part in parts:
            return Label(Part.KEPT if part is Part.PRICE else part, role)
    if Part.QUANTITY in parts:
        return Label(Part.QUANTITY)
    if Part.ITEMS in parts and not ends_with_direction:
        return Label(Part.ITEMS)
    return _of_somebody(parts, role)


def _of_somebody(parts: set[Part], role: Side | None) -> Label | None:
    told = [part for part in _OF_SOMEBODY if part in parts]
    if len(told) > 1:
        return Label(None, role)
    if told:
        return Label(told[0], role)
    if Part.ADDRESS_PART in parts:
        return Label(Part.ADDRESS_PART, role)
    if parts == {Part.DELIVERING}:
        return Label(Part.DELIVERING, Side.RECEIVER)
    return Label(None, role) if role or Part.CONTACT in parts else None


def _role(parts: set[Part]) -> Side | None:
    if {Part.SENDER, Part.RECEIVER} <= parts:
        return None
    if Part.SENDER in parts:
        return Side.SENDER
    return Side.RECEIVER if parts & {Part.RECEIVER, Part.DELIVERING} else None
