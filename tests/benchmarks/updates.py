"""How many commands are answered, each with one message."""

import time
from functools import partial
from itertools import cycle, islice

from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.bots import AIOGRAM, LIBRARY, Bots
from tests.benchmarks.goals import Row, at_least, at_most
from tests.benchmarks.posting import all_of
from tests.benchmarks.processes import at_rest, cpu_seconds
from tests.benchmarks.rig import OWNERS
from tests.benchmarks.speech import typed

_AT_ONCE = 64

_ANSWERED = "commands answered"
_CPU = "CPU of a command"
_ROWS = (
    Row(_ANSWERED, "a second", LIBRARY, at_least(1.0)),
    Row(_ANSWERED, "a second", AIOGRAM, at_least(0.5)),
    # The same in another measure, which holds also where those who ask cannot keep a bot busy.
    Row(_CPU, "ms", LIBRARY, at_most(1.0)),
    Row(_CPU, "ms", AIOGRAM, at_most(2.0)),
)


async def measure(scale: Scale, stage: Stage) -> Rounds:
    started = await stage.bots()
    commands = scale.of(1500, 128)
    sides = {name: partial(_answer, started, name, commands) for name in started.doors}
    return await by_turns(scale.rounds, sides, warm_up=True)


async def _answer(started: Bots, name: str, commands: int) -> Figures:
    door, telegram = started.doors[name], started.telegram
    posts = [typed(door, user, "/help") for user in islice(cycle(OWNERS), commands)]
    wanted = telegram.counts["sendMessage"] + commands
    cpu = cpu_seconds(door.pid)
    began = time.perf_counter()
    await all_of(posts, started.post, _AT_ONCE)
    await telegram.reach("sendMessage", wanted)
    took = telegram.calls[-1].at - began
    await at_rest(door.pid)
    used = cpu_seconds(door.pid) - cpu
    return {_ANSWERED: commands / took, _CPU: used * 1000 / commands}


UPDATES = Benchmark("updates", _ROWS, measure)
