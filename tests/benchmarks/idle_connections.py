"""Real work at the bot's door and at the fleet service's API while others only hold connections.

    python -m tests.benchmarks.idle_connections --idle 5000

Each of those that hold a connection says nothing, not even a handshake, and connects again when it
was disconnected. Half of the real work comes over connections of its own.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated

import aiohttp
import typer
import uvloop
from rich.console import Console

from bot.base.http.connection_limit import connections_allowed
from bot.demo.town import Town
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.events import signed
from tests.benchmarks.goals import OURS, TIMED, Row, at_most
from tests.benchmarks.posting import Post, posting, steadily
from tests.benchmarks.results import as_table, results
from tests.benchmarks.rig import running_bot
from tests.faults.fleet_process import fleet_process
from tests.service.fleet import KEY, order
from tests.service.receiver import make_certificates

IDLE = 1_100
_PER_SECOND = 40
_PAUSE = 5.0
"""Seconds after which who was disconnected is there again."""

_LOST = 60_000.0
"""Milliseconds that a request counts for that was not answered: it is made again later."""

_MOMENT = "2099-01-01T00:00:00.000000Z"

ADDRESSES = {
    "one address": ["127.0.0.2"],
    "many addresses": [f"127.{a}.{b}.1" for a in range(1, 21) for b in range(1, 251)],
}
_WEBHOOK = "webhook to its 200, p99, idle connections from"
_REQUEST = "fleet service: request to its answer, p99, idle connections from"
_ROWS = tuple(
    Row(f"{what} {whence}", "ms", "what it may take", at_most(1.0), fixed=500.0, tolerance=TIMED)
    for what in (_WEBHOOK, _REQUEST)
    for whence in ADDRESSES
)

Work = Callable[[int], Awaitable[object]]
"""Does a piece of real work, by its number."""


class _Idle(asyncio.Protocol):
    """A connection on which nothing is said."""

    def __init__(self) -> None:
        self.lost = asyncio.Event()

    def connection_lost(self, _exc: Exception | None) -> None:
        self.lost.set()


@asynccontextmanager
async def idle_connections(port: int, many: int, addresses: Sequence[str]) -> AsyncIterator[None]:
    """Hold so many connections to a port of this machine, and connect again where one ends.

    Raises:
        OSError: the system lets this process open fewer.
    """
    if connections_allowed(many) < many:
        raise OSError(f"{many} connections are more than this process may open")
    connected = asyncio.Semaphore(0)
    holders = [
        asyncio.create_task(_hold(port, address, connected))
        for address in islice(cycle(addresses), many)
    ]
    try:
        for _ in holders:
            await connected.acquire()
        yield
    finally:
        for holder in holders:
            holder.cancel()
        await asyncio.gather(*holders, return_exceptions=True)


async def _hold(port: int, address: str, connected: asyncio.Semaphore) -> None:
    loop = asyncio.get_running_loop()
    while True:
        transport, idle = await loop.create_connection(
            _Idle, "127.0.0.1", port, local_addr=(address, 0)
        )
        connected.release()
        try:
            await idle.lost.wait()
        finally:
            transport.abort()
        await asyncio.sleep(_PAUSE)


async def p99(work: Sequence[Work], pieces: int) -> float:
    """Do so many pieces at a steady pace, each way in turn; return the milliseconds."""
    times: list[float] = []

    async def timed(number: int) -> None:
        began = time.perf_counter()
        try:
            await work[number % len(work)](number)
        except aiohttp.ClientError:
            times.append(_LOST)
        else:
            times.append((time.perf_counter() - began) * 1000)

    await steadily(range(pieces), timed, _PER_SECOND)
    return statistics.quantiles(times, n=100, method="inclusive")[98]


async def at_the_bot(idle: int, pieces: int) -> Figures:
    """Post webhooks to a bot next to so many idle connections."""
    async with (
        running_bot() as rig,
        posting(rig.town.certificates.authority) as kept,
        posting(rig.town.certificates.authority, anew=True) as anew,
    ):
        work = [partial(_post, rig.town, post) for post in (kept, anew)]
        return await _beside(_WEBHOOK, rig.town.bot_port, idle, pieces, work)


async def _post(town: Town, post: Callable[[Post], Awaitable[None]], number: int) -> None:
    data = {"delivery_id": f"idle-{number}-{time.time_ns()}", "status": "pending"}
    await post(signed(town, {"event": "delivery.seen", "timestamp": _MOMENT, "data": data}))


async def at_the_service(idle: int, pieces: int) -> Figures:
    """Create and look up deliveries at a fleet service next to so many idle connections."""
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as name:
        make_certificates(Path(name))
        async with fleet_process(Path(name), is_fresh=True) as process:
            port = int(process.url.rpartition(":")[2])
            headers = {"x-api-key": KEY}
            anew = aiohttp.TCPConnector(force_close=True)
            async with (
                aiohttp.ClientSession(headers=headers) as keeping,
                aiohttp.ClientSession(headers=headers, connector=anew) as connecting,
            ):
                work = [partial(_ask, process.base_url, http) for http in (keeping, connecting)]
                return await _beside(_REQUEST, port, idle, pieces, work)


async def _ask(base_url: str, http: aiohttp.ClientSession, number: int) -> None:
    path = "deliveries/create" if number % 4 < 2 else f"deliveries/update/{number}"
    async with http.post(f"{base_url}/{path}", json=order()) as answer:
        assert answer.status in {200, 422}, await answer.text()


async def _beside(
    what: str, port: int, idle: int, pieces: int, work: Sequence[Work]
) -> dict[str, float]:
    for number, each in enumerate(work):
        await each(number)
    found = {}
    for whence, addresses in ADDRESSES.items():
        async with idle_connections(port, idle, addresses):
            found[f"{what} {whence}"] = await p99(work, pieces)
    return found


async def _figures(idle: int, pieces: int) -> Figures:
    return {**await at_the_bot(idle, pieces), **await at_the_service(idle, pieces)}


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    ours = partial(_figures, IDLE, scale.of(600, 40))
    return await by_turns(scale.of(3, 1), {OURS: ours})


IDLE_CONNECTIONS = Benchmark("idle-connections", _ROWS, measure)

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    idle: Annotated[int, typer.Option(min=1, help="How many hold a connection.")] = IDLE,
    pieces: Annotated[int, typer.Option(min=10, help="How much work is done meanwhile.")] = 600,
) -> None:
    """Work while others hold connections, and print how long it took."""
    found = uvloop.run(_figures(idle, pieces))
    Console().print(as_table(results(_ROWS, {OURS: [found]})))


if __name__ == "__main__":
    app()
