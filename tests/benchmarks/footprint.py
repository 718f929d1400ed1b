"""What the bot needs before anybody has said anything."""

import asyncio

from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.goals import OURS, Row, at_most
from tests.benchmarks.processes import cpu_seconds, resident_mb
from tests.benchmarks.rig import running_bot

_IDLE_SECONDS = 1.0

_START = "start until ready, with a new database"
_MEMORY = "memory while idle"
_ALLOWED = "what it may take"
_ROWS = (
    Row(_START, "s of CPU", _ALLOWED, at_most(1.0), fixed=1.2),
    Row(_MEMORY, "MB", _ALLOWED, at_most(1.0), fixed=100.0),
)


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    return await by_turns(scale.of(5, 1), {OURS: _ours})


async def _ours() -> Figures:
    async with running_bot(is_quick=False) as rig:
        started = cpu_seconds(rig.process.pid)
        await asyncio.sleep(_IDLE_SECONDS)
        return {_START: started, _MEMORY: resident_mb(rig.process.pid)}


FOOTPRINT = Benchmark("footprint", _ROWS, measure)
