"""The columns of a list of orders, and the reader of one row."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.parsing.orders import labelled
from bot.parsing.orders.labelled import Labelled
from bot.parsing.orders.labels import Label, Side, label_of
from bot.parsing.orders.lexicon import Part
from bot.parsing.orders.words_of import folded_words
from bot.parsing.orders.written_order import WrittenOrder

_OF_SOMEBODY = (None, Part.NAME, Part.PHONE, Part.ADDRESS, Part.ADDRESS_PART, Part.DELIVERING)
_WITHOUT_FRACTION = re.compile(r"(\d+)[.,]0+")
_SCIENTIFIC = re.compile(r"(\d(?:[.,]\d+)?)[eE]\+?(\d{1,2})")
_BLANKS = re.compile(r"(\s\s)\s{30,}")
"""A run of blanks so long that the patterns of the readers would take very long on it."""
_AS_TEXT = re.compile(r"=?\"(.*)\"|'(.*)")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its place from 0, its title, and what the title means, if that is known."""

    at: int
    title: str
    label: Label | None


def columns_of(row: Sequence[str]) -> list[Column]:
    """Read a row as column titles; a title without a party is about the receiver.

    If such a title comes twice, it is about the party that a title before it named last.
    """
    columns = [
        Column(at, title, label_of(folded_words(title))) for at, title in enumerate(row) if title
    ]
    labels = [column.label for column in columns if column.label]
    titled: list[Column] = []
    named = Side.RECEIVER
    for column in columns:
        label = column.label
        if label and label.role is not None:
            named = label.role
        elif label and label.field in _OF_SOMEBODY:
            same = [each for each in labels if each.field == label.field]
            of_receiver = any(each.role is Side.RECEIVER for each in same)
            is_twice = len(same) > 1 and (of_receiver or all(each == label for each in same))
            label = replace(label, role=named if is_twice else Side.RECEIVER)
        titled.append(replace(column, label=label))
    return titled


def order_of(row: Sequence[str], columns: Sequence[Column], country: str) -> WrittenOrder:
    """Read an order from the cells of one row."""
    values: list[Labelled] = []
    for column in columns:
        if not column.label or column.at >= len(row) or not row[column.at]:
            continue
        text = _BLANKS.sub(r"\1", row[column.at])
        if found := _AS_TEXT.fullmatch(text):
            text = found[1] or found[2] or ""
        if column.label.field in {Part.PHONE, Part.FEE, Part.QUANTITY, Part.KEPT}:
            text = _as_written(text)
        values.append(Labelled(column.label, text, column.title))
    return labelled.order_of(values, country)


def _as_written(text: str) -> str:
    """Restore a number that a spreadsheet changed to `2.0` or `2.34E+9`, if no digit is lost."""
    if found := _WITHOUT_FRACTION.fullmatch(text):
        return found[1]
    if found := _SCIENTIFIC.fullmatch(text):
        digits, power = found[1].replace(",", "."), int(found[2])
        if len(digits.replace(".", "")) > power:  # otherwise the last digits are lost
            return str(int(Decimal(digits).scaleb(power)))
    return text
