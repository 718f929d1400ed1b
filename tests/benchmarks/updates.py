"""What people ask of a bot most: commands that are answered, and a button that is pressed.

`/help` says the same as ever; `/me` reads what is known of somebody, the press changes it, and the
board is put together, sent and pinned in the place of the one before.
"""

import time
from collections.abc import Sequence
from functools import partial
from itertools import count, cycle, islice

from bot.texts.callbacks import Verb, press
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Side, Stage, by_turns
from tests.benchmarks.bots import AIOGRAM, LIBRARY, Bots
from tests.benchmarks.goals import TIMED, Row, at_least, at_most
from tests.benchmarks.posting import Post, all_of
from tests.benchmarks.processes import at_rest, cpu_seconds
from tests.benchmarks.rig import OWNERS, Door
from tests.benchmarks.speech import pressed, typed

_AT_ONCE = 64
_BUTTON = press(Verb.QUIET, tokens=("off",))

_PRESS = "a press"
_ENDS_WITH = {"/help": "sendMessage", "/me": "sendMessage", "/board": "pinChatMessage"}
"""The last call but one, at most, that each command leads to."""
_numbers = count(1_000_000)

_ROWS = tuple(
    row
    for what in (*_ENDS_WITH, _PRESS)
    for row in (
        Row(f"{what}: answered", "a second", LIBRARY, at_least(1.0), tolerance=TIMED),
        Row(f"{what}: answered", "a second", AIOGRAM, at_least(0.5), tolerance=TIMED),
        # The same in another measure, which holds also where those who ask cannot keep a bot busy.
        Row(f"{what}: CPU", "ms", LIBRARY, at_most(1.0), tolerance=TIMED),
        Row(f"{what}: CPU", "ms", AIOGRAM, at_most(2.0), tolerance=TIMED),
    )
)


async def measure(scale: Scale, stage: Stage) -> Rounds:
    started = await stage.bots()
    many = scale.of(len(OWNERS) * 8, len(OWNERS) // 2)
    sides: dict[str, Side | Exception] = {
        name: door if isinstance(door, Exception) else partial(_answer, started, door, many)
        for name, door in started.doors.items()
    }
    return await by_turns(scale.of(5, 1), sides, warm_up=True)


async def _answer(started: Bots, door: Door, many: int) -> Figures:
    figures: dict[str, float] = {}
    owners = list(islice(cycle(OWNERS), many))
    for command, ends_with in _ENDS_WITH.items():
        posts = [typed(door, owner, command) for owner in owners]
        figures |= await _work_off(started, door, posts, command, ends_with)
    posts = [pressed(door, owner, next(_numbers), _BUTTON) for owner in owners]
    return figures | await _work_off(started, door, posts, _PRESS, "editMessageText")


async def _work_off(
    started: Bots, door: Door, posts: Sequence[Post], what: str, ends_with: str
) -> Figures:
    """Post these updates, each of which leads to one call of that method, and to others maybe."""
    telegram = started.telegram
    wanted = telegram.counts[ends_with] + len(posts)
    cpu, began = cpu_seconds(door.pid), time.perf_counter()
    await all_of(posts, started.post, _AT_ONCE)
    await telegram.reach(ends_with, wanted)
    await at_rest(door.pid)
    used, took = cpu_seconds(door.pid) - cpu, telegram.calls[-1].at - began
    return {f"{what}: answered": len(posts) / took, f"{what}: CPU": used * 1000 / len(posts)}


UPDATES = Benchmark("updates", _ROWS, measure, cores=2)
