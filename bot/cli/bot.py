"""`handover demo | run | version`: the bot itself."""

from typing import Annotated

import typer
import uvloop
from rich.console import Console

from bot import __version__, logs
from bot.app import Handover
from bot.cli.endings import refuse
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings
from bot.cli.setup import told_setup
from bot.cli.stopping import until_stopped
from bot.demo.show import show_day, show_demo
from bot.texts.catalogues import ENGLISH, languages

app = typer.Typer()


@app.command()
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


@app.command()
def run(config: ConfigFile = CONFIG_FILE) -> None:
    """Run the bot with the settings of a config file, until it is stopped."""
    settings = bot_settings(config)
    logs.configure(
        settings.log.level, as_json=settings.log.format == "json", secrets=settings.secrets
    )
    with told_setup():
        # What is under way when it stops comes again at the next start.
        uvloop.run(until_stopped(Handover(settings).run()))


@app.command()
def version() -> None:
    """Print the version."""
    typer.echo(__version__)
