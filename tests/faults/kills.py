"""Kill the bot at random instants of a busy day, and check that nothing is lost or doubled.

    python -m tests.faults.kills --kills 20 --deliveries 200 --seed 7

The bot runs as a process of its own, as in production; the fleet service, Telegram and the
people who use them run in this one, over real HTTP and TLS on 127.0.0.1. The seed decides what
becomes of each delivery and how the kills are spread; the instants themselves are the machine's.
"""

import asyncio
import logging
import signal
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
import uvloop

from bot import logs
from tests.faults.trial import Trial, TrialSettings
from tests.faults.verdict import Verdict

app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)


class _Mode(StrEnum):
    WEBHOOK = "webhook"
    POLLING = "polling"


@app.command()
def main(
    kills: Annotated[int, typer.Option(min=0, help="How often the bot is killed.")] = 20,
    deliveries: Annotated[int, typer.Option(min=1, help="How many deliveries move.")] = 200,
    seed: Annotated[int, typer.Option(help="What the day is drawn from.")] = 7,
    mode: Annotated[_Mode, typer.Option(help="How the bot gets its updates.")] = _Mode.WEBHOOK,
    limit_seconds: Annotated[float, typer.Option(min=1, help="The longest it may take.")] = 600,
) -> None:
    """Run one trial; exit with 0 if everything held, 1 if not."""
    settings = TrialSettings(kills, deliveries, seed, mode.value, limit_seconds)
    logs.configure("ERROR", as_json=False)
    # A killed bot leaves requests half sent, and every server here would complain.
    logging.disable(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="handover-faults-") as folder:
        verdict = uvloop.run(_run(Trial(Path(folder), settings)))
    for line in verdict.lines():
        typer.echo(line)
    raise typer.Exit(0 if verdict.holds else 1)


async def _run(trial: Trial) -> Verdict:
    """Run, and take the bot along when told to stop."""
    running = asyncio.ensure_future(trial.run())
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    return await running


if __name__ == "__main__":
    app()
