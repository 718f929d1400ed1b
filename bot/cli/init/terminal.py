"""The terminal of `handover init`: lines for a person, and questions."""

import select
import sys
from shutil import get_terminal_size
from textwrap import fill

import typer

_HANGING = 6 * " "
"""The indentation of a list item's further lines."""


class Terminal:
    """Prints and asks; Ctrl-C and the end of the input raise `typer.Abort` at a question."""

    def tell(self, *lines: str) -> None:
        """Print lines, wrapped between words to the width of the terminal."""
        width = get_terminal_size().columns
        for line in "\n".join(lines).split("\n"):
            typer.echo(
                fill(
                    line,
                    width,
                    subsequent_indent=_HANGING if line.startswith(" ") else "",
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            )

    def ask(self, question: str) -> str:
        """Return the typed line without blanks at its ends; it may be empty."""
        return str(typer.prompt(question, default="", show_default=False)).strip()

    def ask_secret(self, question: str) -> str:
        """Ask without showing what is typed."""
        hidden = typer.prompt(
            f"{question}, hidden", default="", show_default=False, hide_input=True
        )
        return str(hidden).strip()

    def agrees(self, question: str, *, default: bool) -> bool:
        return typer.confirm(question, default=default)

    def has_pressed_enter(self) -> bool:
        """Tell whether a line was typed meanwhile, and consume it."""
        typed, _, _ = select.select([sys.stdin], [], [], 0)
        return bool(typed) and bool(sys.stdin.readline())
