"""The bot as it is measured: a process of its own, with all that it needs around it."""

import asyncio
import itertools
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from bot.base.clock import SystemClock
from bot.base.database import Database
from bot.base.vault import Vault
from bot.config import TelegramSettings
from bot.demo.telegram.world import ChatEvent
from bot.demo.town import Town
from bot.store.schema import SCHEMA
from bot.web.routes import TELEGRAM_PATH
from tests.benchmarks.processes import ROOT
from tests.benchmarks.quick_telegram import QuickTelegram, quick_telegram
from tests.faults.bot_process import BotProcess

OWNERS = tuple(range(5_000_001, 5_000_065))
"""People of whom no local Telegram needs to know."""

PACE = {
    name: TelegramSettings.model_fields[name].default
    for name in ("messages_per_second", "chat_per_second", "group_per_minute")
}
"""How fast a bot speaks whose operator has set nothing: a town's speaks as fast as it can."""

_making_tables = asyncio.Lock()
"""Alembic keeps what it works on in its modules, so a process can do so once at a time."""

_NEWER = frozenset({"group_per_minute"})
_AT_FIRST = {"messages_per_second": 1000, "chat_per_second": 1000}
"""The most that the first version takes; settings that it does not know it does not start with."""

Prepare = Callable[[Town], Awaitable[object]]
Settings = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Door:
    """Where a bot takes updates, and the number of its process."""

    url: str
    secret: str
    pid: int


@dataclass(frozen=True, slots=True)
class Rig:
    """A bot that runs, with the town around it."""

    town: Town
    process: BotProcess
    telegram: QuickTelegram

    @property
    def door(self) -> Door:
        settings = self.town.settings
        url = f"{settings['web']['public_url']}{TELEGRAM_PATH}"
        return Door(url, settings["telegram"]["webhook_secret"], self.process.pid)


@asynccontextmanager
async def running_bot(
    root: Path = ROOT,
    *,
    owners: Sequence[int] = OWNERS,
    is_quick: bool = True,
    latency: float = 0.0,
    settings: Settings | None = None,
    prepare: Prepare | None = None,
    around_fleet: Callable[[ASGIApp], ASGIApp] | None = None,
    module: str = "bot",
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[Rig]:
    """Start a bot with these owners beside the town's, and have it run while the block does.

    `is_quick` puts a quick Telegram before the town's, of that `latency` in seconds. `prepare` is
    done before the bot starts.
    """
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="handover-bench-"))
        telegram = await stack.enter_async_context(quick_telegram())
        telegram.latency = latency
        changed = _merged(telegram.url if is_quick else None, settings or {})
        town = Town(Path(folder), changed_settings=changed, around_fleet=around_fleet)
        changed["telegram"]["owners"] = [*owners, town.owner.id]
        telegram.behind = town.telegram.asgi
        async with _making_tables:
            await stack.enter_async_context(town)
            if prepare is not None:
                await prepare(town)
        known = town.settings if root == ROOT else _as_first_known(town.settings)
        process = BotProcess(town, root, module=module, environment=environment, settings=known)
        await stack.enter_async_context(process)
        await process.start()
        yield Rig(town, process, telegram)


def _as_first_known(settings: Settings) -> Settings:
    return {
        name: {
            key: _AT_FIRST.get(key, value) for key, value in section.items() if key not in _NEWER
        }
        for name, section in settings.items()
    }


def _merged(telegram_url: str | None, settings: Settings) -> dict[str, dict[str, Any]]:
    changed = {name: dict(section) for name, section in settings.items()}
    telegram = changed.setdefault("telegram", {})
    if telegram_url is not None:
        telegram["api_url"] = telegram_url
    return changed


@asynccontextmanager
async def opened_store(town: Town, *, alone: bool = True) -> AsyncIterator[Database]:
    """Open the bot's own database; not `alone` where the bot runs meanwhile."""
    store = town.settings["store"]
    database = Database(
        store["url"], SCHEMA, Vault.from_file(Path(store["key_file"])), SystemClock()
    )
    await database.open(alone=alone)
    try:
        yield database
    finally:
        await database.close()


def listen(town: Town, sent: list[ChatEvent]) -> Callable[[], None]:
    """Note every message that the bot sends to somebody, until what is returned is called."""

    def note(event: ChatEvent) -> None:
        if event.kind == "sent" and event.message.from_bot:
            sent.append(event)

    town.telegram.listeners.append(note)
    return lambda: town.telegram.listeners.remove(note)


async def quiet(count: Callable[[], int], seconds: float = 0.7) -> None:
    """Return when a number has not grown for a while."""
    before = -1
    while before < count():
        before = count()
        await asyncio.sleep(seconds)


update_numbers = itertools.count(1)
"""Numbers of updates: Telegram never uses one twice, and a bot takes none twice."""
