"""How much of what Telegram allows is used while a backlog is sent, and what it has to refuse.

The local Telegram counts as the real one does: 30 messages in any second of a bot, 20 in any minute
of a group.
"""

from collections.abc import Callable, Iterable

from bot.demo.town import Town
from bot.local_telegram.faults import FloodLimits
from bot.local_telegram.world import ChatEvent
from tests.benchmarks import backlog
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.goals import OURS, PACED, Row, at_least, at_most
from tests.benchmarks.rig import PACE, listen, opened_store, running_bot
from tests.faults.eyes import Eyes

_LIMITS = FloodLimits()
_TOO_MANY = 429
_PATIENCE = 240.0

_SHARE = "of 30 messages a second, while 1 a chat wait"
_REFUSED = "messages refused meanwhile"
_GROUP_SHARE = "of 20 messages a minute in a group"
_GROUP_REFUSED = "messages refused in the group"
_ALLOWED = "what Telegram allows"
_ROWS = (
    Row(_SHARE, "share used", _ALLOWED, at_least(0.97), fixed=1.0, tolerance=PACED),
    Row(_REFUSED, "429s", _ALLOWED, at_most(1.0), fixed=0.0),
)
_GROUP_ROWS = (
    Row(_GROUP_SHARE, "share used", _ALLOWED, at_least(0.97), fixed=1.0, tolerance=PACED),
    Row(_GROUP_REFUSED, "429s", _ALLOWED, at_most(1.0), fixed=0.0),
)


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    seconds = scale.of(10, 3)

    def chats(town: Town) -> Iterable[int]:
        return [user.id for user in backlog.people(town, _LIMITS.per_second * seconds + 1)]

    async def ours() -> Figures:
        share, refused = await _send(chats, seconds)
        return {_SHARE: share, _REFUSED: refused}

    return await by_turns(scale.of(3, 1), {OURS: ours})


async def measure_group(_scale: Scale, _stage: Stage) -> Rounds:
    def chats(town: Town) -> Iterable[int]:
        group = town.telegram.add_group("Ada's Kitchen", [town.owner, town.account])
        town.account.queue.clear()
        return [group.id] * (_LIMITS.per_group_per_minute + 1)

    share, refused = await _send(chats, seconds=60)
    return {OURS: [{_GROUP_SHARE: share, _GROUP_REFUSED: refused}]}


async def _send(chats: Callable[[Town], Iterable[int]], seconds: float) -> tuple[float, float]:
    """Send one message more than the limit allows in so many seconds.

    Return them as a share of the seconds that it took, and how many messages were refused.
    """
    waiting: list[int] = []
    sent: list[ChatEvent] = []

    async def prepare(town: Town) -> None:
        town.telegram.limits = _LIMITS
        waiting.extend(chats(town))
        listen(town, sent)
        async with opened_store(town) as database:
            await backlog.fill(database, waiting)

    async with running_bot(is_quick=False, settings={"telegram": PACE}, prepare=prepare) as rig:
        await Eyes(rig.town).see(lambda: len(sent) >= len(waiting), _PATIENCE)
        took = (sent[len(waiting) - 1].at - sent[0].at).total_seconds()
        errors = [call.error for call in rig.town.telegram.calls if call.error]
    return seconds / took, float(sum(error.error_code == _TOO_MANY for error in errors))


LIMITS = Benchmark("limits", _ROWS, measure, goes_by_the_clock=True)
GROUP_LIMIT = Benchmark("group-limit", _GROUP_ROWS, measure_group, takes_minutes=True)
