"""Our bot beside bots that are made with a library alone, behind one quick Telegram."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from bot.demo.town import Town, free_port
from bot.texts.callbacks import Verb, press
from bot.texts.dispatcher.filters import NOBODY, Filters
from tests.benchmarks.goals import OURS
from tests.benchmarks.posting import Poster, all_of, posting
from tests.benchmarks.processes import program
from tests.benchmarks.quick_telegram import QuickTelegram
from tests.benchmarks.rig import OWNERS, Door, quiet, running_bot
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

_SECRET = "a-secret-of-the-references"


@dataclass(frozen=True, slots=True)
class Bots:
    """Bots that run, by name; to /help all say the same."""

    town: Town
    doors: dict[str, Door]
    telegram: QuickTelegram
    post: Poster


@asynccontextmanager
async def bots() -> AsyncIterator[Bots]:
    """Start them; the fleet service takes its time, where one of them asks it."""
    async with AsyncExitStack() as stack:
        fleet = SlowFleet()
        rig = await stack.enter_async_context(running_bot(around_fleet=fleet.around))
        town, telegram = rig.town, rig.telegram
        post = await stack.enter_async_context(posting(town.certificates.authority))
        answer = await meet_everybody(rig.door, telegram, post)
        fleet.seconds = FLEET_SECONDS
        doors = {OURS: rig.door}
        references = [_reference(name, town, telegram, answer) for name in _MODULES]
        started = await asyncio.gather(*map(stack.enter_async_context, references))
        doors |= zip(_MODULES, started, strict=True)
        yield Bots(town, doors, telegram, post)


@asynccontextmanager
async def _reference(
    name: str, town: Town, telegram: QuickTelegram, answer: str
) -> AsyncIterator[Door]:
    port = free_port()
    running = program(
        _MODULES[name],
        port=port,
        certificate=town.certificates.certificate,
        key=town.certificates.key,
        api_url=telegram.url,
        token=town.bot_token,
        secret=_SECRET,
        answer=answer,
        fleet_seconds=FLEET_SECONDS,
        asking_the_fleet=ASKING_THE_FLEET,
    )
    async with running as pid:
        yield Door(f"https://127.0.0.1:{port}/updates", _SECRET, pid)


async def meet_everybody(door: Door, telegram: QuickTelegram, post: Poster) -> str:
    """Let every owner say hello; return what the bot answers to /help."""
    await all_of([typed(door, user, "/start") for user in OWNERS], post, len(OWNERS))
    await quiet(partial(len, telegram.calls), 0.3)
    sent = telegram.counts["sendMessage"]
    await post(typed(door, OWNERS[0], "/help"))
    await telegram.reach("sendMessage", sent + 1)
    return telegram.calls[-1].arguments["text"]
