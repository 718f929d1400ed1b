"""Rows in a file: CSV for a spreadsheet, or JSON, an object on each line, for a program."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO

from bot.service.operations.export import Row, Value

_COMPUTED = re.compile(
    r"^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])"
)
"""Where a text begins that a spreadsheet would take for a formula, also in wide letters.

In half of the world's settings it parts the cells at semicolons, heeds no quotes of ours then, and
so a cell of its own begins behind each of them, and on each line.
"""

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
    return text if _PHONE.fullmatch(text) else _COMPUTED.sub("'", text)


Write = Callable[[Iterable[str], Sequence[Row] | None], bytes]
FORMATS: Mapping[str, Write] = {"csv": as_csv, "json": as_json}
