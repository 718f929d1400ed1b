"""The latest numbers of messages are kept, so that the next process knows them from its start."""

import asyncio
from datetime import timedelta

from bot.base.database.database import Database
from bot.store import message_numbers
from bot.telegram.message_ids import LatestMessages

KEPT_EVERY = timedelta(seconds=1)


class KeptNumbers:
    """Keeps them for the sender: they are written whenever they change, once a second at most."""

    def __init__(self, database: Database, latest: LatestMessages) -> None:
        self._database = database
        self._latest = latest

    async def recall(self) -> None:
        """Learn what a former process knew.

        Raises:
            DatabaseFailed: nobody can be asked.
        """
        self._latest.learn(await self._database.read(message_numbers.latest))

    async def run(self) -> None:
        clock = self._database.clock
        while True:
            await self._latest.changed.wait()
            await self.keep()
            await clock.wait(asyncio.Event(), clock.now() + KEPT_EVERY)

    async def keep(self) -> None:
        """Write them down.

        Raises:
            DatabaseFailed: they could not be kept.
        """
        numbers = self._latest.numbers
        await self._database.write(message_numbers.keep, numbers)
        if numbers == self._latest.numbers:
            self._latest.changed.clear()
