"""Somebody who writes into the cluster all the time, to see how long it takes nothing."""

import asyncio
import time
from datetime import timedelta

import psycopg

_EVERY_SECONDS = 0.25
_PATIENCE_SECONDS = 3.0


class DatabaseProbe:
    """Writes a row after the other, each in a connection of its own.

    `silence` is the longest time without a commit that was answered; `written` what was answered.
    """

    def __init__(self, connection: str) -> None:
        self._connection = connection
        self._last: float | None = None
        self.silence = timedelta()
        self.written: list[int] = []

    async def write(self) -> None:
        """Write until cancelled."""
        await self._commit("CREATE TABLE written (number int)")
        number = 0
        while True:
            number += 1
            if await self._commit(f"INSERT INTO written VALUES ({number})"):
                self.written.append(number)
            await asyncio.sleep(_EVERY_SECONDS)

    async def lost(self) -> list[int]:
        """Return what was answered as written and is not there."""
        async with await psycopg.AsyncConnection.connect(self._connection) as connection:
            found = await connection.execute("SELECT number FROM written")
            return sorted(set(self.written) - {number for (number,) in await found.fetchall()})

    async def _commit(self, statement: str) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                async with await psycopg.AsyncConnection.connect(self._connection) as connection:
                    await connection.execute(statement)
        except (psycopg.Error, TimeoutError):
            is_written = False
        else:
            is_written = True
        now = time.monotonic()
        self.silence = max(self.silence, timedelta(seconds=now - (self._last or now)))
        if is_written:
            self._last = now
        return is_written
