"""Orders read from a file: a row for each."""

from dataclasses import dataclass
from enum import StrEnum

from bot.texts.written_orders.written_order import WrittenOrder

MOST_ROWS = 200
MOST_BYTES = 2 * 1024 * 1024


class SheetFault(StrEnum):
    """Why a file cannot be read as orders."""

    TOO_LONG = "too_long"
    TOO_BIG = "too_big"
    NOT_A_SHEET = "not_a_sheet"
    NO_COLUMNS = "no_columns"
    EMPTY = "empty"
    PROTECTED = "protected"


class SheetRefused(Exception):
    """The file holds no orders that can be read; `why` tells the reason."""

    def __init__(self, why: SheetFault) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One order, and the number of its row as people count: the first line is 1."""

    number: int
    order: WrittenOrder


@dataclass(frozen=True, slots=True)
class Sheet:
    """The orders of a file, and the titles of the columns that were not understood."""

    rows: tuple[SheetRow, ...]
    columns_not_read: tuple[str, ...]


def read_sheet(content: bytes, file_name: str, country: str = "") -> Sheet:
    """Read the orders of a file; `country` is that of local numbers, as two letters.

    Raises `SheetRefused` for what is no list of orders, or too long or too big for one message.
    """
    raise SheetRefused(SheetFault.NOT_A_SHEET)
