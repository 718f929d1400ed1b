"""A flood of malformed bodies at the bot's door and at the fleet service's API.

    python -m tests.benchmarks.hostile --count 1000000

Both are processes of their own. What is asked: no answer but 2xx, 4xx and 503, and memory that does
not grow. They come from ever other addresses of this machine, for one would soon be slowed down.
"""

import asyncio
import itertools
import random
import ssl
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
import uvloop
from rich.console import Console

from bot.demo.town import Town
from bot.fleet import sign
from bot.web.routes import TELEGRAM_PATH, fleet_path
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.goals import MEMORY, OURS, Row, at_most
from tests.benchmarks.malformed import Lines, Said, Target, say
from tests.benchmarks.processes import resident_mb
from tests.benchmarks.results import as_table, results
from tests.benchmarks.rig import running_bot
from tests.faults.fleet_process import fleet_process
from tests.service.fleet import KEY, order
from tests.service.receiver import make_certificates

_AT_ONCE = 24
_PER_CONNECTION = 12
"""Fewer than an address may have refused before it is slowed down."""

_UNFINISHED_SECONDS = 0.03
_PATIENCE = 30.0
_WARM_UP = 0.2
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
UUID = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"


@dataclass(frozen=True, slots=True)
class Door:
    """Where a process is asked, and what is asked there."""

    pid: int
    port: int
    tls: ssl.SSLContext | None
    targets: Sequence[Target]


@dataclass(slots=True)
class Flood:
    """What came back: how often each status, and how much memory it took, in MB."""

    answers: Counter[int] = field(default_factory=Counter)
    silent: int = 0
    grown: float = 0.0

    @property
    def faults(self) -> int:
        """Answers that are neither 2xx nor 4xx nor 503."""
        return sum(n for status, n in self.answers.items() if not _is_fine(status))


def _is_fine(status: int) -> bool:
    return status // 100 in {2, 4} or status == 503


_addresses = (f"127.{a}.{b}.{c}" for a, b, c in itertools.product(range(1, 255), repeat=3))


async def flood(door: Door, count: int, seed: int = 1) -> Flood:
    """Say so many malformed things, and return what came back.

    Raises:
        TimeoutError: something whole was not answered.
    """
    found, dice = Flood(), random.Random(seed)
    warm_up = int(count * _WARM_UP)
    await _say_all(door, found, dice, warm_up)
    before = resident_mb(door.pid)
    await _say_all(door, found, dice, count - warm_up)
    found.grown = resident_mb(door.pid) - before
    return found


async def _say_all(door: Door, found: Flood, dice: random.Random, count: int) -> None:
    left = iter(range(count))

    async def work() -> None:
        while things := [say(dice, door.targets) for _ in itertools.islice(left, _PER_CONNECTION)]:
            await _say_each(door, found, things)

    async with asyncio.TaskGroup() as group:
        for _ in range(_AT_ONCE):
            group.create_task(work())


async def _say_each(door: Door, found: Flood, things: Sequence[Said]) -> None:
    left = list(things)
    while left:
        async with _connected(door) as (reader, writer):
            is_kept = True
            while left and is_kept:
                writer.write((said := left.pop(0)).text)
                is_kept = await _hear(found, said, reader)


@asynccontextmanager
async def _connected(door: Door) -> AsyncIterator[Streams]:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", door.port, ssl=door.tls, local_addr=(next(_addresses), 0)
    )
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def _hear(found: Flood, said: Said, reader: asyncio.StreamReader) -> bool:
    """Take the answers; say whether the connection can be used again."""
    if not said.answers:
        with suppress(TimeoutError, OSError, EOFError):
            async with asyncio.timeout(_UNFINISHED_SECONDS):
                while True:
                    found.answers[(await _answer(reader))[0]] += 1
        return False
    async with asyncio.timeout(_PATIENCE):
        for _ in range(said.answers):
            try:
                status, is_kept = await _answer(reader)
            except (OSError, EOFError):
                found.silent += 1
                return False
            found.answers[status] += 1
            if not is_kept:
                return False
    return True


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0] or 0)
    await reader.readexactly(length)
    return int(head.split(b" ")[1]), b"connection: close" not in head


def _bots_targets(town: Town) -> list[Target]:
    key, secret = town.api_key, town.settings["telegram"]["webhook_secret"]
    event = {"event": "delivery.accepted", "data": {"delivery_id": UUID, "status": "accepted"}}
    message = {"message_id": 1, "date": 1, "chat": {"id": 7, "type": "private"}, "text": "hello"}
    update = {"update_id": 1, "message": {**message, "from": {"id": 7, "is_bot": False}}}
    return [
        Target(
            fleet_path("development"),
            event,
            [
                lambda body: [f"X-Service-Signature: {sign(body, key)}"],
                lambda body: [f"X-Service-Signature: {sign(body, 'wrong')}"],
                lambda _: [f"X-Service-Signature: {'0' * 64}"],
                lambda _: ["X-Service-Signature: \xe9" + "\u00b2" * 63],
                lambda body: 2 * [f"X-Service-Signature: {sign(body, key)}"],
                _nothing,
            ],
        ),
        Target(
            TELEGRAM_PATH,
            update,
            [
                lambda _: [f"X-Telegram-Bot-Api-Secret-Token: {secret}"],
                lambda _: ["X-Telegram-Bot-Api-Secret-Token: wrong\xe9"],
                _nothing,
            ],
        ),
    ]


def _services_targets() -> list[Target]:
    bodies = {
        "deliveries/create": order(),
        "deliveries/update_status": {"delivery_uuid": UUID, "status": "accepted", "pickup_otp": ""},
        f"deliveries/update/{UUID}": order(),
        f"deliveries/assign/{UUID}": {"delivery_uuid": [UUID]},
        "riders/create": {"emails": ["a@example.com"], "commission": 10},
        f"riders/change_status/{UUID}": {"status": "active"},
    }
    proofs = [lambda _: [f"x-api-key: {KEY}"]] * 5 + [lambda _: ["x-api-key: \xe9"], _nothing]
    return [Target(f"/development/api/v1/{path}", body, proofs) for path, body in bodies.items()]


def _nothing(_body: bytes) -> Lines:
    return []


@asynccontextmanager
async def bots_door() -> AsyncIterator[Door]:
    """Run a bot while the block does."""
    async with running_bot() as rig:
        context = ssl.create_default_context(cafile=rig.town.certificates.authority)
        yield Door(rig.process.pid, rig.town.bot_port, context, _bots_targets(rig.town))


@asynccontextmanager
async def fleets_door() -> AsyncIterator[Door]:
    """Run a fleet service while the block does."""
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as folder:
        make_certificates(Path(folder))
        async with fleet_process(Path(folder), is_fresh=True) as process:
            port = int(process.url.rpartition(":")[2])
            yield Door(process.pid, port, None, _services_targets())


_ALLOWED = "what it may be"
SIDES = {"bot": bots_door, "fleet service": fleets_door}
_ROWS = tuple(
    row
    for name in SIDES
    for row in (
        Row(f"{name}: malformed bodies with a 5xx", "", _ALLOWED, at_most(1.0), fixed=0.0),
        Row(
            f"{name}: memory grown by them",
            "MB",
            _ALLOWED,
            at_most(1.0),
            fixed=20.0,
            tolerance=MEMORY,
        ),
    )
)


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    async def ours() -> Figures:
        return _figures(await floods(scale.of(20_000, 1_000)))

    return await by_turns(1, {OURS: ours})


async def floods(count: int, seed: int = 1) -> dict[str, Flood]:
    """Flood both at once, with so many malformed bodies together."""

    async def one(door: Callable[[], AbstractAsyncContextManager[Door]]) -> Flood:
        async with door() as opened:
            return await flood(opened, count // len(SIDES), seed)

    async with asyncio.TaskGroup() as tasks:
        found = {name: tasks.create_task(one(door)) for name, door in SIDES.items()}
    return {name: task.result() for name, task in found.items()}


def _figures(found: dict[str, Flood]) -> Figures:
    faults = {f"{name}: malformed bodies with a 5xx": each.faults for name, each in found.items()}
    grown = {f"{name}: memory grown by them": each.grown for name, each in found.items()}
    return {**faults, **grown}


HOSTILE = Benchmark("hostile", _ROWS, measure)

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    count: Annotated[int, typer.Option(min=100, help="How many malformed bodies.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Another one makes up others.")] = 1,
) -> None:
    """Say them all, and print what was answered and what memory it took."""
    found = uvloop.run(floods(count, seed))
    console = Console()
    for name, each in found.items():
        told = ", ".join(f"{n:,} × {status}" for status, n in sorted(each.answers.items()))
        console.print(f"{name}: {told}; not answered: {each.silent:,}")
    console.print(as_table(results(_ROWS, {OURS: [_figures(found)]})))


if __name__ == "__main__":
    app()
