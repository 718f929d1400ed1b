"""Orders read from a file: a row for each, under a line with the names of the columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.base.reader_process import FileRefused
from bot.parsing.orders.columns import Column, columns_of, order_of
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.sheet_files import SheetFault, SheetRows
from bot.parsing.orders.words_of import words_of
from bot.parsing.orders.written_order import WrittenOrder

MOST_ROWS = 200
"""Orders of one file."""

_HEADER_WITHIN = 15
"""Rows among which the names of the columns are looked for."""
_LONGEST_TITLE = 80
_LONGEST_CELL = 4_096
"""Of those that are read for orders: as long as a message is."""
_MOST_CHARACTERS = 200_000
"""In all of them: as many take some seconds."""
_FEWEST_COLUMNS = 2
_WORDS_OF_A_SUM = 2


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One order, and the number of its row as people count: the first line is 1."""

    number: int
    order: WrittenOrder


@dataclass(frozen=True, slots=True)
class Sheet:
    """The orders of a file, and what of it was left out.

    These are the titles of columns that were not understood, those of sheets that are hidden or no
    list of orders, and the number of rows that are hidden.
    """

    rows: tuple[SheetRow, ...]
    columns_not_read: tuple[str, ...] = ()
    sheets_not_read: tuple[str, ...] = ()
    hidden_rows: int = 0


def orders_of_sheets(sheets: Sequence[SheetRows], country: str = "") -> Sheet:
    """Read the orders of all sheets of a file that are lists of them.

    `country` is that of local numbers, as two letters. Raises `FileRefused` where none is, or all
    are too long for one message.
    """
    read, left, fault = list[Sheet](), list[str](), FileRefused(SheetFault.EMPTY)
    for sheet in sheets:
        try:
            read += [] if sheet.is_hidden else [sheet_of(sheet.rows, country)]
        except FileRefused as refused:
            fault = refused
            # A sheet that is not a list of orders is left out if another sheet is one.
            if refused.why not in {SheetFault.EMPTY, SheetFault.NO_COLUMNS}:
                raise
        else:
            if not sheet.is_hidden:
                continue
        left.append(sheet.title)
    if not read:
        raise fault
    rows = tuple(row for sheet in read for row in sheet.rows)
    if len(rows) > MOST_ROWS:
        raise FileRefused(SheetFault.TOO_LONG)
    columns = dict.fromkeys(title for sheet in read for title in sheet.columns_not_read)
    hidden = sum(sheet.hidden_rows for sheet in sheets)
    return Sheet(rows, tuple(columns), tuple(left), hidden)


def sheet_of(rows: Sequence[Sequence[str]], country: str = "") -> Sheet:
    """Read the orders of a file's rows; `country` is that of local numbers, as two letters.

    Raises `FileRefused` for what is no list of orders, or too long for one message.
    """
    if not any(any(row) for row in rows):
        raise FileRefused(SheetFault.EMPTY)
    at, columns = _header(rows)
    places = [column.at for column in columns if column.label]
    lengths = [len(row[place]) for row in rows for place in places if place < len(row)]
    if max(lengths, default=0) > _LONGEST_CELL or sum(lengths) > _MOST_CHARACTERS:
        raise FileRefused(SheetFault.TOO_MUCH)
    read = [
        SheetRow(at + number, order)
        for number, row in enumerate(rows[at + 1 :], start=2)
        if _is_order(row, columns) and (order := order_of(row, columns, country)) != WrittenOrder()
    ]
    if not read:
        raise FileRefused(SheetFault.EMPTY)
    if len(read) > MOST_ROWS:
        raise FileRefused(SheetFault.TOO_LONG)
    return Sheet(tuple(read), tuple(column.title for column in columns if column.label is None))


def _header(rows: Sequence[Sequence[str]]) -> tuple[int, list[Column]]:
    """Return where the names of the columns stand, and what they say."""
    best: tuple[int, int, list[Column]] | None = None
    for at, row in enumerate(rows[:_HEADER_WITHIN]):
        columns = columns_of([cell if len(cell) <= _LONGEST_TITLE else "" for cell in row])
        count = sum(column.label is not None for column in columns)
        # The row with the most known titles is the one with the names, and of equals the first.
        if count >= _FEWEST_COLUMNS and (best is None or count > best[0]):
            best = (count, at, columns)
    if best is None:
        raise FileRefused(SheetFault.NO_COLUMNS)
    return best[1], best[2]


def _is_order(row: Sequence[str], columns: Sequence[Column]) -> bool:
    """Tell whether a row writes an order: it is not a title, a sum or a remark below the list."""
    titles = {column.title for column in columns}
    values = [
        row[column.at]
        for column in columns
        if column.label and column.at < len(row) and row[column.at]
    ]
    if not values:
        return False
    is_alone = sum(map(bool, row)) == 1 and len(titles) > _FEWEST_COLUMNS
    is_title = all(value in titles for value in values)
    first = next(value for value in row if value)
    words = [word.text for word in words_of(first)]
    is_sum = len(words) <= _WORDS_OF_A_SUM and lexicon().has("words.sums", words[:1])
    return not (is_alone or is_title or is_sum)
