"""The heartbeat: this process says again and again that it lives, and sees which others do not."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.log import Logger
from bot.base.queue import leases

_log = Logger(__name__)

BEAT = timedelta(seconds=1.5)
LASTS = timedelta(seconds=6)
"""How long a process lives without a heartbeat: so long another one hears nothing new of it."""

_SURELY = LASTS - timedelta(seconds=1)
"""How long it counts on that itself: machines do not count seconds quite alike."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """What a process has said last, and since when it has said nothing else."""

    said: datetime
    since: float


class Heartbeat:
    """Keeps this process's lease, and frees what others held whose lease has run out.

    Each process measures that itself, by the words that it has heard and by the clock that nobody
    sets. While the database is away no process can renew its lease, and none is at fault. So a
    process that could not be heard for a while forgets what it has heard of the others: the living
    ones are heard again, and go on with what they hold.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._clock = database.clock
        self._process = database.process
        self._is_alone = database.is_sqlite
        self._last = self._clock.elapsed()
        self._heard: dict[str, _Heard] = {}

    async def __aenter__(self) -> Self:
        self._last = self._clock.elapsed()
        self._heard = {}
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
            now = self._clock.elapsed()
            # Nobody else was heard either while this process could not write: see the class.
            if now - self._last >= LASTS.total_seconds():
                self._heard = {}
            try:
                if not await self._database.write(self._renew, now):
                    _log.warning("others have taken over what this process held")
                    self._process.begin_anew()
                    await self._database.write(self._begin)
            except DatabaseFailed:
                _log.exception("heartbeat was not heard")
                continue
            self._last = now
            self._count_on_it()

    def _begin(self, tx: Transaction) -> None:
        if self._is_alone:
            leases.end_all(tx)
        leases.begin(tx, LASTS)
        self._hear(tx, self._clock.elapsed())

    def _renew(self, tx: Transaction, now: float) -> bool:
        lives = leases.renew(tx, LASTS)
        if lives:
            self._hear(tx, now)
        return lives

    def _hear(self, tx: Transaction, now: float) -> None:
        """Note who has said something new, and end those who have not for too long."""
        heard: dict[str, _Heard] = {}
        for token, until in leases.heard(tx).items():
            last = self._heard.get(token)
            # Who says the same as before has been silent since then, by the clock of this process.
            is_silent = last is not None and last.said == until
            heard[token] = last if last and is_silent else _Heard(until, now)
        self._heard = heard
        silent = [
            (token, each.said)
            for token, each in self._heard.items()
            if now - each.since >= LASTS.total_seconds()
        ]
        freed = leases.end_silent(tx, dict(silent))
        if freed:
            tx.after(lambda: _log.warning("freed what a dead process held", jobs=freed))

    def _count_on_it(self) -> None:
        """Count on the lease from before it was asked for, and a while less than it lasts."""
        if not self._is_alone:
            self._process.lives_until(self._last + _SURELY.total_seconds())
