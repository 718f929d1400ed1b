"""What the bot needs before anybody has said anything, next to lean bots with a database."""

import asyncio
from functools import partial

from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.bots import AIOGRAM, LIBRARY, reference
from tests.benchmarks.goals import MEMORY, OURS, TIMED, Row, at_most
from tests.benchmarks.processes import cpu_seconds, resident_mb
from tests.benchmarks.rig import Rig, running_bot

_IDLE_SECONDS = 1.0

_START = "start until ready, with a new database"
_MEMORY = "memory while idle"
_ROWS = (
    Row(_START, "s of CPU", LIBRARY, at_most(2.9), tolerance=TIMED),
    Row(_START, "s of CPU", AIOGRAM, at_most(0.4), tolerance=TIMED),
    Row(_MEMORY, "MB", LIBRARY, at_most(1.5), tolerance=MEMORY),
    Row(_MEMORY, "MB", AIOGRAM, at_most(0.6), tolerance=MEMORY),
)


async def measure(scale: Scale, stage: Stage) -> Rounds:
    rig = (await stage.bots()).rig
    sides = {name: partial(_reference, name, rig) for name in (LIBRARY, AIOGRAM)}
    return await by_turns(scale.of(5, 1), {OURS: _ours, **sides})


async def _ours() -> Figures:
    async with running_bot(is_quick=False) as rig:
        return await _needs(rig.process.pid)


async def _reference(name: str, rig: Rig) -> Figures:
    async with reference(name, rig, answer="") as door:
        return await _needs(door.pid)


async def _needs(pid: int) -> Figures:
    started = cpu_seconds(pid)
    await asyncio.sleep(_IDLE_SECONDS)
    return {_START: started, _MEMORY: resident_mb(pid)}


FOOTPRINT = Benchmark("footprint", _ROWS, measure)
