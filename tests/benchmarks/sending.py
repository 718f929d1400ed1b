"""How fast a backlog is sent, one message for each chat, to a Telegram that takes 50 ms."""

from functools import partial

from bot.demo.town import Town
from bot.telegram.connection import CONNECTIONS
from tests.benchmarks import backlog
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.bots import AIOGRAM
from tests.benchmarks.goals import OURS, TIMED, Row, at_least
from tests.benchmarks.processes import program
from tests.benchmarks.quick_telegram import QuickTelegram, quick_telegram
from tests.benchmarks.rig import opened_store, running_bot

_LATENCY = 0.05

_SENT = "messages sent, Telegram takes 50 ms"
_ROWS = (Row(_SENT, "a second", AIOGRAM, at_least(0.75), tolerance=TIMED),)


async def measure(scale: Scale, _stage: Stage) -> Rounds:
    chats = list(range(1, scale.of(2000, 200) + 1))
    sides = {OURS: partial(_ours, chats), AIOGRAM: partial(_aiogram, chats)}
    return await by_turns(scale.of(5, 1), sides)


async def _ours(chats: list[int]) -> Figures:
    async def prepare(town: Town) -> None:
        async with opened_store(town) as database:
            await backlog.fill(database, chats)

    async with running_bot(prepare=prepare, latency=_LATENCY) as rig:
        return await _rate(rig.telegram, len(chats))


async def _aiogram(chats: list[int]) -> Figures:
    async with quick_telegram() as telegram:
        telegram.latency = _LATENCY
        module = "tests.benchmarks.references.aiogram_bot"
        async with program(
            module,
            api_url=telegram.url,
            token="1000000001:of-nobody",
            answer=backlog.WORDS,
            at_once=CONNECTIONS,
            backlog=chats,
        ):
            return await _rate(telegram, len(chats))


async def _rate(telegram: QuickTelegram, messages: int) -> Figures:
    await telegram.reach("sendMessage", messages)
    times = [call.at for call in telegram.calls if call.method == "sendMessage"]
    return {_SENT: (messages - 1) / (times[-1] - times[0])}


SENDING = Benchmark("sending", _ROWS, measure, cores=2)
