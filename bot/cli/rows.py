"""Rows of output: a table at a terminal, tab-separated lines anywhere else."""

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.base.plain_text import without_turns

LARGEST = 2**63 - 1
"""The largest integer in a database column, and so the largest number of a row."""

Cell = str | int | None


def moment(when: datetime | None) -> str:
    """Return a moment as text in UTC; an empty text for `None`."""
    return "" if when is None else f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def show_table(columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, otherwise: str) -> None:
    """Print rows under the names of their columns; print `otherwise` if there are none."""
    cells = [[_text(cell) for cell in row] for row in rows]
    console = Console()
    if not console.is_terminal:
        lines = [columns, *cells]
        typer.echo("\n".join("\t".join(line) for line in lines) if cells else otherwise)
        return
    table = Table(*columns)
    for row in cells:
        table.add_row(*map(Text, row))
    console.print(table if cells else otherwise)


def show_fields(fields: Iterable[tuple[str, Cell]]) -> None:
    show_table(("field", "value"), fields, otherwise="")


def _text(cell: Cell) -> str:
    """Return a cell as one line, without control characters and marks of text direction."""
    text = "" if cell is None else without_turns(str(cell))
    return "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in text)
