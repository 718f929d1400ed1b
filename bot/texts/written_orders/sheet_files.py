"""The rows of a file: text with separated values, or a workbook."""

import csv
import io
import warnings
import zipfile
from collections.abc import Iterator
from datetime import datetime, time
from enum import StrEnum
from itertools import islice
from pathlib import PurePath

MOST_BYTES = 2 * 1024 * 1024
_MOST_UNPACKED = 30 * 1024 * 1024
_MOST_ROWS = 1_000
"""Rows of a file that are looked at, empty ones and titles among them."""
_MOST_COLUMNS = 60
_SAMPLED = 20

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_TEXTS = {".csv", ".tsv", ".txt", ""}
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
_CHARSETS = ["cp1252", "cp1256", "utf_16_le", "utf_16_be"]
_DELIMITERS = ",;\t|"
_DECLARED = "sep="

Rows = list[list[str]]


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


def rows_of(content: bytes, file_name: str) -> Rows:
    """Return the cells of a file as text, an empty cell as ""; a row of a file keeps its place.

    Raises `SheetRefused` for a file that is too big, too long, protected, or none of this kind.
    """
    if len(content) > MOST_BYTES:
        raise SheetRefused(SheetFault.TOO_BIG)
    if content.startswith(_OLE):
        is_locked = _ENCRYPTED in content
        raise SheetRefused(SheetFault.PROTECTED if is_locked else SheetFault.NOT_A_SHEET)
    rows = list(_workbook(content) if content.startswith(_ZIP) else _text(content, file_name))
    if len(rows) > _MOST_ROWS:
        raise SheetRefused(SheetFault.TOO_LONG)
    return rows


def _text(content: bytes, file_name: str) -> Rows:
    if PurePath(file_name).suffix.casefold() not in _TEXTS:
        raise SheetRefused(SheetFault.NOT_A_SHEET)
    text = _decoded(content)
    if "\0" in text:
        raise SheetRefused(SheetFault.NOT_A_SHEET)
    declared = text[: len(_DECLARED) + 1].casefold()
    if declared.startswith(_DECLARED) and declared[-1] in _DELIMITERS:
        # The line that declares the delimiter counts as a row, as people count them.
        return [[], *_separated(text.partition("\n")[2], declared[-1])]
    return max((_separated(text, delimiter) for delimiter in _DELIMITERS), key=_evenness)


def _decoded(content: bytes) -> str:
    for mark, charset in _MARKS.items():
        if content.startswith(mark):
            return content.decode(charset, errors="replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return _guessed(content)


def _guessed(content: bytes) -> str:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - slow to import, seldom needed

    best = from_bytes(content, cp_isolation=_CHARSETS).best()
    if best is None:
        raise SheetRefused(SheetFault.NOT_A_SHEET)
    return str(best)


def _separated(text: str, delimiter: str) -> Rows:
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        return [[cell.strip() for cell in row] for row in islice(lines, _MOST_ROWS + 1)]
    except csv.Error:
        return []


def _evenness(rows: Rows) -> tuple[int, int]:
    """Tell how well a delimiter fits: how many rows have as many cells as most of them."""
    widths = [len(row) for row in rows if any(row)][:_SAMPLED]
    several = [width for width in widths if width > 1]
    if not several:
        return 0, 0
    common = max(set(several), key=lambda width: (several.count(width), width))
    return several.count(common), common


def _workbook(content: bytes) -> Iterator[list[str]]:
    """Yield the rows of the first sheet that is shown and not empty."""
    from openpyxl import load_workbook  # noqa: PLC0415 - slow to import, and few send a workbook

    _check_packed(content)
    try:
        with warnings.catch_warnings():  # of styles and the like, which nothing here reads
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        for sheet in book.worksheets:
            if sheet.sheet_state != "visible":
                continue
            sheet.reset_dimensions()  # what the file says of its size may be wrong
            rows = sheet.iter_rows(max_row=_MOST_ROWS + 1, max_col=_MOST_COLUMNS, values_only=True)
            cells = [[_written(cell) for cell in row] for row in rows]
            if any(map(any, cells)):
                return iter(cells)
    except Exception as error:
        raise SheetRefused(SheetFault.NOT_A_SHEET) from error
    return iter(())


def _check_packed(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            files = packed.infolist()
    except zipfile.BadZipFile as error:
        raise SheetRefused(SheetFault.NOT_A_SHEET) from error
    if any(file.flag_bits & 1 for file in files):
        raise SheetRefused(SheetFault.PROTECTED)
    if sum(file.file_size for file in files) > _MOST_UNPACKED:
        raise SheetRefused(SheetFault.TOO_BIG)
    if not any(file.filename == "xl/workbook.xml" for file in files):
        raise SheetRefused(SheetFault.NOT_A_SHEET)


def _written(cell: object) -> str:
    """Write the value of a cell as people see it."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    return " ".join(str(cell).split()) if not isinstance(cell, str) else cell.strip()
