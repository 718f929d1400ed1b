"""Rows in a file: CSV for a spreadsheet, or JSON, an object on each line, for a program."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO

from bot.service.operations.export import Row, Value

_COMPUTED = re.compile(r"[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
"""How a text begins that a spreadsheet would take for a formula, also in wide letters."""

_PHONE = re.compile(r"\+[0-9]+")
_MARK = "\ufeff"
"""Without it a spreadsheet reads names with accents as something else."""


def as_csv(columns: Iterable[str], rows: Sequence[Row] | None) -> bytes:
    """Write rows, or, before all of them, the columns' names; no cell is a formula."""
    text = StringIO()
    writer = csv.writer(text)
    if rows is None:
        text.write(_MARK)
        writer.writerow(columns)
    else:
        writer.writerows([_cell(row[name]) for name in columns] for row in rows)
    return text.getvalue().encode()


def as_json(_columns: Iterable[str], rows: Sequence[Row] | None) -> bytes:
    """Write an object on each line; there is nothing before all of them."""
    lines = (json.dumps(row, ensure_ascii=False) for row in rows or ())
    return "".join(f"{line}\n" for line in lines).encode()


def _cell(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "" if value is None else str(value)
    is_computed = _COMPUTED.match(text) and not _PHONE.fullmatch(text)
    return f"'{text}" if is_computed else text


Write = Callable[[Iterable[str], Sequence[Row] | None], bytes]
FORMATS: Mapping[str, Write] = {"csv": as_csv, "json": as_json}
