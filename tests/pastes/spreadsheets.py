"""Spreadsheets as shops keep them: the file made from their cells, and what it says by row."""

import csv
import io
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.parsing.orders.sheet_files import SheetRows, rows_as_json
from bot.parsing.orders.sheets import Sheet, orders_of_sheets
from tests.pastes.pastes import ExpectedOrder, expected_order
from tests.pastes.workbook import Cell, workbook

SHEETS = ("ng", "fr", "br")
_FOLDER = Path(__file__).parent / "sheets"


@dataclass(frozen=True, slots=True)
class ShopSheet:
    """A file and what it says; rows are counted as a spreadsheet shows them.

    Columns in `may_be_unread` say nothing of an order; whether they are told as not read is open.
    """

    file_name: str
    country: str
    content: bytes
    rows: dict[int, ExpectedOrder]
    columns_not_read: frozenset[str]
    may_be_unread: frozenset[str]


def shop_sheet(name: str) -> ShopSheet:
    data = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    rows = {row.pop("number"): expected_order(row) for row in data["rows"]}
    if data["file"].endswith(".xlsx"):
        content = workbook(data["cells"], data["merged"])
    else:
        content = _delimited(data["cells"], data["delimiter"]).encode(data["charset"])
    return ShopSheet(
        data["file"],
        data["country"],
        content,
        rows,
        frozenset(data["columns_not_read"]),
        frozenset(data.get("may_be_unread", ())),
    )


def read_sheet(content: bytes, file_name: str, country: str) -> Sheet:
    """Read a file as the bot does, in this process."""
    sheets = json.loads(rows_as_json(content, file_name))
    return orders_of_sheets([SheetRows(**sheet) for sheet in sheets], country)


def _delimited(cells: Sequence[Sequence[Cell]], delimiter: str) -> str:
    width = max(len(row) for row in cells)
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter)
    writer.writerows([*row, *[""] * (width - len(row))] for row in cells)
    return written.getvalue()
