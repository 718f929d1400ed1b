"""One business day through the service, as fast as it goes.

    python -m tests.benchmarks.service_day --deliveries 2000

The service runs in a process of its own on a SQLite file; `bot.fleet.FleetClient` is the load, over
real HTTP. Every delivery is created, read, assigned, accepted, picked up and delivered with the
codes that were told, and its webhooks go to a real HTTPS receiver.
"""

import asyncio
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
import uvloop
from rich.console import Console
from rich.table import Table
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bot.base.http.server import Server
from bot.fleet import FleetClient, RiderQuery, Wire
from bot.identifiers import RiderUuid
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.goals import OURS, TIMED, Row, at_least
from tests.benchmarks.load import Codes, Day
from tests.faults.fleet_process import fleet_process
from tests.service.fleet import KEY
from tests.service.receiver import make_certificates

RIDERS = 10
_AT_ONCE = 8
_WEBHOOKS_EACH = 5
_PATIENCE = 120.0


class Receiver:
    """Takes webhooks and counts them."""

    def __init__(self, expected: int) -> None:
        self._expected = expected
        self.came = 0
        self.all_came = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await Request(scope, receive).body()
        self.came += 1
        if self.came == self._expected:
            self.all_came.set()
        await Response()(scope, receive, send)


_CARRIED = "fleet service: deliveries carried, with webhooks"
_SILENT = "the same without webhooks"
_ROWS = (Row(_CARRIED, "a second", _SILENT, at_least(0.5), tolerance=TIMED),)


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    deliveries = scale.of(100, 5)
    sides = {
        name: partial(_carried, deliveries, webhooks)
        for name, webhooks in ((OURS, True), (_SILENT, False))
    }
    return await by_turns(scale.of(5, 1), sides)


async def _carried(deliveries: int, webhooks: bool) -> Figures:
    with tempfile.TemporaryDirectory(prefix="handover-day-") as folder:
        _, took, last, _ = await _run(Path(folder), deliveries, _AT_ONCE, webhooks)
    return {_CARRIED: deliveries / (took + last if webhooks else took)}


SERVICE_DAY = Benchmark("service-day", _ROWS, measure, cores=2)

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    deliveries: Annotated[int, typer.Option(min=1, help="How many are made and carried.")] = 2000,
    at_once: Annotated[int, typer.Option(min=1, help="How many are in hand at once.")] = _AT_ONCE,
    webhooks: Annotated[bool, typer.Option(help="Whether somebody takes webhooks.")] = True,
) -> None:
    """Run one day and print what it took."""
    with tempfile.TemporaryDirectory(prefix="handover-day-") as folder:
        uvloop.run(_day(Path(folder), deliveries, at_once, webhooks))


async def _day(folder: Path, deliveries: int, at_once: int, webhooks: bool) -> None:
    _report(*await _run(folder, deliveries, at_once, webhooks))


async def _run(
    folder: Path, deliveries: int, at_once: int, webhooks: bool
) -> tuple[Day, float, float, int]:
    """Return the day, the seconds to its last request and on to its last webhook, and these."""
    make_certificates(folder)
    codes = Codes()
    async with AsyncExitStack() as stack:
        receiver = Receiver(deliveries * _WEBHOOKS_EACH)
        server = await stack.enter_async_context(
            Server(receiver, certfile=folder / "server.pem", keyfile=folder / "server.key")
        )
        url = f"{server.url}/fleet" if webhooks else ""
        service = await stack.enter_async_context(fleet_process(folder, webhook=url, is_fresh=True))
        service.on_code = codes.told
        client = await stack.enter_async_context(FleetClient(Wire(service.base_url, KEY)))
        day = Day(client, await _riders(client), codes)
        began = time.perf_counter()
        await day.run(deliveries, at_once)
        took = time.perf_counter() - began
        if webhooks:
            async with asyncio.timeout(_PATIENCE):
                await receiver.all_came.wait()
        last = time.perf_counter() - began - took
    return day, took, last, receiver.came


async def _riders(client: FleetClient) -> list[RiderUuid]:
    await client.create_rider([f"rider{number}@example.com" for number in range(RIDERS)], 10)
    page = (await client.list_riders(RiderQuery(per_page=RIDERS))).page
    for rider in page.items:
        await client.change_rider_status(rider.uuid)
    return [rider.uuid for rider in page.items]


def _report(day: Day, took: float, last: float, webhooks: int) -> None:
    table = Table("request", "count", "p50 ms", "p99 ms", "slowest ms")
    for name, times in day.times.items():
        cuts = statistics.quantiles(times, n=100) if len(times) > 1 else [times[0]] * 99
        figures = (cuts[49], cuts[98], max(times))
        table.add_row(name, str(len(times)), *(f"{figure * 1000:.1f}" for figure in figures))
    requests = sum(len(times) for times in day.times.values())
    deliveries = len(day.times["create"])
    console = Console()
    console.print(table)
    console.print(f"{requests} requests in {took:.1f} s: {requests / took:.0f} a second")
    console.print(f"{deliveries / took:.1f} deliveries a second, from creation to drop-off")
    console.print(f"{webhooks} webhooks came, the last one {last:.1f} s after the last request")


if __name__ == "__main__":
    app()
