"""How long people wait who press or type while nothing else happens."""

import statistics
import time
from collections.abc import Mapping
from functools import partial
from itertools import count

from bot.texts.callbacks import Verb, press
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Side, Stage, by_turns
from tests.benchmarks.bots import ASKING_THE_FLEET, FLEET_SECONDS, LIBRARY, Bots
from tests.benchmarks.goals import OURS, TIMED, Row, at_most
from tests.benchmarks.posting import Post, steadily
from tests.benchmarks.quick_telegram import QuickCall
from tests.benchmarks.rig import OWNERS, Door
from tests.benchmarks.speech import pressed, typed

_PER_SECOND = 10
_BUTTON = press(Verb.QUIET, tokens=("off",))

_ANSWERED = "press to its answer"
_ANSWERED_SLOWLY = "press to its answer, fleet service takes 1 s"
_EDITED = "press to the edit"
_REPLIED = "command to the reply"
_ROWS = (
    Row(_ANSWERED, "ms", LIBRARY, at_most(1.0), tolerance=TIMED),
    Row(_ANSWERED_SLOWLY, "ms", LIBRARY, at_most(1.0), tolerance=TIMED),
    Row(_EDITED, "ms", LIBRARY, at_most(2.0), tolerance=TIMED),
    Row(_REPLIED, "ms", LIBRARY, at_most(2.0), tolerance=TIMED),
)

_numbers = count(1)


async def measure(scale: Scale, stage: Stage) -> Rounds:
    started = await stage.bots()
    many = scale.of(20, 5)
    sides: dict[str, Side | Exception] = {}
    for name in (OURS, LIBRARY):
        door = started.doors[name]
        failed = isinstance(door, Exception)
        sides[name] = door if failed else partial(_wait, started, door, many)
    return await by_turns(scale.of(5, 1), sides)


async def _wait(started: Bots, door: Door, many: int) -> Figures:
    answered, edited = await _press(started, door, _BUTTON, many)
    started.fleet.seconds = FLEET_SECONDS
    answered_slowly, _ = await _press(started, door, ASKING_THE_FLEET, many)
    started.fleet.seconds = 0.0
    return {
        _ANSWERED: answered,
        _EDITED: edited,
        _ANSWERED_SLOWLY: answered_slowly,
        _REPLIED: await _type(started, door, many),
    }


async def _press(started: Bots, door: Door, button: str, many: int) -> tuple[float, float]:
    """Return the medians of what presses took to be answered, and to be seen."""
    telegram = started.telegram
    numbers = [next(_numbers) for _ in range(many)]
    posts = {n: pressed(door, OWNERS[n % len(OWNERS)], n, button) for n in numbers}
    before = telegram.counts.copy()
    began, calls = await _post_steadily(started, posts)
    for method in ("answerCallbackQuery", "editMessageText"):
        await telegram.reach(method, before[method] + many)
    came = telegram.calls[calls:]
    answers = _times(came, "answerCallbackQuery", "callback_query_id")
    edits = _times(came, "editMessageText", "message_id")
    return _median_ms(began, answers), _median_ms(began, edits)


async def _type(started: Bots, door: Door, many: int) -> float:
    telegram = started.telegram
    posts = {user: typed(door, user, "/help") for user in OWNERS[:many]}
    before = telegram.counts["sendMessage"]
    began, calls = await _post_steadily(started, posts)
    await telegram.reach("sendMessage", before + many)
    return _median_ms(began, _times(telegram.calls[calls:], "sendMessage", "chat_id"))


async def _post_steadily(started: Bots, posts: Mapping[int, Post]) -> tuple[dict[int, float], int]:
    """Return when each post began, and how many calls there had been before."""
    began: dict[int, float] = {}
    calls = len(started.telegram.calls)

    async def post(number: int) -> None:
        began[number] = time.perf_counter()
        await started.post(posts[number])

    await steadily(posts, post, _PER_SECOND)
    return began, calls


def _times(calls: list[QuickCall], method: str, key: str) -> dict[int, float]:
    found = [call for call in calls if call.method == method]
    return {int(number): at for number, at in ((c.arguments[key], c.at) for c in found)}


def _median_ms(began: Mapping[int, float], ended: Mapping[int, float]) -> float:
    return statistics.median((ended[number] - at) * 1000 for number, at in began.items())


PRESSES = Benchmark("presses", _ROWS, measure)
