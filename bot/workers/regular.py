"""What is done every few minutes: look for missed webhooks, forget what is old, empty the log."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.actions.desk import Desk
from bot.actions.reconcile import reconcile
from bot.fleet import FleetError
from bot.store import jobs

_log = structlog.get_logger(__name__)

_KEYS_KEPT = timedelta(days=35)
_HOUSEKEEPING = timedelta(minutes=10)
_AFTER_TROUBLE = timedelta(seconds=15)


class Regular:
    """Repeats one piece of work, at the start and then at an interval, on the injected clock."""

    def __init__(self, desk: Desk, work: Callable[[], Awaitable[timedelta]]) -> None:
        self._clock = desk.clock
        self._work = work
        self._next: datetime | None = None
        self._ran = asyncio.Event()

    async def run(self) -> None:
        """Repeat until cancelled."""
        while True:
            pause = await self._do()
            self._next = self._clock.now() + pause
            self._ran.set()
            await self._clock.wait(asyncio.Event(), self._next)
            self._ran.clear()

    async def _do(self) -> timedelta:
        try:
            return await self._work()
        except SQLAlchemyError:
            _log.exception("store does not answer")
            return _AFTER_TROUBLE

    async def idle(self) -> None:
        """Return when the work that is due has been done."""
        if self._next is not None and self._next <= self._clock.now():
            self._ran.clear()
        await self._ran.wait()


def reconciling(desk: Desk, every: timedelta) -> Regular:
    """Compare the open deliveries with the fleet service, again soon if it does not answer."""

    async def work() -> timedelta:
        try:
            looked_at = await reconcile(desk)
        except FleetError as error:
            _log.warning("could not reconcile", error=repr(error))
            return _AFTER_TROUBLE
        _log.debug("reconciled", deliveries=looked_at)
        return every

    return Regular(desk, work)


def housekeeping(desk: Desk) -> Regular:
    """Forget finished jobs that are too old to come again, and empty the write-ahead log."""

    async def work() -> timedelta:
        async with desk.database.write() as tx:
            await jobs.forget_finished(tx, tx.now - _KEYS_KEPT)
        await desk.database.checkpoint()
        return _HOUSEKEEPING

    return Regular(desk, work)
