"""A storm: everything goes wrong that can, and it is counted what people lost by it.

    python -m tests.faults --kills 100 --seed 7

Bot and fleet service are processes of their own, as in production; Telegram, with its limits, and
the people run in this one. The seed decides what becomes of each delivery, in which order things go
wrong, and whom, what and how long each of them strikes; the instants are the machine's. Where
something is found, the logs of all are kept. One that is stopped judges what it has seen so far.
"""

import asyncio
import logging
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
import uvloop

from bot import logs
from tests.faults.storm.storm_report import StormReport
from tests.faults.storm.storm_town import DatabaseUrl
from tests.faults.storm.storm_trial import NoSuchFault, StormSettings, StormTrial
from tests.store import postgres as postgres_server

app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)


class Way(StrEnum):
    WEBHOOK = "webhook"
    POLLING = "polling"


@app.command()
def main(
    kills: Annotated[int, typer.Option(min=1, help="How many faults strike.")] = 100,
    seed: Annotated[int, typer.Option(help="What the storm is drawn from.")] = 7,
    only: Annotated[list[str] | None, typer.Option(help="Only faults of these kinds.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="No faults of these kinds.")] = None,
    postgres: Annotated[
        int, typer.Option(min=0, help="So many bots on a PostgreSQL, in place of one on SQLite.")
    ] = 0,
    mode: Annotated[Way, typer.Option(help="How the bot gets its updates.")] = Way.WEBHOOK,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep all logs also where nothing is found.")
    ] = False,
) -> None:
    """Let a storm rage; exit with 0 if everything held, 1 if not."""
    logs.configure("ERROR", as_json=False)
    # A killed bot leaves requests half sent, and every server here would complain.
    logging.disable(logging.CRITICAL)
    settings = StormSettings(
        *(kills, seed, tuple(only or ()), tuple(without or ())),
        mode=mode.value,
        replicas=postgres or 1,
    )
    folder = Path(tempfile.mkdtemp(prefix="handover-storm-"))
    try:
        with _server(postgres) as url:
            report = uvloop.run(_run(StormTrial(folder, settings, url, typer.echo)))
    except NoSuchFault as error:
        shutil.rmtree(folder)
        raise typer.BadParameter(str(error)) from error
    except asyncio.CancelledError:
        typer.echo(f"stopped before anything was judged\nlogs: {folder}")
        raise typer.Exit(1) from None
    for line in report.lines():
        typer.echo(line)
    if keep or not report.holds:
        typer.echo(f"logs: {folder}")
    else:
        shutil.rmtree(folder)
    raise typer.Exit(0 if report.holds else 1)


@contextmanager
def _server(replicas: int) -> Iterator[DatabaseUrl | None]:
    """Run a server where one is wanted, and tell the addresses of databases on it."""
    if not replicas:
        yield None
        return
    with postgres_server.running() as server:
        made = {name: server.fresh(f"storm_{name}") for name in ("bot", "fleet")}
        yield made.__getitem__


async def _run(trial: StormTrial) -> StormReport:
    """Run, and judge what was seen so far when told to stop; told once more, give up."""
    running = asyncio.ensure_future(trial.run())

    def stop() -> None:
        if not trial.stop():
            running.cancel()

    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, stop)
    return await running


if __name__ == "__main__":
    app()
