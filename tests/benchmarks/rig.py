"""The bot as it is measured: a process of its own, with all that it needs around it."""

import asyncio
import itertools
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from bot.base.clock import SystemClock
from bot.base.database.database import Database
from bot.base.vault import Vault, key_from
from bot.config import TelegramSettings
from bot.demo.town import Town
from bot.local_telegram.world import ChatEvent
from bot.store.schema import SCHEMA
from bot.web.routes import TELEGRAM_PATH
from tests.benchmarks.processes import START_SECONDS, death
from tests.benchmarks.quick_telegram import QuickTelegram, quick_telegram
from tests.faults.bot_process import BotProcess

OWNERS = tuple(range(5_000_001, 5_000_065))
"""People of whom no local Telegram needs to know."""

PACE = {
    name: TelegramSettings.model_fields[name].default
    for name in ("messages_per_second", "chat_per_second", "group_per_minute")
}
"""How fast a bot speaks whose operator has set nothing: a town's speaks as fast as it can."""

_IS_BUSY = """
    SELECT EXISTS (
        SELECT 1 FROM jobs WHERE state = 'running' OR (state = 'waiting' AND due_at <= ?)
    )
"""
_LOOK_SECONDS = 0.02

_making_tables = asyncio.Lock()
"""Alembic keeps what it works on in its modules, so a process can do so once at a time."""

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

    async def idle(self, soon: float = 1.0) -> None:
        """Return when no job runs in the bot's database, and none is due in so many seconds."""
        with closing(sqlite3.connect(self.town.folder / "handover.db")) as database:
            while True:
                due = datetime.now(UTC) + timedelta(seconds=soon)
                (is_busy,) = database.execute(_IS_BUSY, [f"{due:%Y-%m-%d %H:%M:%S.%f}"]).fetchone()
                if not is_busy:
                    return
                await asyncio.sleep(_LOOK_SECONDS)


@asynccontextmanager
async def running_bot(
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
    """Start a bot with these owners next to the town's, and have it run while the block does.

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
        process = BotProcess(town, module=module, environment=environment, is_fresh=True)
        await stack.enter_async_context(process)
        try:
            await _start(process)
            yield Rig(town, process, telegram)
        except Exception as error:
            if process.ended:
                await process.kill()  # then all that it said has been read
                *said, how = process.output
                raise death("the bot", how.strip(), said) from error
            raise


async def _start(process: BotProcess) -> None:
    """Start it, and give up as soon as it has ended."""
    await process.spawn()
    starting = asyncio.create_task(process.started.wait())
    ending = asyncio.create_task(process.gone())
    done, waiting = await asyncio.wait(
        (starting, ending), timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED
    )
    for each in waiting:
        each.cancel()
    if starting not in done:
        raise EOFError("the bot has never been ready")


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
        store["url"], SCHEMA, Vault(key_from(Path(store["key_file"]))), SystemClock()
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


update_numbers = itertools.count(1)
"""Numbers of updates: Telegram never uses one twice, and a bot takes none twice."""
