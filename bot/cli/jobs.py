"""`handover jobs list | retry | drop`: the jobs that the bot gave up."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer
import uvloop

from bot.base.clock import SystemClock
from bot.base.database.transaction import Transaction
from bot.base.queue import dead_letters
from bot.cli.rows import LARGEST, moment, show_table
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings, database_of_bot, told_setup
from bot.store.job_kind import JobKind

T = TypeVar("T")
Work = Callable[[Transaction], T]

app = typer.Typer(
    help="Look at the work that was given up, try it again, or drop it.", no_args_is_help=True
)

JobIds = Annotated[
    list[int], typer.Argument(min=1, max=LARGEST, help="Numbers from `handover jobs list`.")
]


@app.command("list")
def list_jobs(config: ConfigFile = CONFIG_FILE) -> None:
    """List the work that was given up after many attempts.

    Example: handover jobs list --config config.toml
    """
    dead = _run(config, dead_letters.listed, only_look=True)
    show_table(
        ("number", "kind", "lane", "attempts", "since", "reason"),
        [
            (d.id, JobKind(d.kind).label, d.lane, d.attempts, moment(d.created_at), d.error)
            for d in dead
        ],
        otherwise="Nothing was given up.",
    )


@app.command()
def retry(numbers: JobIds, config: ConfigFile = CONFIG_FILE) -> None:
    """Let work that was given up be tried again; a running bot takes it up within a minute.

    Example: handover jobs retry 17 18
    """
    count = _run(config, lambda tx: dead_letters.retry(tx, numbers))
    typer.echo(f"{count} to be tried again.")


@app.command()
def drop(numbers: JobIds, config: ConfigFile = CONFIG_FILE) -> None:
    """Wipe work that was given up.

    Example: handover jobs drop 17
    """
    count = _run(config, lambda tx: dead_letters.drop(tx, numbers))
    typer.echo(f"{count} dropped.")


def _run(config: Path, work: Work[T], *, only_look: bool = False) -> T:
    settings = bot_settings(config)

    async def run() -> T:
        async with database_of_bot(settings, SystemClock()) as database:
            return await (database.read(work) if only_look else database.write(work))

    with told_setup():
        return uvloop.run(run())
