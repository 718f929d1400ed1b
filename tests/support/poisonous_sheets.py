"""Small files that take much to read: workbooks and texts with separated values."""

import io
import zipfile
from collections.abc import Callable, Mapping

from bot.parsing.orders.sheet_files import SheetFault
from tests.pastes.workbook import workbook

_ROWS = [["Customer", "Phone", "Address", "Fee"], ["Bola", "08030000001", "5 Allen Avenue", 900.0]]
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SHEET = f'<worksheet xmlns="{_MAIN}"><sheetData>%s</sheetData></worksheet>'
_STRINGS = f'<sst xmlns="{_MAIN}">%s</sst>'
_TITLES = "Customer,Phone,Address,Fee\n"
_MEGABYTE = 1024 * 1024
_SHEET_PART = "xl/worksheets/sheet1.xml"


def ordinary() -> bytes:
    """A workbook that is read."""
    return workbook(_ROWS, [])


def with_parts(parts: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An ordinary workbook with these parts in place of its own, or next to them."""
    with zipfile.ZipFile(io.BytesIO(ordinary())) as book:
        kept = {name: book.read(name) for name in book.namelist() if name not in parts}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as book:
        for name, content in {**kept, **parts}.items():
            book.writestr(name, content)
    return packed.getvalue()


def sheet(rows: str) -> bytes:
    return with_parts({_SHEET_PART: _SHEET % rows})


def many_sheets(count: int, rows: str) -> bytes:
    """A workbook whose sheets are all the same part."""
    with zipfile.ZipFile(io.BytesIO(ordinary())) as book:
        told = book.read("xl/workbook.xml").decode()
    head, tail = told.split("<sheets>")[0], told.split("</sheets>")[1]
    named = "".join(f'<sheet name="s{n}" sheetId="{n}" r:id="rId1"/>' for n in range(1, count + 1))
    content = f"{head}<sheets>{named}</sheets>{tail}"
    return with_parts({"xl/workbook.xml": content, _SHEET_PART: _SHEET % rows})


def slow() -> bytes:
    """A workbook within every count, which takes longer than it may."""
    return many_sheets(255, f"<row>{'<c/>' * 1_400_000}</row>")


def _entities() -> bytes:
    """An entity of a megabyte that is named sixty times: three gigabytes, once it is unpacked."""
    bomb = f'<!DOCTYPE sst [<!ENTITY a "{"a" * _MEGABYTE}">]>'
    text = _STRINGS % f"<si><t>{'&a;' * 60}</t></si>"
    return with_parts({"xl/sharedStrings.xml": f'<?xml version="1.0"?>{bomb}{text}'})


def _entities_in_each_other() -> bytes:
    named = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    text = _STRINGS % "<si><t>&a11;</t></si>"
    return with_parts({"xl/sharedStrings.xml": f'<!DOCTYPE sst [<!ENTITY a0 "a">{named}]>{text}'})


def _entities_in_utf_16() -> bytes:
    """One that does nothing, in a part that nothing needs."""
    text = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE a [<!ENTITY b "c">]><a/>'
    return with_parts({"xl/other.xml": text.encode("utf-16")})


def _from_elsewhere() -> bytes:
    text = _STRINGS % "<si><t>&a;</t></si>"
    other = '<!DOCTYPE sst [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    return with_parts({"xl/sharedStrings.xml": f"{other}{text}"})


def _under_another_name() -> bytes:
    """The rows are in a part that is called a picture."""
    with zipfile.ZipFile(io.BytesIO(ordinary())) as book:
        parts = {name: book.read(name).replace(b"sheet1.xml", b"a.png") for name in book.namelist()}
    return with_parts({**parts, "xl/worksheets/a.png": _SHEET % ("<row/>" * 1_600_000)})


def _one_cell_everywhere() -> bytes:
    cells = '<c t="s"><v>0</v></c>' * 50
    strings = _STRINGS % f"<si><t>{'a' * 30_000}</t></si>"
    rows = _SHEET % (f"<row>{cells}</row>" * 100)
    return with_parts({"xl/sharedStrings.xml": strings, _SHEET_PART: rows})


_WORKBOOKS: Mapping[str, tuple[Callable[[], bytes], set[SheetFault]]] = {
    "entities": (_entities, {SheetFault.NOT_A_SHEET}),
    "entities in each other": (_entities_in_each_other, {SheetFault.NOT_A_SHEET}),
    "entities in UTF-16": (_entities_in_utf_16, {SheetFault.NOT_A_SHEET}),
    "something from elsewhere": (_from_elsewhere, {SheetFault.NOT_A_SHEET}),
    "1,500 sheets": (lambda: many_sheets(1_500, "<row/>" * 900_000), {SheetFault.TOO_MUCH}),
    "strings": (
        lambda: with_parts({"xl/sharedStrings.xml": _STRINGS % ("<si/>" * 1_500_000)}),
        {SheetFault.TOO_MUCH},
    ),
    "rows in each other": (
        lambda: sheet("<row>" * 1_000_000 + "</row>" * 1_000_000),
        {SheetFault.TOO_MUCH},
    ),
    "deep": (lambda: with_parts({"xl/styles.xml": "<a>" * 1_000_000}), {SheetFault.TOO_MUCH}),
    "cells": (lambda: sheet(f"<row>{'<c/>' * 2_000_000}</row>"), {SheetFault.TOO_MUCH}),
    "rows by another name": (_under_another_name, {SheetFault.TOO_MUCH}),
    "a long cell a thousand times": (_one_cell_everywhere, {SheetFault.TOO_MUCH}),
    "an endless cell": (
        lambda: with_parts(
            {"xl/sharedStrings.xml": _STRINGS % (f"<si><t>{'a' * 40_000}</t></si>" * 9)}
        ),
        {SheetFault.TOO_MUCH},
    ),
    "a far row": (
        lambda: sheet(f'<row r="1000000000">{"<c><v>1</v></c>"}</row>'),
        {SheetFault.EMPTY},
    ),
    "parts": (
        lambda: with_parts({f"xl/{n}": "" for n in range(3_000)}),
        {SheetFault.TOO_MUCH},
    ),
    "unpacked": (lambda: sheet(" " * (31 * _MEGABYTE)), {SheetFault.TOO_BIG}),
    "half": (lambda: ordinary()[: len(ordinary()) // 2], {SheetFault.NOT_A_SHEET}),
    "a row of 5,000 digits": (
        lambda: sheet(f'<row r="{"9" * 5_000}"/>'),
        {SheetFault.NOT_A_SHEET},
    ),
    "no such charset": (
        lambda: with_parts({"xl/other.xml": '<?xml version="1.0" encoding="other"?><a/>'}),
        {SheetFault.NOT_A_SHEET},
    ),
    "parts elsewhere": (
        lambda: ordinary()[:-6] + b"\xff\xff\xff\x7f\0\0",
        {SheetFault.NOT_A_SHEET},
    ),
    "slow": (slow, {SheetFault.POISONOUS}),
}

_TEXTS: Mapping[str, tuple[Callable[[], str | bytes], set[SheetFault]]] = {
    "a million columns": (lambda: _TITLES + "a," * 1_000_000, {SheetFault.TOO_MUCH}),
    "a million titles": (lambda: "Phone," * 300_000, {SheetFault.TOO_MUCH}),
    "an open quote": (lambda: f'{_TITLES}"{"a" * 1_900_000}', {SheetFault.TOO_MUCH}),
    "quotes": (lambda: _TITLES + '""' * 900_000, {SheetFault.TOO_MUCH}),
    "an endless line": (lambda: "a" * 2_000_000, {SheetFault.TOO_MUCH}),
    "empty lines": (lambda: _TITLES + "\n" * 2_000_000, {SheetFault.TOO_LONG}),
    "NUL": (lambda: _TITLES + "\0" * 1_000_000, {SheetFault.NOT_A_SHEET}),
    "long addresses": (
        lambda: _TITLES + f"Bola,08030000001,{'5 Allen Avenue - ' * 80},9\n" * 190,
        {SheetFault.TOO_MUCH},
    ),
    "a long address": (
        lambda: _TITLES + f"Bola,08030000001,{'5 Allen Avenue - ' * 300},9\n",
        {SheetFault.TOO_MUCH},
    ),
    "two kinds": (lambda: _TITLES.encode() + ordinary(), {SheetFault.NOT_A_SHEET}),
    "no charset": (
        lambda: bytes(range(128, 256)) * 8_000,
        {SheetFault.TOO_MUCH, SheetFault.NOT_A_SHEET, SheetFault.POISONOUS},
    ),
}

POISONS: Mapping[str, tuple[str, Callable[[], str | bytes], set[SheetFault]]] = {
    **{name: ("orders.xlsx", made, faults) for name, (made, faults) in _WORKBOOKS.items()},
    **{name: ("orders.csv", made, faults) for name, (made, faults) in _TEXTS.items()},
}
