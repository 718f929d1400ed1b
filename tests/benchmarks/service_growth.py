"""What lists and look-ups cost as the years go by.

    python -m tests.benchmarks.service_growth
    python -m tests.benchmarks.service_growth --postgres --sizes 1000 --sizes 100000

Prints each question's median over real HTTP for each size of the database, how the largest
compares with the smallest, and how the database goes about each statement.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated

import httpx
import typer
from rich.console import Console
from rich.table import Table

from bot.base.database.database import Database
from bot.service.app import make_server
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.filling import NOW, Filler
from tests.benchmarks.goals import OURS, TIMED, Row, at_most
from tests.benchmarks.plans import Plan, explain
from tests.benchmarks.questions import Question, questions
from tests.service.fleet import Fleet, opened, running, settings_at, sqlite_url
from tests.service.receiver import make_certificates
from tests.store import postgres
from tests.support.clock import ManualClock
from tests.support.sql import execute, listening

Times = dict[str, list[float]]

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


SIZES = [1_000, 10_000, 100_000]


@app.command()
def main(
    sizes: Annotated[list[int], typer.Option(help="Deliveries there are.")] = SIZES,
    repeat: Annotated[int, typer.Option(min=3, help="How often each question is asked.")] = 30,
    on_postgres: Annotated[bool, typer.Option("--postgres", help="Not on SQLite.")] = False,
) -> None:
    """Fill, ask and print."""
    times: Times = {}
    plans: dict[str, list[Plan]] = {}
    for size in sizes:
        with ExitStack() as stack:
            folder = Path(
                stack.enter_context(tempfile.TemporaryDirectory(prefix="handover-growth-"))
            )
            url = sqlite_url(folder / "fleet.db")
            if on_postgres:
                url = stack.enter_context(postgres.running()).url
            found, plans = asyncio.run(_measure(folder, url, size, repeat))
            for name, median in found.items():
                times.setdefault(name, []).append(median)
    console = Console()
    console.print(_table(sizes, times))
    _print_plans(console, plans)


_ASKED = "fleet service: a list or look-up, 10 times as many deliveries"
_TENTH = "a tenth of them"
_ROWS = (Row(_ASKED, "ms", _TENTH, at_most(1.5), tolerance=TIMED),)


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    most, repeat = scale.of(10_000, 1_000), scale.of(15, 3)
    sides = {
        name: partial(_typical, size, repeat) for name, size in ((OURS, most), (_TENTH, most // 10))
    }
    return await by_turns(scale.of(3, 1), sides)


async def _typical(size: int, repeat: int) -> Figures:
    """Return the median of what the questions take, each a median itself."""
    with tempfile.TemporaryDirectory(prefix="handover-growth-") as name:
        folder = Path(name)
        medians, _ = await _measure(folder, sqlite_url(folder / "fleet.db"), size, repeat)
    return {_ASKED: statistics.median(medians.values()) * 1000}


SERVICE_GROWTH = Benchmark("service-growth", _ROWS, measure)


async def _measure(
    folder: Path, url: str, size: int, repeat: int
) -> tuple[dict[str, float], dict[str, list[Plan]]]:
    make_certificates(folder)
    filler = Filler(size)
    settings = settings_at(folder, folder, database_url=url)
    async with opened(url) as database:
        await filler.fill(database)
        if "postgresql" in url:
            await execute(database, "ANALYZE")
        async with (
            running(settings, ManualClock(NOW)) as fleet,
            make_server(fleet.service.asgi) as server,
        ):
            asked = questions(filler)
            medians = await _medians(fleet, server.url, asked, repeat)
            plans = {question.name: await plans_of(fleet, database, question) for question in asked}
    return medians, plans


async def _medians(
    fleet: Fleet, url: str, asked: Sequence[Question], repeat: int
) -> dict[str, float]:
    base, headers = f"{url}/development/api/v1", fleet.http.headers
    medians = {}
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=60) as http:
        for question in asked:
            took = [await _time(http, question) for _ in range(repeat)]
            medians[question.name] = statistics.median(took)
    return medians


async def _time(http: httpx.AsyncClient, question: Question) -> float:
    began = time.perf_counter()
    answer = await http.get(question.path, params=question.query)
    assert answer.status_code == 200, answer.text
    return time.perf_counter() - began


async def plans_of(fleet: Fleet, database: Database, question: Question) -> list[Plan]:
    """Ask once, and ask the database how it went about it."""
    with listening() as statements:
        await fleet.get(question.path, **question.query)
    return await explain(database, statements)


def _table(sizes: Sequence[int], times: dict[str, list[float]]) -> Table:
    table = Table("median in ms", *(f"{size:,}" for size in sizes), "ratio")
    for name, medians in times.items():
        ratio = medians[-1] / medians[0]
        table.add_row(name, *(f"{each * 1000:.1f}" for each in medians), f"{ratio:.2f}")
    return table


def _print_plans(console: Console, plans: dict[str, list[Plan]]) -> None:
    for name, each in plans.items():
        console.print(f"\n[bold]{name}[/bold]")
        for plan in each:
            console.print(f"  {plan.statement[:160]}", style="dim", markup=False, soft_wrap=True)
            for step in plan.steps:
                console.print(f"    {step}", markup=False, soft_wrap=True)
            console.print(f"    full scan: {'yes' if plan.full_scan else 'no'}")


if __name__ == "__main__":
    app()
