"""The rows of a file: text with separated values, or a workbook.

It is read in a process of its own (`bot.base.file_reader`): little is imported here.
"""

import csv
import io
import json
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, time
from enum import StrEnum
from itertools import islice
from pathlib import PurePath
from xml.parsers import expat

from bot.base.reader_process import POISONOUS, FileRefused

MOST_BYTES = 2 * 1024 * 1024
_MOST_UNPACKED = 30 * 1024 * 1024
_MOST_PARTS = 2_000
_MOST_ELEMENTS = 1_500_000
_MOST_NAMED = {"si": 100_000, "sheet": 255}
"""Elements of a name in all parts of a workbook: shared strings, and sheets of one part each."""
_DEEPEST = 64
_MOST_ROWS = 1_000
"""Rows of a file that are looked at, empty ones and titles among them."""
MOST_COLUMNS = 256
_LONGEST_CELL = 32_767
"""Characters: no spreadsheet program takes more."""
_MOST_CHARACTERS = 2 * 1024 * 1024
"""Of all cells: a packed file can name one long cell a thousand times."""
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
    TOO_MUCH = "too_much"
    NOT_A_SHEET = "not_a_sheet"
    NO_COLUMNS = "no_columns"
    EMPTY = "empty"
    PROTECTED = "protected"
    POISONOUS = POISONOUS
    INTERRUPTED = "interrupted"


def rows_as_json(content: bytes, file_name: str) -> bytes:
    """Return the rows of a file for another process."""
    return json.dumps(rows_of(content, file_name), ensure_ascii=False).encode(errors="replace")


def rows_of(content: bytes, file_name: str) -> Rows:
    """Return the cells of a file as text, an empty cell as ""; a row of a file keeps its place.

    Raises `FileRefused` for a file that is too big, too long, protected, or none of this kind.
    """
    if len(content) > MOST_BYTES:
        raise FileRefused(SheetFault.TOO_BIG)
    if content.startswith(_OLE):
        is_locked = _ENCRYPTED in content
        raise FileRefused(SheetFault.PROTECTED if is_locked else SheetFault.NOT_A_SHEET)
    rows = list(_workbook(content) if content.startswith(_ZIP) else _text(content, file_name))
    if len(rows) > _MOST_ROWS:
        raise FileRefused(SheetFault.TOO_LONG)
    lengths = [len(cell) for row in rows for cell in row]
    is_wide = any(any(row[MOST_COLUMNS:]) for row in rows)
    if is_wide or max(lengths, default=0) > _LONGEST_CELL or sum(lengths) > _MOST_CHARACTERS:
        raise FileRefused(SheetFault.TOO_MUCH)
    return [row[:MOST_COLUMNS] for row in rows]


def _text(content: bytes, file_name: str) -> Rows:
    if PurePath(file_name).suffix.casefold() not in _TEXTS:
        raise FileRefused(SheetFault.NOT_A_SHEET)
    text = _decoded(content)
    if "\0" in text:
        raise FileRefused(SheetFault.NOT_A_SHEET)
    declared = text[: len(_DECLARED) + 1].casefold()
    if declared.startswith(_DECLARED) and declared[-1] in _DELIMITERS:
        # The line that declares the delimiter counts as a row, as people count them.
        return [[], *_separated(text.partition("\n")[2], declared[-1])]
    rows = max((_separated(text, delimiter) for delimiter in _DELIMITERS), key=_evenness)
    if text.strip() and not rows:
        raise FileRefused(SheetFault.TOO_MUCH)
    return rows


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
        raise FileRefused(SheetFault.NOT_A_SHEET)
    return str(best)


def _separated(text: str, delimiter: str) -> Rows:
    """Return the cells between a delimiter; no rows where one of them is longer than can be."""
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
            book = load_workbook(
                io.BytesIO(content), read_only=True, data_only=True, keep_links=False
            )
        for sheet in book.worksheets:
            if sheet.sheet_state != "visible":
                continue
            sheet.reset_dimensions()  # what the file says of its size may be wrong
            rows = sheet.iter_rows(max_row=_MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True)
            cells = [[_written(cell) for cell in row] for row in rows]
            if any(map(any, cells)):
                return iter(cells)
    except MemoryError:  # which tells of the limit, and nothing of the file's kind
        raise
    except Exception as error:
        raise FileRefused(SheetFault.NOT_A_SHEET) from error
    return iter(())


def _check_packed(content: bytes) -> None:
    """Refuse what is no workbook or would grow beyond all bounds, before any of it is built."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            _check_sizes(packed.infolist())
            counts = _Counts()
            for part in packed.infolist():
                counts.add(packed.read(part))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError) as error:
        raise FileRefused(SheetFault.NOT_A_SHEET) from error


def _check_sizes(parts: list[zipfile.ZipInfo]) -> None:
    if any(part.flag_bits & 1 for part in parts):
        raise FileRefused(SheetFault.PROTECTED)
    if sum(part.file_size for part in parts) > _MOST_UNPACKED:
        raise FileRefused(SheetFault.TOO_BIG)
    if len(parts) > _MOST_PARTS:
        raise FileRefused(SheetFault.TOO_MUCH)
    if not any(part.filename == "xl/workbook.xml" for part in parts):
        raise FileRefused(SheetFault.NOT_A_SHEET)


class _Counts:
    """What the parts of a workbook hold, counted without being kept.

    Any part may be a sheet, whatever its name is: what is no XML ends at its first byte.
    """

    def __init__(self) -> None:
        self._named: Counter[str] = Counter()
        self._elements = 0
        self._depth = 0

    def add(self, part: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._declares
        parser.StartElementHandler = self._begins
        parser.EndElementHandler = self._ends
        self._depth = 0
        with suppress(expat.ExpatError):  # whoever needs this part says that it is broken
            parser.Parse(part, True)

    def _declares(self, *_: object) -> None:
        """Refuse entities with the declaration that is before them: no workbook has one."""
        raise FileRefused(SheetFault.NOT_A_SHEET)

    def _begins(self, name: str, _: object) -> None:
        self._elements += 1
        self._depth += 1
        name = name.rpartition(":")[2]
        if name in _MOST_NAMED:
            self._named[name] += 1
            if self._named[name] > _MOST_NAMED[name]:
                raise FileRefused(SheetFault.TOO_MUCH)
        if self._elements > _MOST_ELEMENTS or self._depth > _DEEPEST:
            raise FileRefused(SheetFault.TOO_MUCH)

    def _ends(self, _: str) -> None:
        self._depth -= 1


def _written(cell: object) -> str:
    """Write the value of a cell as people see it."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    return " ".join(str(cell).split()) if not isinstance(cell, str) else cell.strip()
