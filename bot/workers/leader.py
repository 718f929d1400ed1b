"""The leader: the one process that does work for all, such as sending for a bot."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed
from bot.base.log import Logger
from bot.base.loops import keep_going
from bot.base.queue import leases

_log = Logger(__name__)

LOOK_AGAIN = timedelta(seconds=1)


class Leader:
    """Runs `work` while this process leads, and stops it at once when it does not.

    Work that fails begins again a while later; the rest of this process goes on.
    """

    def __init__(self, database: Database, name: str, work: Callable[[], Awaitable[None]]) -> None:
        self._database = database
        self._clock = database.clock
        self._name = name
        self._work = work
        self._working: asyncio.Future[None] | None = None
        self._has_looked = asyncio.Event()

    async def run(self) -> None:
        try:
            while True:
                if not await self._is_ours():
                    await self._stop()
                elif self._working is None:
                    _log.info("took over", what=self._name)
                    self._working = asyncio.ensure_future(keep_going(self._clock, self._work))
                self._has_looked.set()
                # With a database file there is only this process, and nobody else can lead.
                is_alone = self._database.is_sqlite and self._working is not None
                look_again = None if is_alone else self._clock.now() + LOOK_AGAIN
                await self._clock.wait(asyncio.Event(), look_again)
        finally:
            await self._stop()
            with suppress(DatabaseFailed):  # the lead then ends with the lease of this process
                await self._database.write(leases.let_go, self._name)

    async def leads(self) -> bool:
        """Wait until it is known whether this process leads, and return it."""
        await self._has_looked.wait()
        return self._working is not None

    async def _is_ours(self) -> bool:
        """Take or keep the lead; without the database, a leader keeps it until its lease ends."""
        try:
            return await self._database.write(leases.lead, self._name)
        except DatabaseFailed:
            _log.exception("store does not answer", leader=self._name)
            process = self._database.process
            return self._working is not None and process.holds(process.token)

    async def _stop(self) -> None:
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
            self._working = None
