"""The stored latest message ids, so that the next process knows them from its start."""

import asyncio
from datetime import timedelta

from bot.base.database.database import Database
from bot.store import message_numbers
from bot.telegram.message_ids import LatestMessages

KEPT_EVERY = timedelta(seconds=1)


class KeptNumbers:
    """Stores the sender's latest message ids when they change, at most once a second."""

    def __init__(self, database: Database, latest: LatestMessages) -> None:
        self._database = database
        self._latest = latest

    async def recall(self) -> None:
        """Read the ids that a former process stored.

        Raises:
            DatabaseFailed: the database cannot be read.
        """
        self._latest.learn(await self._database.read(message_numbers.latest))

    async def run(self) -> None:
        clock = self._database.clock
        while True:
            await self._latest.changed.wait()
            await self.keep()
            await clock.wait(asyncio.Event(), clock.now() + KEPT_EVERY)

    async def keep(self) -> None:
        """Store the ids.

        Raises:
            DatabaseFailed: they could not be stored.
        """
        numbers = self._latest.numbers
        await self._database.write(message_numbers.keep, numbers)
        if numbers == self._latest.numbers:
            self._latest.changed.clear()
