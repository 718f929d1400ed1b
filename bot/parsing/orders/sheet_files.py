"""The rows of a file: text with separated values, or a workbook.

It is read in a process of its own (`bot.base.file_reader`): little is imported here.
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

_NOUGHTS = re.compile(r"[0 \\()\-]{2,}")
"""A format that shows a number with its noughts, as of phone numbers."""

Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class SheetRows:
    """One sheet of a file: its rows as text, and how many that nobody is shown were left out.

    Of a sheet that is hidden itself there are no rows.
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
    """Return the sheets of a file for another process, as JSON that `SheetRows` is made of."""
    sheets = [asdict(sheet) for sheet in sheets_in(content, file_name)]
    return json.dumps(sheets, ensure_ascii=False).encode(errors="replace")


def sheets_in(content: bytes, file_name: str) -> list[SheetRows]:
    """Return the cells of a file as text, an empty cell as ""; a row of a file keeps its place.

    Raises `FileRefused` for a file that is too big, too long, protected, or none of this kind; of a
    quotation mark that nothing closes, with the number of its row behind a colon.
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
        # The line that declares the delimiter counts as a row, as people count them.
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
    """Return the cells between a delimiter; no rows where one of them is longer than can be."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        return [[cell.strip() for cell in row] for row in islice(lines, _MOST_ROWS + 1)]
    except csv.Error:
        return []


def _check_quotes(text: str, delimiter: str) -> None:
    """Refuse a text of which a quotation mark would swallow all that follows it."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for _ in lines:
            begins = lines.line_num + 1
    except csv.Error as error:
        if str(error) == "unexpected end of data":
            raise FileRefused(f"{SheetFault.OPEN_QUOTE}:{begins}") from None


def _evenness(rows: Rows) -> tuple[int, int]:
    """Tell how well a delimiter fits: how many rows have as many cells as most of them."""
    widths = [len(row) for row in rows if any(row)][:_SAMPLED]
    several = [width for width in widths if width > 1]
    if not several:
        return 0, 0
    common = max(set(several), key=lambda width: (several.count(width), width))
    return several.count(common), common


def _workbook(content: bytes) -> Iterator[SheetRows]:
    """Yield each sheet that is not empty."""
    from openpyxl import load_workbook  # noqa: PLC0415 - slow to import, and few send a workbook

    try:
        hidden = _check_packed(content)
        with warnings.catch_warnings():  # of styles and the like, which nothing here reads
            warnings.simplefilter("ignore")
            book = load_workbook(
                io.BytesIO(content), read_only=True, data_only=True, keep_links=False
            )
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # what the file says of its size may be wrong
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
    except (MemoryError, FileRefused):  # which tell of a limit
        raise
    except Exception as error:
        raise FileRefused(SheetFault.NOT_A_SHEET) from error


def _check_packed(content: bytes) -> dict[str, frozenset[int]]:
    """Refuse what is no workbook or would grow beyond all bounds, before any of it is built.

    Return the numbers of the rows that each part hides.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        # What the parts say of themselves is looked at before any of them is unpacked.
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
    """What the parts of a workbook hold, counted without being kept.

    Any part may be a sheet, whatever its name is: what is no XML ends at its first byte.
    """

    def __init__(self) -> None:
        self._named: Counter[str] = Counter()
        self._elements = 0
        self._depth = 0
        self._row = 0
        self._hidden: set[int] = set()

    def add(self, part: bytes) -> frozenset[int]:
        """Count what a part holds, and return the numbers of the rows that it hides."""
        self._row, self._hidden = 0, set()
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._declares
        parser.StartElementHandler = self._begins
        parser.EndElementHandler = self._ends
        self._depth = 0
        with suppress(expat.ExpatError):  # the reader of this part says that it is broken
            parser.Parse(part, True)
        return frozenset(self._hidden)

    def _declares(self, *_: object) -> None:
        """Refuse entities with the declaration that is before them: no workbook has one."""
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
    """Write the value of a cell as people see it."""
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
