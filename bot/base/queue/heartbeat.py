"""The heartbeat: this process renews its lease regularly and frees those of dead processes."""

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
"""How long a process counts as alive, by the clock of another one, without a new heartbeat."""

_SURELY = LASTS - timedelta(seconds=1)
"""How long the process itself counts on its lease: less, as machines' clocks run unevenly."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """The last heartbeat of a process, and since when this process has known it."""

    said: datetime
    since: float


class Heartbeat:
    """Keeps this process's lease, and frees the jobs of processes whose lease has run out.

    Each process measures the leases of the others itself, by the heartbeats that it has read and by
    its monotonic clock. While the database is away no process can renew its lease, and none is at
    fault. So a process that could not renew for a while forgets the heartbeats that it has read:
    the living processes are heard again, and keep the jobs that they hold.
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
        """End the lease; if the database does not answer, the lease runs out."""
        with suppress(DatabaseFailed):
            await self._database.write(leases.end)

    async def run(self) -> None:
        """Keep the lease until cancelled."""
        while True:
            until = None if self._is_alone else self._clock.now() + BEAT
            await self._clock.wait(asyncio.Event(), until)
            now = self._clock.elapsed()
            # While this process could not write, no other could be heard: see the class.
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
        """Note new heartbeats; end the processes that have been silent for too long."""
        heard: dict[str, _Heard] = {}
        for token, until in leases.heard(tx).items():
            last = self._heard.get(token)
            # A process with the same heartbeat as before has been silent since, by our clock.
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
        """Count on the lease from before the request for it, and for less than it lasts."""
        if not self._is_alone:
            self._process.lives_until(self._last + _SURELY.total_seconds())
