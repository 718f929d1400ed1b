"""Tables with buttons in their cells, as the HTML of a rich message (Bot API 10.1 to 10.3)."""

import html
from collections.abc import Iterable, Sequence

from bot.texts.html import Html, joined
from bot.texts.message import Button, RichForm, Rows
from bot.texts.words import Words, phrase

NUMBER, TO, FROM = phrase("No."), phrase("To"), phrase("From")
AGE, STATE, RIDER = phrase("Age"), phrase("State"), phrase("Rider")
"""The headings of columns in tables of orders."""

ROWS = 40
"""The rows of one page: with two buttons in each, far below the 500 blocks of a message."""

Cell = Html | Button


def rich_form(say: Words, *parts: Html, rows: Rows) -> RichForm:
    """Put paragraphs and tables below each other, leaving out empty ones."""
    is_rtl = say.locale.text_direction == "rtl"
    return RichForm(html=joined(parts, ""), rows=tuple(filter(None, rows)), is_rtl=is_rtl)


def paragraph(text: Html) -> Html:
    return Html(f"<p>{text}</p>") if text else text


def footer(text: Html) -> Html:
    return Html(f"<footer>{text}</footer>") if text else text


def table(say: Words, head: Iterable[str], rows: Iterable[Sequence[Cell]]) -> Html:
    """Return a table of rows under a head; a button in a cell is written as a link."""
    heads = "".join(f"<th>{say(each)}</th>" for each in head)
    lines = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return Html(f"<table striped compact><tr>{heads}</tr>{lines}</table>")


def details(summary: Html, inside: Html, *, is_open: bool) -> Html:
    """Fold a table under a summary that shows in its place."""
    start = "<details open>" if is_open else "<details>"
    return Html(f"{start}<summary>{summary}</summary>{inside}</details>")


def _cell(cell: Cell) -> str:
    if not isinstance(cell, Button):
        return f"<td>{cell}</td>"
    data, label = html.escape(cell.data or ""), html.escape(cell.label, quote=False)
    style = cell.style or "link"
    button = f'<tg-button type="callback_data" data="{data}" style="{style}">{label}</tg-button>'
    return f"<td>{button}</td>"
