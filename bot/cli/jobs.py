"""`handover jobs list | retry | drop`: the work that was given up."""

from collections.abc import Coroutine
from typing import Annotated, TypeVar

import typer
import uvloop

from bot.base import dead_letters
from bot.base.clock import SystemClock
from bot.base.database import Database
from bot.base.dead_letters import DeadLetter
from bot.base.vault import Vault
from bot.cli.rows import LARGEST, moment, show_table
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings, told_setup
from bot.config import Settings
from bot.store.job_kind import JobKind
from bot.store.schema import SCHEMA

T = TypeVar("T")

app = typer.Typer(
    help="Look at the work that was given up, try it again, or drop it.", no_args_is_help=True
)

JobIds = Annotated[
    list[int], typer.Argument(min=1, max=LARGEST, help="Numbers from `handover jobs list`.")
]


@app.command("list")
def list_jobs(config: ConfigFile = CONFIG_FILE) -> None:
    """List the work that was given up after many attempts."""
    dead = _run(_dead(bot_settings(config)))
    show_table(
        ("number", "kind", "lane", "attempts", "since", "reason"),
        [
            (
                job.id,
                JobKind(job.kind).label,
                job.lane,
                job.attempts,
                moment(job.created_at),
                job.error,
            )
            for job in dead
        ],
        otherwise="Nothing was given up.",
    )


@app.command()
def retry(numbers: JobIds, config: ConfigFile = CONFIG_FILE) -> None:
    """Let work that was given up be tried again; a running bot takes it up within a minute."""
    count = _run(_change(bot_settings(config), numbers, again=True))
    typer.echo(f"{count} to be tried again.")


@app.command()
def drop(numbers: JobIds, config: ConfigFile = CONFIG_FILE) -> None:
    """Wipe work that was given up."""
    count = _run(_change(bot_settings(config), numbers, again=False))
    typer.echo(f"{count} dropped.")


def _run(work: Coroutine[None, None, T]) -> T:
    with told_setup():
        return uvloop.run(work)


async def _open(settings: Settings) -> Database:
    vault = Vault.from_file(settings.store.key_file)
    database = Database(settings.store.url, SCHEMA, vault, SystemClock())
    await database.open()
    return database


async def _dead(settings: Settings) -> list[DeadLetter]:
    database = await _open(settings)
    try:
        async with database.read() as tx:
            return await dead_letters.listed(tx)
    finally:
        await database.close()


async def _change(settings: Settings, numbers: list[int], *, again: bool) -> int:
    database = await _open(settings)
    try:
        async with database.write() as tx:
            return await (dead_letters.retry if again else dead_letters.drop)(tx, numbers)
    finally:
        await database.close()
