"""Lists of orders as files: what is read, and what is refused and why."""

import io
import zipfile

import openpyxl
import pytest

from bot.base.reader_process import FileRefused
from bot.parsing.orders.sheet_files import SheetFault
from bot.parsing.orders.sheets import MOST_ROWS
from tests.pastes.spreadsheets import read_sheet

HEADER = "S/N;Customer;Phone;Address;Item;Qty;Delivery fee;COD\n"
ROW = "1;Bola;8035556666;5 Allen Avenue, Ikeja;Rice;2;1500;5000\n"


def _refused(content: bytes, file_name: str = "orders.csv") -> SheetFault:
    with pytest.raises(FileRefused) as refused:
        read_sheet(content, file_name, "NG")
    return SheetFault(refused.value.why)


def _workbook(*rows: list[object]) -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


def test_a_list_is_read_row_by_row_and_says_which_columns_are_not():
    sheet = read_sheet(f"{HEADER}{ROW};;;;;;;\nTotal;;;;;;1500;\n".encode(), "a.csv", "NG")
    (row,) = sheet.rows
    assert (row.number, row.order.receiver.phone) == (2, "+2348035556666")
    assert (row.order.items[0].quantity, row.order.fee) == (2, 1500)
    assert row.order.notes == ("COD: 5000",)
    assert sheet.columns_not_read == ("S/N",)


@pytest.mark.parametrize(
    ("cell", "phone"),
    [
        ("8035556666", "+2348035556666"),
        ("8035556666.0", "+2348035556666"),
        ("8.035556666E9", "+2348035556666"),
        ("'08035556666", "+2348035556666"),
        ("2348035556666", "+2348035556666"),
        ("2.34804E+12", ""),
    ],
)
def test_a_number_that_a_spreadsheet_changed_is_put_right_or_left(cell: str, phone: str):
    told = read_sheet(f"Name;Phone;Address\nBola;{cell};5 Allen Avenue\n".encode(), "a.csv", "NG")
    assert told.rows[0].order.receiver.phone == phone
    assert bool(told.rows[0].order.left) is (phone == "")


def test_a_workbook_with_a_title_is_read_below_its_header():
    content = _workbook(
        ["Commandes du jour"], [], ["Destinataire", "Téléphone", "Adresse", "Frais"],
        ["Awa", 612345678, "12 rue de Rivoli, Paris", 4.9],
    )  # fmt: skip
    (row,) = read_sheet(content, "liste.xlsx", "FR").rows
    assert (row.number, row.order.receiver.phone) == (4, "+33612345678")
    assert str(row.order.fee) == "4.9"


@pytest.mark.parametrize(
    ("text", "charset", "name"),
    [
        ("Nom;Téléphone;Adresse\nAwa Diopé;0612345678;12 rue de la Forêt\n", "cp1252", "Awa Diopé"),
        ("الاسم,الهاتف,العنوان\nمحمد,0501234567,شارع الشيخ زايد\n", "cp1256", "محمد"),
        ("Nome\tTelefone\tEndereço\nJoão\t11987654321\tRua Augusta 1500\n", "utf-16", "João"),
    ],
)
def test_files_are_read_in_the_charsets_of_old_programs(text: str, charset: str, name: str):
    (row,) = read_sheet(text.encode(charset), "lista.csv", "FR").rows
    assert row.order.receiver.name == name


def test_what_cannot_be_read_is_refused_with_its_reason():
    assert _refused(b"") is SheetFault.EMPTY
    assert _refused(HEADER.encode()) is SheetFault.EMPTY
    assert _refused(b"hello\nthere") is SheetFault.NO_COLUMNS
    assert _refused(b"\x89PNG\0\0", "a.png") is SheetFault.NOT_A_SHEET
    assert _refused(b"PK\x03\x04junk", "a.xlsx") is SheetFault.NOT_A_SHEET
    assert _refused(b"x" * (2 * 1024 * 1024 + 1)) is SheetFault.TOO_BIG
    assert _refused((HEADER + ROW * (MOST_ROWS + 1)).encode()) is SheetFault.TOO_LONG
    locked = b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le")
    assert _refused(locked, "a.xlsx") is SheetFault.PROTECTED


def test_a_workbook_that_would_grow_beyond_all_bounds_is_not_unpacked():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * (40 * 1024 * 1024))
    assert _refused(file.getvalue(), "a.xlsx") is SheetFault.TOO_BIG


def _book(*sheets: tuple[str, list[list[object]], str]) -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows, state in sheets:
        sheet = book.create_sheet(title)
        sheet.sheet_state = state
        for row in rows:
            sheet.append(row)
    return book


def _saved(book: openpyxl.Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


TITLES = ["Name", "Phone", "Address"]
ADA, BO = ["Ada", "08030000001", "5 Allen Avenue"], ["Bo", "08030000002", "9 Creek Road"]


def test_every_sheet_that_is_shown_is_read_and_others_are_named():
    book = _book(
        ("Monday", [TITLES, ADA], "visible"),
        ("Tuesday", [TITLES, BO], "visible"),
        ("Staff", [["Musa"], ["Sani"]], "visible"),
        ("Old", [TITLES, BO], "hidden"),
        ("Empty", [], "visible"),
    )
    read = read_sheet(_saved(book), "week.xlsx", "NG")
    assert [row.order.receiver.name for row in read.rows] == ["Ada", "Bo"]
    assert read.sheets_not_read == ("Staff", "Old")


def test_rows_that_are_hidden_are_not_made_and_are_counted():
    book = _book(("Today", [TITLES, ADA, BO], "visible"))
    book["Today"].row_dimensions[2].hidden = True
    read = read_sheet(_saved(book), "today.xlsx", "NG")
    assert [(row.number, row.order.receiver.name) for row in read.rows] == [(3, "Bo")]
    assert read.hidden_rows == 1


def test_a_number_that_is_shown_with_its_noughts_has_them():
    book = _book(("Oggi", [["Name", "Phone", "Address"], ["Ada", 669820000, "Via 5"]], "visible"))
    book["Oggi"]["B2"].number_format = "0000000000"
    (row,) = read_sheet(_saved(book), "oggi.xlsx", "IT").rows
    assert row.order.receiver.phone == "+390669820000"


@pytest.mark.parametrize(
    ("before", "row"), [([], "2"), (['Cleo,08030000003,"7 Road, Ikeja"'], "3")]
)
def test_a_quotation_mark_that_nothing_closes_names_its_row(before: list[str], row: str):
    lines = ["Name,Phone,Address", *before, 'Ada,08030000001,"5 Allen', "Bola,08030000002,6 Road"]
    with pytest.raises(FileRefused) as refused:
        read_sheet("\n".join(lines).encode(), "a.csv", "NG")
    assert refused.value.why == f"open_quote:{row}"
