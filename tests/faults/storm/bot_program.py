"""`handover run`, with a clock that somebody else sets.

python -m tests.faults.storm.bot_program run --config FILE
"""

from pathlib import Path
from typing import Annotated

import typer

from bot import logs
from bot.app import Handover
from bot.cli.endings import run_until_stopped
from bot.config import load
from tests.faults.storm.set_clock import set_clock

app = typer.Typer()


@app.callback()
def nothing_else() -> None:
    """Have `run` be a command of its own, as it is of the real program."""


@app.command()
def run(config: Annotated[Path, typer.Option()]) -> None:
    """Run the bot until it is stopped."""
    settings = load(config)
    logs.configure(settings.log.level, as_json=True, secrets=settings.secrets)
    run_until_stopped(Handover(settings, set_clock()).run(), forever=True)


if __name__ == "__main__":
    app()
