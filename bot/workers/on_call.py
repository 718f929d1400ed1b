"""Work that nobody does by the clock, but that may be called for at any moment."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog

from bot.base.clock import Clock

_log = structlog.get_logger(__name__)

_AFTER_TROUBLE = timedelta(seconds=2)


class OnCall:
    """Does its work when it is called for, and again after the pause that the work asks for.

    What fails by a fault of ours is tried again, and ends nothing else.
    """

    def __init__(self, clock: Clock, work: Callable[[], Awaitable[timedelta | None]]) -> None:
        self._clock = clock
        self._work = work
        self._called = asyncio.Event()
        self._rests = asyncio.Event()
        self._rests.set()
        self._next: datetime | None = None

    def call(self) -> None:
        """Have it done once more, at once; while it pauses, when the pause is over."""
        self._called.set()
        if self._next is None:
            self._rests.clear()

    async def run(self) -> None:
        while True:
            await self._called.wait()
            self._called.clear()
            await self._do_until_done()
            self._next = None
            if not self._called.is_set():
                self._rests.set()

    async def _do_until_done(self) -> None:
        while (pause := await self._do()) is not None:
            self._next = self._clock.now() + pause
            self._rests.set()
            await self._clock.wait(asyncio.Event(), self._next)
            self._rests.clear()

    async def _do(self) -> timedelta | None:
        try:
            return await self._work()
        except Exception:  # noqa: BLE001 - what is done by the way must not end the whole bot
            _log.exception("work on call failed")
            return _AFTER_TROUBLE

    async def idle(self) -> None:
        """Return when nothing of it is due."""
        if self._next is not None and self._next <= self._clock.now():
            self._rests.clear()
        await self._rests.wait()
