"""What dispatchers read of orders that they have sent as text, file, picture or contact."""

from collections.abc import Mapping
from urllib.parse import urlencode

from bot.parsing.orders.sheet_files import MOST_BYTES, SheetFault
from bot.parsing.orders.sheets import MOST_ROWS, Sheet
from bot.texts.html import Html, joined
from bot.texts.message import Message
from bot.texts.words import Words, phrase

_MEGABYTE = 1024 * 1024

_WHY: Mapping[SheetFault, str] = {
    SheetFault.TOO_LONG: phrase(
        "That file has too many rows. {rows} orders fit into one; please send it in parts."
    ),
    SheetFault.TOO_BIG: phrase(
        "That file is too big. {megabytes} MB is the most; please send it in parts."
    ),
    SheetFault.TOO_MUCH: phrase(
        "That file holds more than a list of orders does: too many columns or sheets, or a cell"
        " without end. Please send the orders alone, as a new file."
    ),
    SheetFault.POISONOUS: phrase(
        "Reading that file took too long or too much memory, so I have stopped, and do not try it"
        " again. Please copy the orders into a new file, and send that."
    ),
    SheetFault.INTERRUPTED: phrase(
        "I was stopped while I read that file, and do not try it again by myself. If it is an"
        " ordinary list, please send it once more."
    ),
    SheetFault.NOT_A_SHEET: phrase(
        "I cannot read that file. Please send a table: CSV, or a spreadsheet as .xlsx."
    ),
    SheetFault.NO_COLUMNS: phrase(
        "I find no row of titles in that file. Please name the columns in the first row, such as"
        " Name, Phone, Address, Items, Fee."
    ),
    SheetFault.OPEN_QUOTE: phrase(
        "In row {at} a quotation mark is opened and never closed, so that all rows behind it would"
        " be one cell. I have read nothing; please mend that row and send the file again."
    ),
    SheetFault.EMPTY: phrase("There is no order in that file."),
    SheetFault.PROTECTED: phrase(
        "That file has a password. Please save it without one, and send it again."
    ),
}


def sheet_refused(say: Words, why: str) -> Message:
    """Tell why no order was read from a file; nothing was created, and nothing is open."""
    # The row in which it is wrong may stand behind the fault.
    fault, _, at = why.partition(":")
    megabytes = MOST_BYTES // _MEGABYTE
    return Message.of(say(_WHY[SheetFault(fault)], rows=MOST_ROWS, megabytes=megabytes, at=at))


def sheet_read(say: Words, sheet: Sheet) -> Html:
    """Tell how many rows were read, and which sheets, columns and rows were not."""
    rows = len(sheet.rows)
    read = [say.many("📄 {count} row read.", "📄 {count} rows read.", count=rows)]
    if sheet.columns_not_read:
        titles = say.listed(f"“{title}”" for title in sheet.columns_not_read)
        read.append(say("Columns that I did not use: {titles}", titles=titles))
    if sheet.sheets_not_read:
        titles = say.listed(f"“{title}”" for title in sheet.sheets_not_read)
        read.append(say("⚠️ Sheets that I did not read: {titles}", titles=titles))
    if sheet.hidden_rows:
        read.append(
            say.many(
                "⚠️ {count} hidden row is left out.",
                "⚠️ {count} hidden rows are left out.",
                count=sheet.hidden_rows,
            )
        )
    return joined(read)


def read_from_picture(say: Words) -> Html:
    return say("🖼 This is what I read in the picture. Please compare it.")


def not_fetched(say: Words) -> Message:
    return Message.of(say("I could not get that file from Telegram. Please send it again."))


def type_it(say: Words) -> Html:
    return say("🖼 I cannot read that here. It stays in this chat; please type what it says.")


def picture_kept(say: Words, *, is_another: bool) -> Html:
    """Tell that a picture is kept with the order in hand, and what becomes of the one before."""
    return joined(
        [
            say("🖼 I cannot read that here. I keep it with this order; please type what it says."),
            say("The picture before it is not kept with this order any more.")
            if is_another
            else Html(),
        ]
    )


def no_number(say: Words) -> Html:
    return say("That contact has no phone number that I can read.")


def nothing_read(say: Words) -> Message:
    return Message.of(say("I find no order in that. /new asks for one thing after the other."))


def map_link(latitude: float, longitude: float) -> str:
    """Return the address of a place on a map, as a note holds it."""
    query = urlencode({"api": 1, "query": f"{latitude:.6f},{longitude:.6f}"})
    return f"https://www.google.com/maps/search/?{query}"
