"""The rows of a file: text with separated values, or a workbook.

A separate process reads the file (`bot.base.file_reader`), so this module imports little.
"""

import csv
import io
import json
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
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
"""The most elements of a name in a workbook: shared strings, and sheets, each its own part."""
_DEEPEST = 64
_MOST_ROWS = 1_000
"""The most rows of a sheet, including empty rows and titles."""
MOST_COLUMNS = 256
_LONGEST_CELL = 32_767
"""The most characters of a cell, which is the limit of spreadsheet programs."""
_MOST_CHARACTERS = 2 * 1024 * 1024
"""The most characters of all cells: a packed file can repeat one long cell a thousand times."""
_SAMPLED = 20

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_TEXTS = {".csv", ".tsv", ".txt", ""}
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
_CHARSETS = ["cp1252", "cp1256", "utf_16_le", "utf_16_be"]
_DELIMITERS = ",;\t|"
_DECLARED = "sep="

_NOUGHTS = re.compile(r"[0 \\()\-]{2,}")
"""A cell format that shows leading zeros, as for phone numbers."""

Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class SheetRows:
    """One sheet of a file: its rows as text, and the number of hidden rows that were left out.

    A hidden sheet has no rows.
    """

    title: str = ""
    rows: Rows = field(default_factory=list)
    hidden_rows: int = 0
    is_hidden: bool = False


class SheetFault(StrEnum):
    """Why a file cannot be read as orders."""

    TOO_LONG = "too_long"
    TOO_BIG = "too_big"
    TOO_MUCH = "too_much"
    NOT_A_SHEET = "not_a_sheet"
    NO_COLUMNS = "no_columns"
    OPEN_QUOTE = "open_quote"
    EMPTY = "empty"
    PROTECTED = "protected"
    POISONOUS = POISONOUS
    INTERRUPTED = "interrupted"


def rows_as_json(content: bytes, file_name: str) -> bytes:
    """Return the sheets of a file as a JSON list of the fields of `SheetRows`."""
    sheets = [asdict(sheet) for sheet in sheets_in(content, file_name)]
    return json.dumps(sheets, ensure_ascii=False).encode(errors="replace")


def sheets_in(content: bytes, file_name: str) -> list[SheetRows]:
    """Return the sheets of a file; every row keeps its place, and an empty cell is "".

    Raises:
        FileRefused: The file is too big, too long, protected, or not of this kind; or a quotation
            mark is never closed, with a colon and the number of its row behind the reason.
    """
    if len(content) > MOST_BYTES:
        raise FileRefused(SheetFault.TOO_BIG)
    if content.startswith(_OLE):
        is_locked = _ENCRYPTED in content
        raise FileRefused(SheetFault.PROTECTED if is_locked else SheetFault.NOT_A_SHEET)
    is_book = content.startswith(_ZIP)
    sheets = list(_workbook(content)) if is_book else [SheetRows(rows=_text(content, file_name))]
    rows = [row for sheet in sheets for row in sheet.rows]
    if any(len(sheet.rows) > _MOST_ROWS for sheet in sheets):
        raise FileRefused(SheetFault.TOO_LONG)
    lengths = [len(cell) for row in rows for cell in row]
    is_wide = any(any(row[MOST_COLUMNS:]) for row in rows)
    if is_wide or max(lengths, default=0) > _LONGEST_CELL or sum(lengths) > _MOST_CHARACTERS:
        raise FileRefused(SheetFault.TOO_MUCH)
    return sheets


def _text(content: bytes, file_name: str) -> Rows:
    if PurePath(file_name).suffix.casefold() not in _TEXTS:
        raise FileRefused(SheetFault.NOT_A_SHEET)
    text = _decoded(content)
    if "\0" in text:
        raise FileRefused(SheetFault.NOT_A_SHEET)
    declared = text[: len(_DECLARED) + 1].casefold()
    if declared.startswith(_DECLARED) and declared[-1] in _DELIMITERS:
        # The line that declares the delimiter counts as a row, so that row numbers are right.
        return [[], *_separated(text.partition("\n")[2], declared[-1])]
    delimiter = max(_DELIMITERS, key=lambda each: _evenness(_separated(text, each)))
    rows = _separated(text, delimiter)
    _check_quotes(text, delimiter)
    if text.strip() and not rows:
        raise FileRefused(SheetFault.TOO_MUCH)
    return rows


def _decoded(content: bytes) -> str:
    for mark, charset in _MARKS.items():
        if content.startswith(mark):
            return content.decode(charset, errors="replace")
    with suppress(UnicodeDecodeError):
        return content.decode()
    from charset_normalizer import from_bytes  # noqa: PLC0415 - slow to import, seldom needed

    guess = from_bytes(content, cp_isolation=_CHARSETS).best()
    if guess is None:
        raise FileRefused(SheetFault.NOT_A_SHEET)
    return str(guess)


def _separated(text: str, delimiter: str) -> Rows:
    """Return the cells between a delimiter; no rows if a cell is longer than `csv` allows."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        return [[cell.strip() for cell in row] for row in islice(lines, _MOST_ROWS + 1)]
    except csv.Error:
        return []


def _check_quotes(text: str, delimiter: str) -> None:
    """Refuse a text with an open quotation mark, which would swallow everything behind it."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for _ in lines:
            begins = lines.line_num + 1
    except csv.Error as error:
        if str(error) == "unexpected end of data":
            raise FileRefused(f"{SheetFault.OPEN_QUOTE}:{begins}") from None


def _evenness(rows: Rows) -> tuple[int, int]:
    """Rate a delimiter: how many rows have the commonest number of cells, and that number."""
    widths = [len(row) for row in rows if any(row)][:_SAMPLED]
    several = [width for width in widths if width > 1]
    if not several:
        return 0, 0
    common = max(set(several), key=lambda width: (several.count(width), width))
    return several.count(common), common


def _workbook(content: bytes) -> Iterator[SheetRows]:
    """Yield each sheet that is not empty; a hidden one without its rows."""
    from openpyxl import load_workbook  # noqa: PLC0415 - slow to import, and few send a workbook

    try:
        hidden = _check_packed(content)
        with warnings.catch_warnings():  # about styles and the like, which nothing here reads
            warnings.simplefilter("ignore")
            book = load_workbook(
                io.BytesIO(content), read_only=True, data_only=True, keep_links=False
            )
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # the size in the file may be wrong
            rows = sheet.iter_rows(max_row=_MOST_ROWS + 1, max_col=MOST_COLUMNS)
            cells = [[_written(cell.value, cell.number_format) for cell in row] for row in rows]
            not_shown = hidden.get(getattr(sheet, "_worksheet_path", "").lstrip("/"), frozenset())
            if not any(map(any, cells)):
                continue
            if sheet.sheet_state != "visible":
                yield SheetRows(sheet.title, is_hidden=True)
                continue
            shown = [[] if at in not_shown else row for at, row in enumerate(cells, start=1)]
            left_out = sum(any(row) for at, row in enumerate(cells, start=1) if at in not_shown)
            yield SheetRows(sheet.title, shown, left_out)
    except (MemoryError, FileRefused):  # a limit was reached
        raise
    except Exception as error:
        raise FileRefused(SheetFault.NOT_A_SHEET) from error


def _check_packed(content: bytes) -> dict[str, frozenset[int]]:
    """Refuse a file that is not a workbook, or would need too much memory, before it is loaded.

    Return the numbers of the hidden rows of each part.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        # Check the sizes in the directory before unpacking any part.
        parts = packed.infolist()
        if any(part.flag_bits & 1 for part in parts):
            raise FileRefused(SheetFault.PROTECTED)
        if sum(part.file_size for part in parts) > _MOST_UNPACKED:
            raise FileRefused(SheetFault.TOO_BIG)
        if len(parts) > _MOST_PARTS:
            raise FileRefused(SheetFault.TOO_MUCH)
        if not any(part.filename == "xl/workbook.xml" for part in parts):
            raise FileRefused(SheetFault.NOT_A_SHEET)
        counts = _Counts()
        return {part.filename: counts.add(packed.read(part)) for part in parts}


class _Counts:
    """A counter of the XML elements in the parts of a workbook, which keeps no content.

    A sheet may have any name, so all parts are parsed; one that is not XML fails at once.
    """

    def __init__(self) -> None:
        self._named: Counter[str] = Counter()
        self._elements = 0
        self._depth = 0
        self._row = 0
        self._hidden: set[int] = set()

    def add(self, part: bytes) -> frozenset[int]:
        """Count the elements of a part, and return the numbers of its hidden rows."""
        self._row, self._hidden = 0, set()
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._declares
        parser.StartElementHandler = self._begins
        parser.EndElementHandler = self._ends
        self._depth = 0
        with suppress(expat.ExpatError):  # openpyxl reports broken parts that it needs
            parser.Parse(part, True)
        return frozenset(self._hidden)

    def _declares(self, *_: object) -> None:
        """Refuse any document type declaration, and so all entities: no workbook has one."""
        raise FileRefused(SheetFault.NOT_A_SHEET)

    def _begins(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        self._depth += 1
        name = name.rpartition(":")[2]
        if name == "row":
            number = attributes.get("r", "")
            self._row = int(number) if number.isdecimal() else self._row + 1
            if attributes.get("hidden") in {"1", "true"}:
                self._hidden.add(self._row)
        if name in _MOST_NAMED:
            self._named[name] += 1
            if self._named[name] > _MOST_NAMED[name]:
                raise FileRefused(SheetFault.TOO_MUCH)
        if self._elements > _MOST_ELEMENTS or self._depth > _DEEPEST:
            raise FileRefused(SheetFault.TOO_MUCH)

    def _ends(self, _: str) -> None:
        self._depth -= 1


def _written(value: object, number_format: str) -> str:
    """Return the value of a cell as a spreadsheet shows it."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and _NOUGHTS.fullmatch(number_format):
        return str(value).zfill(number_format.count("0"))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return " ".join(str(value).split())
