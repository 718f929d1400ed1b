"""How fast webhooks are taken in, each of them durable before it is answered.

They are of a kind that the contract does not name, so that nothing follows from them but the end of
their job: what follows from those that it names is measured by itself.
"""

import secrets
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial

from bot.demo.town import Town, free_port
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Side, Stage, by_turns
from tests.benchmarks.events import signed
from tests.benchmarks.failures import attempted
from tests.benchmarks.goals import OURS, TIMED, Row, at_least
from tests.benchmarks.posting import Post, sent_raw
from tests.benchmarks.processes import at_rest, program
from tests.benchmarks.rig import Rig, running_bot
from tests.benchmarks.slow_disk import slow_disk

_AT_ONCE = 64
Receiver = tuple[str, int]
"""Where webhooks go, and the number of the process that takes them."""

_MOMENT = "2099-01-01T00:00:00.000000Z"

_TAKEN_IN = "webhooks taken in"
_ON_SLOW_DISK = "webhooks taken in, fsync takes 5 ms"
_BARE = "Starlette that answers 200"
_COMMITTING = "a commit for each, in SQLite"
_ROWS = (
    Row(_TAKEN_IN, "a second", _BARE, at_least(0.30), tolerance=TIMED),
    Row(_TAKEN_IN, "a second", _COMMITTING, at_least(3.0), tolerance=TIMED),
)
_SLOW_ROWS = (Row(_ON_SLOW_DISK, "a second", _COMMITTING, at_least(15.0), tolerance=TIMED),)


async def measure(scale: Scale, stage: Stage) -> Rounds:
    rig = (await stage.bots()).rig
    return await _measured(rig, [_BARE, _COMMITTING], {}, scale.rounds, scale.of(4000, 400))


async def measure_on_slow_disk(scale: Scale, _stage: Stage) -> Rounds:
    with slow_disk(milliseconds=5) as environment:
        async with running_bot(environment=environment) as rig:
            rounds, webhooks = scale.of(5, 1), scale.of(600, 128)
            return await _measured(rig, [_COMMITTING], environment, rounds, webhooks)


async def _measured(
    rig: Rig, references: Sequence[str], environment: Mapping[str, str], rounds: int, webhooks: int
) -> Rounds:
    what = _ON_SLOW_DISK if environment else _TAKEN_IN

    def side(receiver: Receiver) -> Side:
        return partial(_take_in, rig.town, *receiver, webhooks, what)

    async with AsyncExitStack() as stack:
        sides: dict[str, Side | Exception] = {OURS: side((rig.town.events_url, rig.process.pid))}
        for name in references:
            starting = stack.enter_async_context(_reference(name, rig.town, environment))
            receiver = await attempted(starting)
            sides[name] = receiver if isinstance(receiver, Exception) else side(receiver)
        return await by_turns(rounds, sides, warm_up=True)


@asynccontextmanager
async def _reference(
    name: str, town: Town, environment: Mapping[str, str]
) -> AsyncIterator[Receiver]:
    """Start a receiver; what it keeps is gone at the end."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as folder:
        running = program(
            _MODULES[name],
            environment=environment,
            port=port,
            certificate=town.certificates.certificate,
            key=town.certificates.key,
            database=f"{folder}/webhooks.db",
        )
        async with running as process:
            yield f"https://127.0.0.1:{port}/events", process.pid


async def _take_in(town: Town, url: str, pid: int, webhooks: int, what: str) -> Figures:
    posts = [replace(_webhook(town), url=url) for _ in range(webhooks + _AT_ONCE)]
    per_second = await sent_raw(posts, town.certificates.authority, _AT_ONCE)
    await at_rest(pid)  # what is worked off after the answer must not slow the next side
    return {what: per_second}


def _webhook(town: Town) -> Post:
    data = {"delivery_id": secrets.token_hex(16), "status": "pending"}
    return signed(town, {"event": "delivery.seen", "timestamp": _MOMENT, "data": data})


_MODULES = {
    _BARE: "tests.benchmarks.references.bare_receiver",
    _COMMITTING: "tests.benchmarks.references.committing_receiver",
}

INTAKE = Benchmark("intake", _ROWS, measure, cores=2)
SLOW_DISK = Benchmark("slow-disk", _SLOW_ROWS, measure_on_slow_disk, cores=2)
