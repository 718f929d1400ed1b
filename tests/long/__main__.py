"""Run whatever takes longer than the suite may, part by part, and write a page of it.

    python -m tests.long --list
    python -m tests.long --hours 8
    python -m tests.long --only storm-sqlite --only cluster

It goes on after a failure. A whole run writes `tests/measured/long.md`, after each part.
"""

import os
import signal
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from tests.long.long_run import ROOT, LongRun
from tests.long.parts import Part, parts
from tests.support.programs import NEEDED

PAGE = ROOT / "tests" / "measured" / "long.md"

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    hours: Annotated[float, typer.Option(min=0, help="What would take longer is not run.")] = 12,
    only: Annotated[list[str] | None, typer.Option(help="Parts whose names begin so.")] = None,
    show: Annotated[bool, typer.Option("--list", help="List the parts.")] = False,
    seed: Annotated[int | None, typer.Option(help="In place of today's date.")] = None,
    page: Annotated[Path | None, typer.Option(help="The page of a run that is not whole.")] = None,
) -> None:
    """Exit with 1 if a part failed or was stopped."""
    now = datetime.now(UTC)
    drawn = int(f"{now:%Y%m%d}") if seed is None else seed
    chosen = _chosen(parts(drawn), only or [""])
    if show:
        for part in chosen:
            typer.echo(f"{part.name}: {part.command}, {part.minutes:g} minutes at most")
        raise typer.Exit
    # Where it runs in the background of a shell script, both may have been ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    logs = Path(tempfile.mkdtemp(prefix="handover-long-"))
    typer.echo(f"logs: {logs}")
    options = "".join(f" --only {name}" for name in only or ())
    title = (
        f"`python -m tests.long --hours {hours:g} --seed {drawn}{options}`, begun at"
        f" {now:%Y-%m-%d %H:%M} UTC, of {_version()}, on {os.cpu_count()} cores."
    )
    run = LongRun(
        chosen, hours, title, logs, page or (None if only else PAGE), NEEDED in os.environ
    )
    raise typer.Exit(run.run())


def _chosen(table: list[Part], beginnings: list[str]) -> list[Part]:
    unknown = [name for name in beginnings if not any(p.name.startswith(name) for p in table)]
    if unknown:
        raise typer.BadParameter(f"there is no part {unknown[0]}; --list shows them")
    return [part for part in table if part.name.startswith(tuple(beginnings))]


def _version() -> str:
    asked = ("git", "describe", "--always", "--dirty", "--exclude=*")
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return told.stdout.strip() or "a copy without a history"


if __name__ == "__main__":
    app()
