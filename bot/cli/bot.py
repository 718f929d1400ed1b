"""`handover demo | run | version`: the bot itself."""

from typing import Annotated

import typer
import uvloop
from rich.console import Console

from bot import __version__, logs
from bot.app import Handover
from bot.cli.endings import refuse
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings
from bot.cli.stopping import until_stopped
from bot.config import ConfigError
from bot.demo.show import show_demo
from bot.store.database import DatabaseBusy
from bot.store.meta import WrongDatabase
from bot.store.vault import SealBroken

app = typer.Typer()


@app.command()
def demo(
    play: Annotated[  # noqa: ARG001 - there is nothing yet to serve without playing
        bool, typer.Option("--play", help="Play one delivery and exit with 0 or 1.")
    ] = True,
) -> None:
    """Play one delivery in a whole town on this machine: no account, no token, no network."""
    raise typer.Exit(uvloop.run(show_demo(Console())))


@app.command()
def run(config: ConfigFile = CONFIG_FILE) -> None:
    """Run the bot with the settings of a config file, until it is stopped."""
    settings = bot_settings(config)
    logs.configure(
        settings.log.level, as_json=settings.log.format == "json", secrets=settings.secrets
    )
    try:
        # What is under way when it stops comes again at the next start.
        uvloop.run(until_stopped(Handover(settings).run()))
    except (ConfigError, DatabaseBusy, WrongDatabase, SealBroken) as error:
        refuse(str(error))


@app.command()
def version() -> None:
    """Print the version."""
    typer.echo(__version__)
