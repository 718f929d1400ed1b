"""Play what can go wrong where bot and fleet service are replicas on a replicated PostgreSQL.

    python -m tests.cluster --only sender-killed --deliveries 30

Three bots and two fleet services run as processes of their own, as in production, on three nodes
with Patroni. `python -m tests.cluster.programs` installs what that takes.
"""

import asyncio
import logging
import shutil
import signal
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated

import typer
import uvloop

from bot import logs
from tests.cluster import programs
from tests.cluster.cluster_trial import play
from tests.cluster.outcome import Outcome
from tests.cluster.programs import Programs, ProgramsMissing
from tests.cluster.scenarios import SCENARIOS, Scenario

app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)


@app.command()
def main(
    only: Annotated[list[str] | None, typer.Option(help="The scenarios that are played.")] = None,
    deliveries: Annotated[int, typer.Option(min=5, help="How many deliveries move.")] = 60,
    show: Annotated[bool, typer.Option("--list", help="List the scenarios.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep all logs, and say where.")] = False,
) -> None:
    """Play the scenarios; exit with 0 if all held, 1 if not, and 0 where none can be played."""
    if show:
        for name, scenario in SCENARIOS.items():
            typer.echo(f"{name}: {scenario.what}")
        raise typer.Exit
    chosen = _chosen(only or list(SCENARIOS))
    try:
        found = programs.find()
    except ProgramsMissing as error:
        typer.echo(f"SKIPPED, no replicated PostgreSQL can be started here: {error}")
        raise typer.Exit from None
    logs.configure("ERROR", as_json=False)
    # A killed bot leaves requests half sent, and every server here would complain.
    logging.disable(logging.ERROR)
    held = [_show(name, scenario, found, deliveries, keep) for name, scenario in chosen.items()]
    raise typer.Exit(0 if all(held) else 1)


def _chosen(names: list[str]) -> dict[str, Scenario]:
    unknown = set(names) - SCENARIOS.keys()
    if unknown:
        raise typer.BadParameter(f"there is no scenario {min(unknown)}; --list shows them")
    return {name: SCENARIOS[name] for name in names}


def _show(name: str, scenario: Scenario, found: Programs, deliveries: int, keep: bool) -> bool:
    folder = Path(tempfile.mkdtemp(prefix=f"handover-{name}-"))
    # The programs of the cluster run as another user, who must get as far as their own folder.
    folder.chmod(0o711)
    try:
        outcome = uvloop.run(_until_told(play(name, scenario, found, folder, deliveries)))
    finally:
        if keep:
            typer.echo(f"logs: {folder}")
        else:
            shutil.rmtree(folder)
    for line in outcome.lines():
        typer.echo(line)
    return outcome.holds


async def _until_told(playing: Coroutine[None, None, Outcome]) -> Outcome:
    """Take everything along that was started when told to stop."""
    running = asyncio.ensure_future(playing)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    return await running


if __name__ == "__main__":
    app()
