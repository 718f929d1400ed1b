"""Our bot next to bots that are made with a library alone, behind one quick Telegram."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from bot.demo.town import free_port
from bot.texts.callbacks import NOBODY, Verb, press
from bot.texts.dispatcher.filters import Filters
from tests.benchmarks.failures import attempted
from tests.benchmarks.goals import OURS
from tests.benchmarks.load import order
from tests.benchmarks.posting import Poster, all_of, posting
from tests.benchmarks.processes import program
from tests.benchmarks.quick_telegram import QuickTelegram
from tests.benchmarks.rig import OWNERS, Door, Rig, running_bot
from tests.benchmarks.slow_fleet import SlowFleet
from tests.benchmarks.speech import typed

LIBRARY = "python-telegram-bot"
AIOGRAM = "aiogram"

_MODULES = {
    LIBRARY: "tests.benchmarks.references.library_bot",
    AIOGRAM: "tests.benchmarks.references.aiogram_bot",
}
ASKING_THE_FLEET = press(Verb.LIST, NOBODY, tokens=(Filters().token, 1))
"""The button of a list that the fleet service is asked for each time."""

FLEET_SECONDS = 1.0

_DELIVERIES = 12

_SECRET = "a-secret-of-the-references"


@dataclass(frozen=True, slots=True)
class Bots:
    """Bots that run, by name, or why one does not; to /help all say the same."""

    rig: Rig
    doors: dict[str, Door | Exception]
    post: Poster
    fleet: SlowFleet

    @property
    def telegram(self) -> QuickTelegram:
        return self.rig.telegram


@asynccontextmanager
async def bots() -> AsyncIterator[Bots]:
    """Start them, with deliveries that wait for a rider."""
    async with AsyncExitStack() as stack:
        fleet = SlowFleet()
        rig = await stack.enter_async_context(running_bot(around_fleet=fleet.around))
        town = rig.town
        post = await stack.enter_async_context(posting(town.certificates.authority))
        for number in range(_DELIVERIES):
            await town.shop.create_delivery(order(number))
        await rig.idle()
        answer = await meet_everybody(rig, post)
        doors: dict[str, Door | Exception] = {OURS: rig.door}
        for name in _MODULES:
            starting = stack.enter_async_context(reference(name, rig, answer))
            doors[name] = await attempted(starting)
        yield Bots(rig, doors, post, fleet)


@asynccontextmanager
async def reference(name: str, rig: Rig, answer: str) -> AsyncIterator[Door]:
    """Run a bot that is made with a library, with a new database of its own."""
    town, port = rig.town, free_port()
    with tempfile.TemporaryDirectory(prefix="handover-bench-") as folder:
        running = program(
            _MODULES[name],
            port=port,
            certificate=town.certificates.certificate,
            key=town.certificates.key,
            api_url=rig.telegram.url,
            token=town.account.token,
            secret=_SECRET,
            answer=answer,
            database=f"{folder}/desk.db",
            people=OWNERS,
            deliveries=_DELIVERIES,
            fleet_seconds=FLEET_SECONDS,
            asking_the_fleet=ASKING_THE_FLEET,
        )
        async with running as process:
            yield Door(f"https://127.0.0.1:{port}/updates", _SECRET, process.pid)


async def meet_everybody(rig: Rig, post: Poster) -> str:
    """Let every owner say hello; return what the bot answers to /help."""
    door, telegram = rig.door, rig.telegram
    await all_of([typed(door, user, "/start") for user in OWNERS], post, len(OWNERS))
    await rig.idle()
    await post(typed(door, OWNERS[0], "/help"))
    await rig.idle()
    return telegram.calls[-1].arguments["text"]
