"""Labels: the words before a value, and their meaning."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.parsing.orders.lexicon import Part, lexicon


class Side(StrEnum):
    """The party that a value is about."""

    SENDER = "sender"
    RECEIVER = "receiver"


@dataclass(frozen=True, slots=True)
class Label:
    """The kind of a value. A `field` of `None` is any text about a party."""

    field: Part | None = None
    role: Side | None = None

    @property
    def is_party(self) -> bool:
        """Whether it begins the description of a party."""
        return self.field in (None, Part.NAME)


_ONE_THING = (
    Part.SMS, Part.FEE, Part.KEPT, Part.RIDER, Part.NOTES, Part.PRICE,
)  # fmt: skip
_OF_SOMEBODY = (Part.PHONE, Part.ADDRESS, Part.NAME)


def label_of(words: Sequence[str]) -> Label | None:
    """Return the meaning of a label; `None` if it has no meaning, or an unknown word."""
    entries = _entries(words)
    # A word that may join others does so if the label has others.
    telling = [entry for entry in entries if len(entries) == 1 or Part.JOINING not in entry]
    parts = set[Part]().union(*telling) - {Part.JOINING}
    role = None
    if Part.SENDER in parts:
        role = None if Part.RECEIVER in parts else Side.SENDER
    elif parts & {Part.RECEIVER, Part.DELIVERING}:
        role = Side.RECEIVER
    if {Part.DELIVERING, Part.PRICE} <= parts:
        return Label(Part.FEE)
    if {Part.RIDER, Part.PHONE} <= parts:
        return Label(Part.KEPT)
    for part in _ONE_THING:
        if part in parts:
            return Label(Part.KEPT if part is Part.PRICE else part, role)
    if Part.QUANTITY in parts:
        return Label(Part.QUANTITY)
    if Part.ITEMS in parts and not lexicon().has("words.directions", words[-1:]):
        return Label(Part.ITEMS)
    return _of_somebody(parts, role)


def is_of_money(words: Sequence[str]) -> bool:
    """Tell whether a label stands only before amounts of money."""
    label, entries = label_of(words), _entries(words)
    parts = set[Part]().union(*entries)
    is_price = Part.PRICE in parts and parts <= {Part.PRICE, Part.ITEMS, Part.JOINING}
    return is_price or (label is not None and label.field is Part.FEE)


def label_among(words: Sequence[str]) -> Label | None:
    """Return the meaning of the known words among others."""
    book = lexicon()
    lengths = {at: book.label_length_at(words, at) for at in range(len(words))}
    known = [word for at, length in lengths.items() for word in words[at : at + length]]
    return label_of(list(dict.fromkeys(known)))


def is_about_fee(words: Sequence[str]) -> bool:
    """Tell whether all words together call an amount the fee."""
    label = label_of(words)
    fits = {Part.FEE, Part.DELIVERING, Part.PRICE, Part.JOINING}
    return (
        label is not None
        and label.field in (Part.FEE, Part.DELIVERING)
        and all(entry & fits for entry in _entries(words))
    )


def _entries(words: Sequence[str]) -> list[frozenset[Part]]:
    """Return the parts that each entry of a label names; [] if any word is unknown."""
    book, told, at = lexicon(), [], 0
    while at < len(words):
        length = book.label_length_at(words, at)
        if not length:
            return []
        told.append(book.labels[tuple(words[at : at + length])])
        at += length
    return told


def _of_somebody(parts: set[Part], role: Side | None) -> Label | None:
    """Return the label of a party's value; `None` if the parts name no party."""
    named = [part for part in _OF_SOMEBODY if part in parts]
    if len(named) > 1:
        return Label(None, role)
    if named:
        return Label(named[0], role)
    if Part.ADDRESS_PART in parts:
        return Label(Part.ADDRESS_PART, role)
    if parts == {Part.DELIVERING}:
        return Label(Part.DELIVERING, Side.RECEIVER)
    return Label(None, role) if role or Part.CONTACT in parts else None
