"""The watch over the time: it notices a clock that was set, and shifts waiting jobs with it.

Inside a process time goes on evenly (`clock`). If the wall clock differs from it for a minute, the
wall clock is believed, and everything that waits is shifted by the difference. Between two starts,
the last kept time tells whether the clock was set back. A clock that was set forward looks like a
time in which nobody was at work, unless a process saw it before its end; so jobs do not age by it.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from bot.base.clock import LEAST_JUMP
from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.log import Logger
from bot.base.queue import known_time

_log = Logger(__name__)

LOOK = timedelta(seconds=5)
LASTS = timedelta(minutes=1)
"""How long the wall clock must differ before it is believed."""
_KEPT_EVERY_SECONDS = 30.0
_GAP = timedelta(minutes=1)
"""A shorter gap between two starts only shows that the time is not kept at every moment."""


@dataclass(frozen=True, slots=True)
class _Noticed:
    """A jump of the clock: since when it lasts, and how often jobs had been shifted before."""

    jump: timedelta
    since: float
    shifts: int


class TimeWatch:
    """Watches the clock of a database's users for this process.

    A jump of the clock is believed once it `lasts` long enough.
    """

    def __init__(self, database: Database, lasts: timedelta = LASTS) -> None:
        self._database = database
        self._lasts = lasts
        self._clock = database.clock
        self._shifting = [known_time.shifting(each) for each in database.schema.by_our_clock]
        self._noticed: _Noticed | None = None
        self._kept_at = self._clock.elapsed()

    async def __aenter__(self) -> Self:
        await self._database.write(self._begin)
        self._kept_at = self._clock.elapsed()
        return self

    async def __aexit__(self, *_: object) -> None:
        with suppress(DatabaseFailed):
            await self._keep()

    async def run(self) -> None:
        """Watch until cancelled."""
        while True:
            await self._clock.wait(asyncio.Event(), self._clock.now() + LOOK)
            try:
                await self.look()
            except DatabaseFailed:
                _log.exception("the time could not be kept")

    def _begin(self, tx: Transaction) -> None:
        """Compare the time with the one that was last known."""
        last = known_time.known(tx)
        self._database.process.shifts = shifts = known_time.keep(tx)
        if last is None:
            return
        gap = tx.now - last.at
        # The last run saw that the clock was set forward, and ended before it believed it.
        if last.jump >= LEAST_JUMP and gap >= last.jump - LEAST_JUMP:
            _log.warning("the clock was set before the last end", seconds=last.jump_seconds)
            known_time.count_shift(tx, shifts, timedelta())
            self._shift_all(tx, last.jump, shifts)
            gap -= last.jump
        if gap <= -LEAST_JUMP:
            _log.warning("the clock was set back since the last time", seconds=gap.total_seconds())
            known_time.count_shift(tx, shifts, timedelta())
            self._shift_all(tx, gap, shifts)
        elif gap > _GAP:
            # Nobody was at work, or the clock was set forward: waiting jobs do not age by it.
            known_time.shift_jobs(tx, due=timedelta(), created=gap)

    async def look(self) -> None:
        """Compare the wall clock with the steady time; adopt it once its jump is believed.

        Raises:
            DatabaseFailed: nothing was shifted, and the time is as it was.
        """
        jump, now = self._clock.jump(), self._clock.elapsed()
        if abs(jump) < LEAST_JUMP:
            if self._noticed is not None:
                await self._keep()
            self._noticed = None
        elif self._noticed is None or abs(jump - self._noticed.jump) >= LEAST_JUMP:
            _log.warning("the clock was set", seconds=jump.total_seconds())
            self._noticed = _Noticed(jump, now, await self._keep())
        elif now - self._noticed.since >= self._lasts.total_seconds():
            try:
                shifted = await self._database.write(self._shift, self._noticed)
            except DatabaseFailed:
                # The transaction may have adopted the new time already, and was rolled back.
                self._clock.take_over(self._clock.jump() - jump)
                raise
            self._noticed = None
            if shifted is not None:
                _log.warning("goes by the clock as it was set", shifted=shifted)
            return
        if now - self._kept_at >= _KEPT_EVERY_SECONDS:
            await self._keep()

    async def _keep(self) -> int:
        jump = self._clock.jump()
        # A smaller difference is the inaccuracy of reading a clock, not a jump.
        if abs(jump) < LEAST_JUMP:
            jump = timedelta()
        shifts = await self._database.write(known_time.keep, jump)
        self._database.process.shifts = shifts
        self._kept_at = self._clock.elapsed()
        return shifts

    def _shift(self, tx: Transaction, noticed: _Noticed) -> int | None:
        """Shift waiting jobs; without replicas, this process adopts the new time at once.

        Replicas, this one among them, learn of it as they begin their next transaction.
        """
        if not known_time.count_shift(tx, noticed.shifts, noticed.jump):
            return None
        shifted = self._shift_all(tx, noticed.jump, noticed.shifts)
        if self._database.is_sqlite:
            self._clock.take_over(noticed.jump)
        tx.after(self._database.signals.notify_all)
        return shifted

    def _shift_all(self, tx: Transaction, by: timedelta, counted: int) -> int:
        """Shift all times that were written by our clock; return how many jobs there were."""
        for change in self._shifting:
            tx.run(change, by=by)
        self._database.process.shifts = counted + 1
        return known_time.shift_jobs(tx, due=by, created=by)
