"""A workbook as spreadsheet programs save it (ECMA-376), as far as a list of orders needs it."""

import io
import zipfile
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from string import ascii_uppercase
from xml.sax.saxutils import escape

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_EPOCH = date(1899, 12, 30)
_DATE_STYLE = 1
_LONG = 10_000_000
Cell = str | float | date
_PARTS = {
    "workbook": "sheet.main",
    "worksheets/sheet1": "worksheet",
    "styles": "styles",
    "sharedStrings": "sharedStrings",
}


def workbook(cells: Sequence[Sequence[Cell]], merged: Sequence[str]) -> bytes:
    """Build an .xlsx of one sheet: texts shared, dates as styled numbers, empty cells left out."""
    texts = list(
        dict.fromkeys(cell for row in cells for cell in row if isinstance(cell, str) and cell)
    )
    parts = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations({"rId1": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        '<sheet name="Feuil1" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relations(
            {
                "rId1": ("worksheet", "worksheets/sheet1.xml"),
                "rId2": ("styles", "styles.xml"),
                "rId3": ("sharedStrings", "sharedStrings.xml"),
            }
        ),
        "xl/styles.xml": _styles(),
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{"".join(map(_shared, texts))}</sst>',
        "xl/worksheets/sheet1.xml": _sheet(cells, texts, merged),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, _HEAD + content)
    return packed.getvalue()


def _content_types() -> str:
    parts = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{_TYPE}.{kind}+xml"/>'
        for name, kind in _PARTS.items()
    )
    rels = "application/vnd.openxmlformats-package.relationships+xml"
    return (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType="{rels}"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{parts}</Types>'
    )


def _relations(targets: dict[str, tuple[str, str]]) -> str:
    told = "".join(
        f'<Relationship Id="{name}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for name, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{told}</Relationships>'


def _styles() -> str:
    """Two formats: the general one, and 14, which is a date as the reader's country writes it."""
    plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
    dated = '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    return (
        f'<styleSheet xmlns="{_MAIN}"><fonts count="1"><font/></fonts>'
        '<fills count="1"><fill><patternFill/></fill></fills>'
        f'<borders count="1"><border/></borders><cellStyleXfs count="1">{plain}</cellStyleXfs>'
        f'<cellXfs count="2">{plain}{dated}</cellXfs></styleSheet>'
    )


def _shared(text: str) -> str:
    return f'<si><t xml:space="preserve">{escape(text)}</t></si>'


def _sheet(cells: Sequence[Sequence[Cell]], texts: list[str], merged: Sequence[str]) -> str:
    rows = "".join(_row(number, row, texts) for number, row in enumerate(cells, start=1) if row)
    ranges = "".join(f'<mergeCell ref="{each}"/>' for each in merged)
    joined = f'<mergeCells count="{len(merged)}">{ranges}</mergeCells>' if merged else ""
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData>{joined}</worksheet>'


def _row(number: int, cells: Sequence[Cell], texts: list[str]) -> str:
    told = (
        _cell(cell, f"{column}{number}", texts)
        for column, cell in zip(ascii_uppercase, cells, strict=False)
    )
    return f'<row r="{number}">{"".join(told)}</row>'


def _cell(cell: Cell, place: str, texts: list[str]) -> str:
    if isinstance(cell, date):
        return f'<c r="{place}" s="{_DATE_STYLE}"><v>{(cell - _EPOCH).days}</v></c>'
    if isinstance(cell, str):
        return f'<c r="{place}" t="s"><v>{texts.index(cell)}</v></c>' if cell else ""
    return f'<c r="{place}"><v>{_figure(cell)}</v></c>'


def _figure(cell: float) -> str:
    """Write long figures with an exponent, as spreadsheet programs do."""
    return f"{Decimal(cell).normalize():E}" if cell > _LONG else str(cell)
