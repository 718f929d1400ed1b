"""Whether work costs more in a database that holds years of it than in an empty one."""

import secrets
import statistics
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from itertools import islice

from bot.base.database.database import Database
from bot.base.queue import jobs
from bot.base.queue.jobs import EffectKey, NewJob
from bot.demo.town import Town
from bot.fleet import Delivery
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.events import known_to, send_webhooks
from tests.benchmarks.goals import OURS, TIMED, Row, at_most
from tests.benchmarks.processes import cpu_seconds
from tests.benchmarks.rig import Rig, opened_store, running_bot
from tests.benchmarks.years import pass_by

_CUSTOMERS = 2
_COMMANDS = 40
_CLAIMS = 40
_KIND = "benchmark"

_EVENT = "CPU of a webhook, database of years"
_UPDATE = "CPU of a command, database of years"
_CLAIM = "claim of a job, database of years"
_EMPTY = "an empty database"
_ROWS = tuple(
    Row(what, "ms", _EMPTY, at_most(1.15), tolerance=TIMED) for what in (_EVENT, _UPDATE, _CLAIM)
)


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    people = scale.of(1_000_000, 20_000)
    finished = 10_000_000 if scale.is_large else scale.of(200_000, 20_000)
    rounds, deliveries = scale.of(5, 1), scale.of(50, 5)

    async def years(town: Town) -> None:
        async with opened_store(town) as database:
            await pass_by(database, people, finished)

    async with AsyncExitStack() as stack:
        sides = {}
        for name, prepare in ((OURS, years), (_EMPTY, None)):
            rig = await stack.enter_async_context(running_bot(prepare=prepare))
            known = await known_to(rig, deliveries * rounds, _CUSTOMERS)
            sides[name] = partial(_work, rig, iter(known), deliveries)
        return await by_turns(rounds, sides)


async def _work(rig: Rig, known: Iterator[Delivery], deliveries: int) -> Figures:
    sent = await send_webhooks(rig, list(islice(known, deliveries)))
    command = await _command(rig)
    async with opened_store(rig.town, alone=False) as database:
        claims = [await _claim(database) for _ in range(_CLAIMS)]
    return {
        _EVENT: sent.cpu * 1000 / sent.webhooks,
        _UPDATE: command,
        _CLAIM: statistics.median(claims) * 1000,
    }


async def _command(rig: Rig) -> float:
    """Return the milliseconds of CPU that a command takes."""
    town, pid = rig.town, rig.process.pid
    before = cpu_seconds(pid)
    for _ in range(_COMMANDS):
        town.owner.write("/help")
    await town.telegram.idle()
    await rig.idle()
    return (cpu_seconds(pid) - before) * 1000 / _COMMANDS


async def _claim(database: Database) -> float:
    """Return the seconds that it takes to find and take the one job that is due."""
    key = EffectKey(secrets.token_hex(8))
    await database.write(jobs.add, NewJob(_KIND, key, key, b""))
    began = time.perf_counter()
    (job,) = await database.write(jobs.claim, _KIND, 1)
    took = time.perf_counter() - began
    await database.write(jobs.finish, job)
    return took


LARGE_DATABASE = Benchmark("large-database", _ROWS, measure)
