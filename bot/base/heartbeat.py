"""The heartbeat: this process says again and again that it lives, and sees which others do not."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import Self

import structlog

from bot.base import leases
from bot.base.database import Database
from bot.base.transaction import DatabaseFailed, Transaction

_log = structlog.get_logger(__name__)

BEAT = timedelta(seconds=2)
LASTS = timedelta(seconds=9)
"""How long a process lives without a heartbeat, by the clock of the database."""

_SURELY = LASTS - timedelta(seconds=1)
"""How long it counts on that itself: the database's clock is known to well under a second."""


class Heartbeat:
    """Keeps this process's lease, and frees what others held whose lease has run out.

    While the database is away no lease can be renewed, and all run out; none of them is at fault.
    So nobody ends those of others before it has kept its own for as long as one lasts: until then
    who is alive has been heard again, and goes on with what it holds.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._clock = database.clock
        self._process = database.process
        self._is_alone = database.is_sqlite
        self._last = self._regular_since = self._clock.elapsed()

    async def __aenter__(self) -> Self:
        self._last = self._regular_since = self._clock.elapsed()
        await self._database.write(self._begin)
        self._count_on_it()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the lease; where the database does not answer it runs out."""
        with suppress(DatabaseFailed):
            await self._database.write(leases.end)

    async def run(self) -> None:
        """Keep the lease until cancelled."""
        while True:
            until = None if self._is_alone else self._clock.now() + BEAT
            await self._clock.wait(asyncio.Event(), until)
            await self._beat()

    def _begin(self, tx: Transaction) -> None:
        if self._is_alone:
            leases.end_all(tx)
        leases.begin(tx, LASTS)

    async def _beat(self) -> None:
        now = self._clock.elapsed()
        if now - self._last >= LASTS.total_seconds():
            self._regular_since = now
        try:
            if not await self._database.write(self._renew, now):
                _log.warning("others have taken over what this process held")
                self._process.begin_anew()
                await self._database.write(self._begin)
        except DatabaseFailed:
            _log.exception("heartbeat was not heard")
            return
        self._last = now
        self._count_on_it()

    def _renew(self, tx: Transaction, now: float) -> bool:
        lives = leases.renew(tx, LASTS)
        if lives and now - self._regular_since >= LASTS.total_seconds():
            freed = leases.end_expired(tx)
            if freed:
                tx.after(lambda: _log.warning("freed what a dead process held", jobs=freed))
        return lives

    def _count_on_it(self) -> None:
        """Count on the lease from before it was asked for, and a while less than it lasts."""
        if not self._is_alone:
            self._process.lives_until(self._last + _SURELY.total_seconds())
