"""Tables that are pasted: rows of a spreadsheet, of a shop's page, or of a list with bars.

A row of titles says what the columns hold; without one it is told by what stands in them, and
marked as a guess.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.base.plain_text import clean
from bot.domain.draft import Blank
from bot.parsing.orders.amounts import has_currency, read_amount
from bot.parsing.orders.columns import Column, columns_of, order_of
from bot.parsing.orders.labels import Label, Side
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.telephones import telephone
from bot.parsing.orders.words_of import words_of
from bot.parsing.orders.written_order import WrittenOrder

_DELIMITERS = "\t|;,"
_FEWEST_TITLES = 3
_FEWEST_CELLS = 3
_HEADER_WITHIN = 4
_LEAST_FEE = 10
"""A bare number below it may as well be how many there are."""
_BLANKS: Mapping[Part | None, Blank] = {
    Part.NAME: Blank.TO_NAME,
    Part.PHONE: Blank.TO_PHONE,
    Part.ADDRESS: Blank.TO_ADDRESS,
    Part.ITEMS: Blank.ITEMS,
    Part.FEE: Blank.FEE,
}

Row = list[str]


def read_table(text: str, country: str) -> list[WrittenOrder] | None:
    """Read an order from each row of a table; `None` where a text is none.

    What stands above the titles is left, beside the first order.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    for delimiter in _DELIMITERS:
        rows = [_cells(line, delimiter) for line in lines]
        for at, row in enumerate(rows[:_HEADER_WITHIN]):
            columns = columns_of(row)
            below = [each for each in rows[at + 1 :] if not _is_rule(each)]
            if _is_header(columns) and below and _fits(row, below, delimiter):
                orders = [order_of(each, columns, country) for each in below]
                above = tuple(clean(line) for line in lines[:at])
                return [replace(orders[0], left=(*above, *orders[0].left)), *orders[1:]]
    rows = [_cells(line, "\t") for line in lines]
    return _without_titles(rows, country)


def _cells(line: str, delimiter: str) -> Row:
    """Split a line; bars around a row, as in Markdown, part nothing."""
    if delimiter == "|":
        line = line.strip().strip("|")
    return [clean(cell) for cell in next(csv.reader([line], delimiter=delimiter), [])]


def _is_rule(row: Row) -> bool:
    return not any(char.isalnum() for cell in row for char in cell)


def _is_header(columns: Sequence[Column]) -> bool:
    """Tell whether titles name enough, and how somebody is found."""
    fields = {column.label.field for column in columns if column.label}
    known = sum(column.label is not None for column in columns)
    return known >= _FEWEST_TITLES and bool(fields & {Part.PHONE, Part.ADDRESS})


def _fits(header: Row, rows: Sequence[Row], delimiter: str) -> bool:
    """Tell whether rows have the header's cells; a comma may be a part of one, a tab never is."""
    if delimiter in ",;":
        return all(len(row) == len(header) for row in rows)
    return all(1 < len(row) <= len(header) for row in rows)


def _without_titles(rows: Sequence[Row], country: str) -> list[WrittenOrder] | None:
    """Read rows of as many cells, of which one column holds phone numbers."""
    width = len(rows[0]) if rows else 0
    if width < _FEWEST_CELLS or any(len(row) != width for row in rows):
        return None
    cells = [[row[at] for row in rows if row[at]] for at in range(width)]
    parts = _parts_of(cells, country)
    if Part.PHONE not in parts.values() or Part.ADDRESS not in parts.values():
        return None
    columns = [
        Column(at, "", Label(part, Side.RECEIVER if part in _SIDED else None))
        for at, part in parts.items()
    ]
    guessed = frozenset(_BLANKS[part] for part in parts.values() if part in _BLANKS)
    unread = [at for at in range(width) if at not in parts and not _counts_rows(cells[at])]
    orders = [order_of(row, columns, country) for row in rows]
    return [
        replace(order, guessed=guessed, left=(*order.left, *(row[at] for at in unread if row[at])))
        for order, row in zip(orders, rows, strict=True)
    ]


_SIDED = {Part.NAME, Part.PHONE, Part.ADDRESS}


def _parts_of(cells: Sequence[Sequence[str]], country: str) -> dict[int, Part]:
    """Tell of each column what it holds, where no other column can be the same."""
    found: dict[int, Part] = {}
    texts = []
    for at, column in enumerate(cells):
        if not column or _counts_rows(column):
            continue
        if all(telephone(cell, country) for cell in column):
            found[at] = Part.PHONE
        elif all(map(_is_fee, column)):
            found[at] = Part.FEE
        elif all(read_amount(cell) is not None for cell in column):
            found[at] = Part.QUANTITY
        else:
            texts.append(at)
    found |= _texts_of(cells, texts)
    return {at: part for at, part in found.items() if list(found.values()).count(part) == 1}


def _texts_of(cells: Sequence[Sequence[str]], texts: Sequence[int]) -> dict[int, Part]:
    """Tell address, name and things apart: by their words, then by figures, then by their order."""
    found: dict[int, Part] = {}
    street = max(texts, key=lambda at: sum(map(_is_street, cells[at])), default=None)
    if street is not None and any(map(_is_street, cells[street])):
        found[street] = Part.ADDRESS
    rest = [at for at in texts if at not in found]
    goods = [at for at in rest if any(map(_is_goods, cells[at]))]
    names = [at for at in rest if at not in goods and not any(map(_has_figure, cells[at]))]
    if names:
        found[names[0]] = Part.NAME
    things = [at for at in rest if at not in found]
    if len(things) == 1:
        found[things[0]] = Part.ITEMS
    return found


def _counts_rows(column: Sequence[str]) -> bool:
    return list(column) == [str(number) for number in range(1, len(column) + 1)]


def _is_fee(cell: str) -> bool:
    amount = read_amount(cell)
    is_money = has_currency("".join(char for char in cell if not char.isdecimal()).strip(" .,"))
    return amount is not None and (amount >= _LEAST_FEE or is_money)


def _is_street(cell: str) -> bool:
    words = [word.text for word in words_of(cell)]
    return lexicon().has("words.streets", words) and _has_figure(cell)


def _is_goods(cell: str) -> bool:
    words = [word.text for word in words_of(cell)]
    return lexicon().has("words.goods", words) or cell[:1].isdecimal()


def _has_figure(cell: str) -> bool:
    return any(map(str.isdecimal, cell))
