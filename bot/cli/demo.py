"""`handover demo`: a whole town on this machine."""

from shutil import disk_usage
from tempfile import gettempdir
from typing import Annotated

import typer
from rich.console import Console

from bot.base.http.server import PortTaken
from bot.cli.endings import refuse, refuse_port, run_until_stopped
from bot.demo.page_server import serve_demo
from bot.demo.show import show_day, show_demo
from bot.texts.catalogues import ENGLISH, languages

_ROOM = 50 * 2**20


def demo(
    play: Annotated[
        bool, typer.Option("--play", help="Play one delivery here and exit with 0 or 1.")
    ] = False,
    day: Annotated[
        bool, typer.Option("--day", help="Print a whole day of each role, chat by chat.")
    ] = False,
    language: Annotated[
        str, typer.Option(help="The language of its people and of the page, such as ar or fr.")
    ] = ENGLISH,
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="The port of the page; 0 is any free port.")
    ] = 8090,
    no_tour: Annotated[
        bool, typer.Option("--no-tour", help="Play nothing on the page until you ask for it.")
    ] = False,
) -> None:
    """Show a whole town on this machine: no account, no token, no network.

    A page shows the phones of its people, and lets you go on by hand. Without a terminal one
    delivery is played instead, as with --play.

    Example: handover demo --day --language fr
    """
    if language not in languages():
        refuse(f"The bot does not speak {language!r}; it speaks {', '.join(languages())}.")
    _see_that_there_is_room()
    console = Console()
    if day:
        raise typer.Exit(run_until_stopped(show_day(console, language)) or 0)
    if play or not console.file.isatty():
        raise typer.Exit(run_until_stopped(show_demo(console, language)) or 0)
    try:
        page = serve_demo(console, port, language, with_tour=not no_tour)
        run_until_stopped(page, forever=True)
    except PortTaken as taken:
        refuse_port(taken.port, taken.free, "handover demo")


def _see_that_there_is_room() -> None:
    """Refuse to start without disk space for a town: it would fail in the middle of the story."""
    try:
        folder = gettempdir()
    except FileNotFoundError:
        refuse("There is no folder for temporary files: let TMPDIR name one that can be written.")
    free = disk_usage(folder).free
    if free < _ROOM:
        refuse(
            f"A town takes {_ROOM // 2**20} MB, and {folder} has {free // 2**20} MB left: let"
            " TMPDIR name another folder."
        )
