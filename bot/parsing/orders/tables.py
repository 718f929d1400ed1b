"""Pasted tables: rows of a spreadsheet, of a shop's page, or of a list with bars.

A row of titles says what the columns hold. Without one, the reader guesses it from the cells, and
marks the values as guesses.
"""

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from bot.base.plain_text import clean
from bot.domain.draft import Blank
from bot.parsing.orders.above import OrdersOf, with_above
from bot.parsing.orders.amounts import names_money, read_amount, spoken_amount
from bot.parsing.orders.columns import Column, columns_of, order_of
from bot.parsing.orders.fees import read_fee
from bot.parsing.orders.items import counts_things
from bot.parsing.orders.labels import Label, Side, label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.parties import is_place, may_be_a_name, party_told
from bot.parsing.orders.telephones import telephone
from bot.parsing.orders.unwrapped import numbered, without_ornament
from bot.parsing.orders.words_of import folded_words
from bot.parsing.orders.written_order import WrittenOrder, with_left

_DELIMITERS = "\t|;,"
_PARTINGS = ("\t", " | ", " · ", " – ", " — ", " - ", " / ", " ; ")
_NUMBER = re.compile(r"^\W*#?\d{1,2}\s?[.):-]+\s+(?=[^\W\d])")
_FEWEST_TITLES = 3
_FEWEST_CELLS = 3
_HEADER_WITHIN = 4
_FEE_END = re.compile(r"[،;(]|,\s")
_LEAST_FEE = 10
"""The least bare number that is a fee; a smaller one may be a quantity."""
_OF_ROW = frozenset({Blank.TO_NAME, Blank.TO_PHONE, Blank.TO_ADDRESS, Blank.ITEMS, Blank.FEE})
Row = list[str]


def read_table(text: str, country: str, orders_of: OrdersOf) -> list[WrittenOrder] | None:
    """Read an order from each row below a row of titles; return `None` without such a row.

    The lines above the titles give the sender of all orders, or are left over with the first order.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    for delimiter in _DELIMITERS:
        # Drop the bars around a row, as in Markdown.
        bare = [line.strip().strip("|") if delimiter == "|" else line for line in lines]
        cells = [next(csv.reader([line], delimiter=delimiter), []) for line in bare]
        rows = [[clean(cell) for cell in row] for row in cells]
        for at, row in enumerate(rows[:_HEADER_WITHIN]):
            columns = columns_of(row)
            # Skip rows without letters and digits, such as the dashes below titles in Markdown.
            below = [each for each in rows[at + 1 :] if any(map(str.isalnum, "".join(each)))]
            # A row of titles must have a number or an address among them.
            labels = [column.label for column in columns if column.label]
            is_header = len(labels) >= _FEWEST_TITLES and any(
                label.field in {Part.PHONE, Part.ADDRESS} for label in labels
            )
            if is_header and below and _fits(row, below, delimiter):
                orders = [order_of(each, columns, country) for each in below]
                above = [clean(line) for line in lines[:at]]
                found = with_above(orders, above, country, orders_of)
                return found or [with_left(orders[0], above), *orders[1:]]
    return None


def read_rows(text: str, country: str, orders_of: OrdersOf) -> list[WrittenOrder] | None:
    """Read an order from each row of a table without titles; return `None` if there is none."""
    lines = [line for line in text.splitlines() if line.strip()]
    plain = [line if "\t" in line else without_ornament(numbered(line)) for line in lines]
    for delimiter in _PARTINGS:
        found = _without_titles(plain, delimiter, country, orders_of)
        if found is not None:
            return found
    return None


def _fits(header: Row, rows: Sequence[Row], delimiter: str) -> bool:
    """Tell whether rows fit the header; commas may be in cells, so they must fit exactly."""
    if delimiter in ",;":
        return all(len(row) == len(header) for row in rows)
    return all(1 < len(row) <= len(header) for row in rows)


def _without_titles(
    lines: Sequence[str], delimiter: str, country: str, orders_of: OrdersOf
) -> list[WrittenOrder] | None:
    """Read lines that one sign splits into equally many cells, with a number and an address."""
    split = [[clean(cell) for cell in line.split(delimiter)] for line in lines]
    width = max(map(len, split), default=0)
    first = next((at for at, row in enumerate(split) if len(row) == width), 0)
    rows = [[_NUMBER.sub("", row[0]), *row[1:]] for row in split[first:]]
    # A single line without tabs may also be a sentence with dashes.
    is_alone = first == 0 and delimiter != "\t" and len(rows) == 1
    if width < _FEWEST_CELLS or is_alone or any(len(row) != width for row in rows):
        return None
    labels = [label_of(folded_words(row[0])) for row in rows]
    if any(label and label.role for label in labels):  # the rows are parties, not orders
        return None
    cells = [[row[at] for row in rows if row[at]] for at in range(width)]
    parts = _parts_of(cells, country)
    fields = {*parts.values()}.union(
        *(_told_by_all(cells[at], country) for at, part in parts.items() if part is None)
    )
    if not {Part.PHONE, Part.ADDRESS} <= fields:
        return None
    is_named = Part.NAME in fields
    columns = [
        Column(at, "", Label(part, Side.RECEIVER if part in _SIDED else None))
        if is_named or part is not Part.ADDRESS
        else Column(at, "", Label(None, Side.RECEIVER))  # the name stands with the address
        for at, part in parts.items()
    ]
    unread = [at for at in range(width) if at not in parts and not _counts_rows(cells[at])]
    orders = [
        replace(
            order_of(row, columns, country),
            guessed=_OF_ROW,
            left=tuple(row[at] for at in unread if row[at]),
        )
        for row in rows
    ]
    above = [clean(line) for line in lines[:first]]
    return with_above(orders, above, country, orders_of) if above else orders


_SIDED = {None, Part.NAME, Part.PHONE, Part.ADDRESS}


def _parts_of(cells: Sequence[Sequence[str]], country: str) -> dict[int, Part | None]:
    """Guess the part that each column holds; leave out parts that several columns may hold.

    `None` is any text about a party, such as a name with its number.
    """
    found: dict[int, Part | None] = {}
    texts = []
    for at, column in enumerate(cells):
        if not column or _counts_rows(column):
            continue
        parties = [party_told(cell, country) for cell in column]
        is_number = [
            telephone(cell, country) or (party.phone and not party.name and not party.address)
            for cell, party in zip(column, parties, strict=True)
        ]
        if all(is_number):
            found[at] = Part.PHONE
        elif Part.PHONE in _told_by_all(column, country):
            found[at] = None
        elif all(map(_is_fee, column)):
            found[at] = Part.FEE
        elif all(read_amount(cell) is not None for cell in column):
            found[at] = Part.QUANTITY
        else:
            texts.append(at)
    fields = set[Part]().union(
        *(_told_by_all(cells[at], country) for at, part in found.items() if part is None)
    )
    kinds = [part for part in _TEXTS if part not in fields]
    found |= _texts_of(cells, texts[: len(kinds)], kinds)
    return {at: part for at, part in found.items() if list(found.values()).count(part) == 1}


def _texts_of(
    cells: Sequence[Sequence[str]], texts: Sequence[int], kinds: Sequence[Part]
) -> dict[int, Part]:
    """Tell name, address and items apart by the way in which the cells fit best."""

    def fit(way: Sequence[Part]) -> float:
        columns = [(_TEXTS[part], cells[at]) for at, part in zip(texts, way, strict=True)]
        return sum(sum(map(fits, column)) / len(column) for fits, column in columns)

    best = max(permutations(kinds, len(texts)), key=fit)
    return dict(zip(texts, best, strict=True))


def _told_by_all(column: Iterable[str], country: str) -> set[Part]:
    """Return the parts of a party that all cells of a column have."""
    return set.intersection(*({*party_told(cell, country).values} for cell in column))


def _counts_rows(column: Sequence[str]) -> bool:
    return [cell.strip("#.") for cell in column] == [str(at + 1) for at in range(len(column))]


def _is_fee(cell: str) -> bool:
    """Tell whether a cell begins with an amount of money, or one that is called the fee."""
    piece = _FEE_END.split(cell)[0].strip()
    if spoken_amount(piece) is not None or read_fee(piece) is not None:
        return True
    amount = read_amount(piece)
    return amount is not None and (amount >= _LEAST_FEE or names_money(piece))


def _is_goods(cell: str) -> bool:
    words = folded_words(cell)
    counted = counts_things(cell) and not lexicon().has("words.streets", words)
    return counted or lexicon().has("words.goods", words)


_TEXTS: Mapping[Part, Callable[[str], bool]] = {
    Part.NAME: lambda cell: may_be_a_name(cell) and not _is_goods(cell),
    Part.ADDRESS: is_place,
    Part.ITEMS: _is_goods,
}
