"""Work that has no regular time, but may be called for at any moment."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.base.clock import Clock
from bot.base.database.signals import Signal
from bot.base.log import Logger
from bot.telegram.pacing import TOLERANCE_SECONDS

_log = Logger(__name__)

_AFTER_TROUBLE = timedelta(seconds=2)


class OnCall:
    """Does its work when it is called for, and again after the pause that the work returns.

    Work that fails by a fault of our own is tried again, and ends no other loop.
    """

    def __init__(
        self, clock: Clock, signal: Signal, work: Callable[[], Awaitable[timedelta | None]]
    ) -> None:
        self._clock = clock
        self._signal = signal
        self._work = work
        signal.idle.set()
        self._next: float | None = None

    def call(self) -> None:
        """Have the work done once more, at once, or when its present pause is over."""
        self._signal.notify()

    async def run(self) -> None:
        while True:
            await self._signal.notified.wait()
            self._signal.take_note()
            while True:
                try:
                    pause = await self._work()
                except Exception:  # noqa: BLE001 - work on call must not end the whole bot
                    _log.exception("work on call failed")
                    pause = _AFTER_TROUBLE
                if pause is None:
                    break
                self._next = self._clock.elapsed() + pause.total_seconds()
                self._signal.idle.set()
                await self._clock.wait(asyncio.Event(), self._clock.now() + pause)
                self._signal.idle.clear()
            self._next = None
            if not self._signal.notified.is_set():
                self._signal.idle.set()

    async def idle(self) -> None:
        """Return when no work is due."""
        if self._next is not None:
            if self._next > self._clock.elapsed() + TOLERANCE_SECONDS:
                return
            self._signal.idle.clear()
        await self._signal.idle.wait()
