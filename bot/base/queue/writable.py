"""Whether something can be written down: a full disk is still read."""

import asyncio

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed
from bot.base.queue import known_time

_WRITES_EVERY = 10.0
"""Seconds for which what was found stands: who asks more often has nothing written."""


class Writable:
    """Writes one row now and then, for those who ask whether a program can work."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asking = asyncio.Lock()
        self._tried_at: float | None = None
        self._failure: DatabaseFailed | None = None

    async def check(self) -> None:
        """Make sure that something could be written a moment ago.

        Raises:
            DatabaseFailed: it could not, or is in a file that nobody finds again.
        """
        self._database.ensure_its_file()
        async with self._asking:
            now = self._database.clock.elapsed()
            if self._tried_at is None or now - self._tried_at >= _WRITES_EVERY:
                self._failure = await self._try()
                self._tried_at = now
            await self._database.read(known_time.looked_up)
        if self._failure is not None:
            raise self._failure

    async def _try(self) -> DatabaseFailed | None:
        try:
            await self._database.write(known_time.rewrite)
        except DatabaseFailed as error:
            return error
        return None
