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
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.events import signed
from tests.benchmarks.goals import OURS, Row, at_least
from tests.benchmarks.posting import Post, Poster, all_of, posting
from tests.benchmarks.processes import at_rest, program
from tests.benchmarks.rig import running_bot
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
    Row(_TAKEN_IN, "a second", _BARE, at_least(0.30)),
    Row(_TAKEN_IN, "a second", _COMMITTING, at_least(3.0)),
)
_SLOW_ROWS = (Row(_ON_SLOW_DISK, "a second", _COMMITTING, at_least(15.0)),)


async def measure(scale: Scale, stage: Stage) -> Rounds:
    started = await stage.bots()
    ours = (started.town.events_url, started.doors[OURS].pid)
    async with _references(started.town, [_BARE, _COMMITTING], {}) as receivers:
        sides = {
            name: partial(
                _take_in, started.post, started.town, *receiver, scale.of(2000, 200), _TAKEN_IN
            )
            for name, receiver in {OURS: ours, **receivers}.items()
        }
        return await by_turns(scale.rounds, sides, warm_up=True)


async def measure_on_slow_disk(scale: Scale, _stage: Stage) -> Rounds:
    with slow_disk(milliseconds=5) as environment:
        async with (
            running_bot(environment=environment) as rig,
            posting(rig.town.certificates.authority) as post,
            _references(rig.town, [_COMMITTING], environment) as receivers,
        ):
            ours = (rig.town.events_url, rig.process.pid)
            sides = {
                name: partial(_take_in, post, rig.town, *receiver, scale.of(600, 64), _ON_SLOW_DISK)
                for name, receiver in {OURS: ours, **receivers}.items()
            }
            return await by_turns(scale.of(5, 2), sides, warm_up=True)


@asynccontextmanager
async def _references(
    town: Town, names: Sequence[str], environment: Mapping[str, str]
) -> AsyncIterator[dict[str, Receiver]]:
    """Start receivers; what they keep is gone at the end."""
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as folder:
        async with AsyncExitStack() as stack:
            receivers = {}
            for name in names:
                port = free_port()
                running = program(
                    _MODULES[name],
                    environment=environment,
                    port=port,
                    certificate=town.certificates.certificate,
                    key=town.certificates.key,
                    database=f"{folder}/webhooks.db",
                )
                pid = await stack.enter_async_context(running)
                receivers[name] = (f"https://127.0.0.1:{port}/events", pid)
            yield receivers


async def _take_in(
    post: Poster, town: Town, url: str, pid: int, webhooks: int, what: str
) -> Figures:
    posts = [replace(_webhook(town), url=url) for _ in range(webhooks)]
    took = await all_of(posts, post, _AT_ONCE)
    await at_rest(pid)  # what is worked off after the answer must not slow the next side
    return {what: webhooks / took}


def _webhook(town: Town) -> Post:
    data = {"delivery_id": secrets.token_hex(16), "status": "pending"}
    return signed(town, {"event": "delivery.seen", "timestamp": _MOMENT, "data": data})


_MODULES = {
    _BARE: "tests.benchmarks.references.bare_receiver",
    _COMMITTING: "tests.benchmarks.references.committing_receiver",
}

INTAKE = Benchmark("intake", _ROWS, measure)
SLOW_DISK = Benchmark("slow-disk", _SLOW_ROWS, measure_on_slow_disk)
