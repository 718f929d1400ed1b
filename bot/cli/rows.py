"""Rows: drawn as a table for a person at a terminal, tab-separated lines for everything else."""

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.base.plain_text import without_turns

LARGEST = 2**63 - 1
"""What a database's column holds; no row has a larger number."""

Cell = str | int | None


def moment(when: datetime | None) -> str:
    """Write a moment in UTC; nothing for one that has not come."""
    return "" if when is None else f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def show_table(columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, otherwise: str) -> None:
    """Print rows under their columns' names, or say `otherwise` that there are none."""
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
    """Return a cell on one line, without what could steer a terminal or turn a text."""
    text = "" if cell is None else without_turns(str(cell))
    return "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in text)
