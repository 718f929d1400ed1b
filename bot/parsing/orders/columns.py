"""What the columns of a list of orders hold, and an order read from one of its rows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.parsing.orders import labelled
from bot.parsing.orders.labelled import Labelled
from bot.parsing.orders.labels import Label, Side, label_of
from bot.parsing.orders.lexicon import Part
from bot.parsing.orders.words_of import words_of
from bot.parsing.orders.written_order import WrittenOrder

_OF_SOMEBODY = (None, Part.NAME, Part.PHONE, Part.ADDRESS, Part.ADDRESS_PART, Part.DELIVERING)
_WITHOUT_FRACTION = re.compile(r"(\d+)[.,]0+")
_SCIENTIFIC = re.compile(r"(\d(?:[.,]\d+)?)[eE]\+?(\d{1,2})")
_AS_TEXT = re.compile(r"=?\"(.*)\"|'(.*)")


@dataclass(frozen=True, slots=True)
class Column:
    """A column, by its place from 0, its title and what this says; `None` where it says nothing."""

    at: int
    title: str
    label: Label | None


def columns_of(row: Sequence[str]) -> list[Column]:
    """Read a row as the titles of columns; those that name nobody are about the receiver."""
    named = [
        Column(at, title, label_of([word.text for word in words_of(title)]))
        for at, title in enumerate(row)
        if title
    ]
    return [replace(column, label=_about(column, named)) for column in named]


def _about(column: Column, columns: Sequence[Column]) -> Label | None:
    """Give a title that names nobody the one named before it, where that title comes twice."""
    label = column.label
    if label is None or label.role is not None or label.field not in _OF_SOMEBODY:
        return label
    same = [each for each in columns if each.label and each.label.field == label.field]
    of_receiver = any(each.label and each.label.role is Side.RECEIVER for each in same)
    if len(same) > 1 and (of_receiver or all(each.label == label for each in same)):
        before = [each.label.role for each in columns if each.at < column.at and each.label]
        named = [role for role in before if role is not None]
        return replace(label, role=named[-1] if named else Side.RECEIVER)
    return replace(label, role=Side.RECEIVER)


def order_of(row: Sequence[str], columns: Sequence[Column], country: str) -> WrittenOrder:
    """Read the cells of one row; how many of a thing may stand before it."""
    told = [
        Labelled(column.label, _cell(row[column.at], column.label), column.title)
        for column in columns
        if column.label and column.at < len(row) and row[column.at]
    ]
    told.sort(key=lambda each: each.label.field is Part.QUANTITY)
    return labelled.order_of(told, country)


def _cell(text: str, label: Label) -> str:
    """Put right what a spreadsheet made of a value."""
    if found := _AS_TEXT.fullmatch(text):
        text = found[1] or found[2] or ""
    if label.field in (Part.PHONE, Part.FEE, Part.QUANTITY, Part.KEPT):
        return _as_written(text)
    return text


def _as_written(text: str) -> str:
    """Write a number as it was before it was taken for one; not where digits of it are lost."""
    if found := _WITHOUT_FRACTION.fullmatch(text):
        return found[1]
    if found := _SCIENTIFIC.fullmatch(text):
        digits, power = found[1].replace(",", "."), int(found[2])
        if len(digits.replace(".", "")) > power:
            return str(int(Decimal(digits).scaleb(power)))
    return text
