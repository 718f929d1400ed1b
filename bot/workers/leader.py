"""The leader: the one process that does what only one may do, such as sending for a bot."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta

import structlog

from bot.base import leases
from bot.base.clock import Clock
from bot.base.database import Database
from bot.base.transaction import DatabaseFailed

_log = structlog.get_logger(__name__)

_LASTS = timedelta(seconds=30)
_RENEWED = timedelta(seconds=10)


class Leader:
    """Does something while this process holds the lease, and stops at once when it does not."""

    def __init__(
        self, database: Database, clock: Clock, name: str, work: Callable[[], Awaitable[None]]
    ) -> None:
        self._database = database
        self._clock = clock
        self._name = name
        self._work = work
        self._holder = secrets.token_hex(8)
        self._working: asyncio.Task[None] | None = None

    async def run(self) -> None:
        await self._inherit()
        try:
            while True:
                await self._take_or_leave()
                await self._clock.wait(asyncio.Event(), self._clock.now() + _RENEWED)
        finally:
            await self._stop()
            with suppress(DatabaseFailed):  # then it runs out by itself
                await self._database.write(leases.let_go, self._name, self._holder)

    async def _inherit(self) -> None:
        """Take what a killed process left; people would wait for nothing until its lease ends."""
        if not self._database.is_sqlite:  # another process may live there
            return
        await self._database.write(leases.take_away, self._name)

    async def _take_or_leave(self) -> None:
        epoch = await self._hold()
        if epoch is None:
            await self._stop()
        elif self._working is None:
            _log.info("took over", lease=self._name, epoch=epoch)
            self._working = asyncio.ensure_future(self._work())
        elif self._working.done():
            await self._working  # it never ends by itself: let its error be seen

    async def _hold(self) -> int | None:
        """Take or renew the lease; who cannot renew it must not count on it."""
        try:
            return await self._database.write(leases.hold, self._name, self._holder, _LASTS)
        except DatabaseFailed:
            _log.exception("store does not answer", lease=self._name)
            return None

    async def _stop(self) -> None:
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
            self._working = None
