"""`handover demo`: a whole town on this machine."""

from typing import Annotated

import typer
import uvloop
from rich.console import Console

from bot.cli.endings import refuse
from bot.demo.show import show_day, show_demo
from bot.texts.catalogues import ENGLISH, languages


def demo(
    play: Annotated[  # noqa: ARG001 - there is nothing yet to serve without playing
        bool, typer.Option("--play", help="Play one delivery and exit with 0 or 1.")
    ] = True,
    day: Annotated[
        bool, typer.Option("--day", help="Print a whole day of each role, a chat after the other.")
    ] = False,
    language: Annotated[
        str, typer.Option(help="The language of the people in that day, such as ar or fr.")
    ] = ENGLISH,
) -> None:
    """Play one delivery in a whole town on this machine: no account, no token, no network."""
    if language not in languages():
        refuse(f"The bot does not speak {language!r}; it speaks {', '.join(languages())}.")
    shown = show_day(Console(), language) if day else show_demo(Console())
    raise typer.Exit(uvloop.run(shown))
