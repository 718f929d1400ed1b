"""Orders in a file: one in each row, below a row of column titles."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.base.reader_process import FileRefused
from bot.parsing.orders.columns import Column, columns_of, order_of
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.sheet_files import SheetFault, SheetRows
from bot.parsing.orders.words_of import folded_words
from bot.parsing.orders.written_order import WrittenOrder

MOST_ROWS = 200
"""The most orders of one file."""

_HEADER_WITHIN = 15
"""How many rows at the beginning may be the column titles."""
_LONGEST_TITLE = 80
_LONGEST_CELL = 4_096
"""The most characters of a cell that is read: as many as a message has."""
_MOST_CHARACTERS = 200_000
"""The most characters of all cells that are read: reading them takes some seconds."""
_FEWEST_COLUMNS = 2
_WORDS_OF_A_SUM = 2


@dataclass(frozen=True, slots=True)
class SheetRow:
    """An order and the number of its row, counted from 1."""

    number: int
    order: WrittenOrder


@dataclass(frozen=True, slots=True)
class Sheet:
    """The orders of a file, and what was left out.

    `columns_not_read` are titles of unknown columns, `sheets_not_read` those of sheets that are
    hidden or not lists of orders, and `hidden_rows` is the number of hidden rows.
    """

    rows: tuple[SheetRow, ...]
    columns_not_read: tuple[str, ...] = ()
    sheets_not_read: tuple[str, ...] = ()
    hidden_rows: int = 0


def orders_of_sheets(sheets: Sequence[SheetRows], country: str = "") -> Sheet:
    """Read the orders of all sheets of a file that are lists of orders.

    `country` is that of local numbers, as two letters.

    Raises:
        FileRefused: No sheet is a list of orders, or they hold too many or too long ones.
    """
    read, left, fault = list[Sheet](), list[str](), FileRefused(SheetFault.EMPTY)
    for sheet in sheets:
        try:
            read += [] if sheet.is_hidden else [sheet_of(sheet.rows, country)]
        except FileRefused as refused:
            fault = refused
            # Leave out a sheet that is not a list of orders, if another sheet is one.
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
    """Read the orders of a sheet's rows; `country` is that of local numbers, as two letters.

    Raises:
        FileRefused: The rows are not a list of orders, or hold too many or too long ones.
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
    """Return the place of the row of column titles, and its columns."""
    best: tuple[int, int, list[Column]] | None = None
    for at, row in enumerate(rows[:_HEADER_WITHIN]):
        columns = columns_of([cell if len(cell) <= _LONGEST_TITLE else "" for cell in row])
        count = sum(column.label is not None for column in columns)
        # The row with the most known titles counts; of equal ones, the first.
        if count >= _FEWEST_COLUMNS and (best is None or count > best[0]):
            best = (count, at, columns)
    if best is None:
        raise FileRefused(SheetFault.NO_COLUMNS)
    return best[1], best[2]


def _is_order(row: Sequence[str], columns: Sequence[Column]) -> bool:
    """Tell whether a row is an order, and not a title, a sum or a remark below the list."""
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
    words = folded_words(first)
    is_sum = len(words) <= _WORDS_OF_A_SUM and lexicon().has("words.sums", words[:1])
    return not (is_alone or is_title or is_sum)
