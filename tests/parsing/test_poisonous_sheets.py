"""Files and texts of orders that would stop the bot or fill its memory."""

import json
import time
import zipfile
from dataclasses import replace

import pytest

from bot.base.file_reader import FileReader
from bot.base.reader_process import FileRefused
from bot.parsing.orders.habits import learnt
from bot.parsing.orders.reader import read_orders
from bot.parsing.orders.sheet_files import MOST_BYTES, SheetFault, SheetRows, rows_as_json
from bot.parsing.orders.sheets import Sheet, orders_of_sheets, sheet_of
from tests.support.poisonous_sheets import POISONS, many_sheets, ordinary, sheet, with_parts

SECONDS = 20
PATIENCE = 6
"""Seconds of computing for one that takes less than one, and took a minute."""
LONGEST_MESSAGE = 4_096


async def read(content: bytes, file_name: str = "orders.xlsx") -> Sheet:
    sheets = json.loads(await FileReader().read(rows_as_json, content, file_name))
    return orders_of_sheets([SheetRows(**sheet) for sheet in sheets], "NG")


@pytest.mark.parametrize("name", POISONS)
async def test_it_is_refused_with_its_reason_before_long(name: str):
    file_name, made, faults = POISONS[name]
    content = made()
    content = content.encode() if isinstance(content, str) else content
    assert len(content) <= MOST_BYTES
    began = time.monotonic()
    with pytest.raises(FileRefused) as refused:
        await read(content, file_name)
    assert time.monotonic() - began < SECONDS
    assert SheetFault(refused.value.why) in faults


_CELLS = '<c t="inlineStr"><is><t>%s</t></is></c>'
_TITLES = f"<row>{''.join(_CELLS % title for title in ('Name', 'Phone', 'Address'))}</row>"
_ORDER = (
    f"<row>{''.join(_CELLS % cell for cell in ('Bola', '08030000001', '5 Allen Avenue'))}</row>"
)

_LYING = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    '<dimension ref="A1:XFD1048576"/><sheetData>%s</sheetData></worksheet>'
)


@pytest.mark.parametrize(
    "content",
    [
        ordinary(),
        with_parts({"xl/embeddings/other.xlsx": ordinary(), "xl/media/a.png": b"\x89PNG" * 9}),
        with_parts({"xl/embeddings/bomb.zip": b"PK\x03\x04" * 9}, zipfile.ZIP_STORED),
        sheet(f"<!-- kept by hand -->{_TITLES}{_ORDER}"),
        sheet(f'{_TITLES}{_ORDER}<row><c r="XFD3"><v>1</v></c></row>'),
        with_parts({}, zipfile.ZIP_LZMA),
        with_parts({"xl/worksheets/sheet1.xml": _LYING % (_TITLES + _ORDER)}),
        with_parts({f"xl/{'n' * 60_000}": "", "../../../etc/passwd": ""}),
        many_sheets(60, _TITLES + _ORDER),
        with_parts({"xl/other.xml": f"<rows>{'<row/>' * 600_000}</rows>"}),
    ],
    ids=[
        "plain",
        "embedded",
        "zip in it",
        "comment",
        "far",
        "packed otherwise",
        "dimension",
        "names",
        "sheets",
        "rows elsewhere",
    ],
)
async def test_an_ordinary_list_is_read_whatever_is_beside_it(content: bytes):
    rows = (await read(content)).rows
    assert {row.order.receiver.name for row in rows} == {"Bola"}


async def test_a_list_of_two_hundred_rows_with_the_columns_of_a_shops_export_is_read():
    others = ",".join(f"Extra {n}" for n in range(80))
    rows = "".join(f"Bola {n},0803000{n:04},{n} Allen Avenue,{others}\n" for n in range(200))
    read_of = await read(f"Name,Phone,Address,{others}\n{rows}".encode(), "orders.csv")
    assert len(read_of.rows) == 200


@pytest.mark.parametrize(
    ("title", "repeated"),
    [("Fee", "7,"), ("Delivery", "7 "), ("Delivery", "(7"), ("Items", "( "), ("Customer", " ")],
)
def test_a_cell_that_repeats_itself_is_read_before_long(title: str, repeated: str):
    cell = f"{(repeated * LONGEST_MESSAGE)[: LONGEST_MESSAGE - 1]}x"
    titles = ["Name", "Phone", title]
    took = -time.process_time()
    sheet_of([titles, *[["Bola", "08030000001", f"7 {cell[2:]}"]] * 40], "NG")
    assert took + time.process_time() < PATIENCE


@pytest.mark.parametrize(
    ("label", "repeated"),
    [("Fee", "7 "), ("Delivery", "7,"), ("Address", "a,"), ("Note", "a ")],
)
def test_a_message_that_repeats_itself_is_read_and_learnt_before_long(label: str, repeated: str):
    head = f"Name: Bola\nPhone: 08030000001\nAddress: 5 Allen Avenue\n{label}: "
    text = f"{head}{repeated * LONGEST_MESSAGE}"[:LONGEST_MESSAGE]
    took = -time.process_time()
    (order,) = read_orders(text, "NG")
    changed = order.receiver.model_copy(update={"address": (repeated * 125)[:250]})
    learnt(text, [replace(order, receiver=changed)], "NG")
    assert took + time.process_time() < PATIENCE
