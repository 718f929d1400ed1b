"""The person at the terminal: told and asked, a line at a time."""

import select
import sys
from shutil import get_terminal_size
from textwrap import fill

import typer

_HANGING = 6 * " "
"""How the rest of an item of a list stands below its beginning."""


class Terminal:
    """Asks; Ctrl-C and the end of the input raise `typer.Abort`."""

    def tell(self, *lines: str) -> None:
        """Print lines, each parted between words where the terminal is narrower than it."""
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
        """Return a line without the blanks around it; an empty one is an answer."""
        return str(typer.prompt(question, default="", show_default=False)).strip()

    def ask_secret(self, question: str) -> str:
        """Ask for what is not shown while it is typed."""
        hidden = typer.prompt(
            f"{question}, hidden", default="", show_default=False, hide_input=True
        )
        return str(hidden).strip()

    def agrees(self, question: str, *, default: bool) -> bool:
        return typer.confirm(question, default=default)

    def has_pressed_enter(self) -> bool:
        """Whether a line was typed meanwhile, which is taken."""
        typed, _, _ = select.select([sys.stdin], [], [], 0)
        return bool(typed) and bool(sys.stdin.readline())
