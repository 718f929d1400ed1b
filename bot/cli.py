"""The command line: `handover demo | run | jobs`."""

import asyncio
import signal
from datetime import UTC
from pathlib import Path
from typing import Annotated, NoReturn

import typer
import uvloop
from rich.console import Console
from rich.table import Table

from bot import __version__, logs
from bot.app import Handover
from bot.clock import SystemClock
from bot.config import ConfigError, Settings, load
from bot.demo.show import show_demo
from bot.store import jobs as job_store
from bot.store.database import Database, DatabaseBusy
from bot.store.meta import WrongDatabase
from bot.store.vault import SealBroken, Vault

_BAD_SETUP = 2

app = typer.Typer(
    help="Handover: a Telegram bot for delivery businesses.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
jobs = typer.Typer(help="Look at the work that was given up, try it again, or drop it.")
app.add_typer(jobs, name="jobs", no_args_is_help=True)

ConfigFile = Annotated[Path, typer.Option("--config", "-c", help="The config file (TOML).")]
JobIds = Annotated[list[int], typer.Argument(help="Numbers from `handover jobs list`.")]


@app.command()
def demo(
    play: Annotated[  # noqa: ARG001 - there is nothing yet to serve without playing
        bool, typer.Option("--play", help="Play one delivery and exit with 0 or 1.")
    ] = True,
) -> None:
    """Play one delivery in a whole town on this machine: no account, no token, no network."""
    raise typer.Exit(uvloop.run(show_demo(Console())))


@app.command()
def run(config: ConfigFile = Path("config.toml")) -> None:
    """Run the bot with the settings of a config file, until it is stopped."""
    settings = _settings(config)
    logs.configure(
        settings.log.level, as_json=settings.log.format == "json", secrets=settings.secrets
    )
    try:
        uvloop.run(_run(settings))
    except (ConfigError, DatabaseBusy, WrongDatabase, SealBroken) as error:
        _refuse(str(error))


@app.command()
def version() -> None:
    """Print the version."""
    typer.echo(__version__)


@jobs.command("list")
def list_jobs(config: ConfigFile = Path("config.toml")) -> None:
    """List the work that was given up after many attempts."""
    dead = uvloop.run(_dead(_settings(config)))
    table = Table("number", "kind", "lane", "attempts", "since", "reason")
    for job in dead:
        since = f"{job.created_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
        table.add_row(str(job.id), job.kind, job.lane, str(job.attempts), since, job.error)
    Console().print(table if dead else "Nothing was given up.")


@jobs.command()
def retry(numbers: JobIds, config: ConfigFile = Path("config.toml")) -> None:
    """Let work that was given up be tried again; a running bot takes it up within a minute."""
    count = uvloop.run(_change(_settings(config), numbers, again=True))
    typer.echo(f"{count} to be tried again.")


@jobs.command()
def drop(numbers: JobIds, config: ConfigFile = Path("config.toml")) -> None:
    """Wipe work that was given up."""
    count = uvloop.run(_change(_settings(config), numbers, again=False))
    typer.echo(f"{count} dropped.")


def main() -> None:
    """Run the command line."""
    app()


def _settings(config: Path) -> Settings:
    try:
        return load(config)
    except ConfigError as error:
        _refuse(str(error))


def _refuse(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(_BAD_SETUP)


async def _run(settings: Settings) -> None:
    """Run until the process is told to stop; what is under way then comes again at the start."""
    running = asyncio.create_task(Handover(settings).run())
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        return


async def _open(settings: Settings) -> Database:
    vault = Vault.from_file(settings.store.key_file)
    return await Database.open(settings.store.url, vault, SystemClock(), alone=False)


async def _dead(settings: Settings) -> list[job_store.DeadJob]:
    database = await _open(settings)
    try:
        async with database.read() as tx:
            return await job_store.dead(tx)
    finally:
        await database.close()


async def _change(settings: Settings, numbers: list[int], *, again: bool) -> int:
    database = await _open(settings)
    try:
        async with database.write() as tx:
            return await (job_store.retry if again else job_store.drop)(tx, numbers)
    finally:
        await database.close()
