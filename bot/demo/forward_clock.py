"""A clock that can be set forward, which wakes up those who wait for a moment in between."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.base.clock import Clock, SteadyTime, SystemClock


class ForwardClock:
    """The machine's clock plus `passed`, the time that was skipped so far."""

    def __init__(self) -> None:
        self._machine = SystemClock()
        self._waiting: set[asyncio.Event] = set()
        self.passed = timedelta()

    def now(self) -> datetime:
        return self._machine.now() + self.passed

    def elapsed(self) -> float:
        return self._machine.elapsed() + self.passed.total_seconds()

    def let_pass(self, time: timedelta) -> None:
        """Set the clock forward by a duration, for everybody who uses it."""
        self.passed += time
        for wait in self._waiting:
            wait.set()

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        while not event.is_set() and (until is None or self.now() < until):
            if until is None:
                await event.wait()
            else:
                await self._wait_a_while(event, until - self.passed)

    async def _wait_a_while(self, event: asyncio.Event, until: datetime) -> None:
        """Wait until the event is set, the machine's clock shows `until`, or time was skipped."""
        moved = asyncio.Event()
        self._waiting.add(moved)
        waits = [asyncio.ensure_future(each.wait()) for each in (event, moved)]
        either = asyncio.Event()
        for wait in waits:
            wait.add_done_callback(lambda _: either.set())
        try:
            await self._machine.wait(either, until)
        finally:
            self._waiting.discard(moved)
            for wait in waits:
                wait.cancel()

    def jump(self) -> timedelta:
        """Return how far the machine's clock was set; skipped time does not count."""
        return self._machine.jump()

    def take_over(self, jump: timedelta) -> None:
        self._machine.take_over(jump)

    def set_by(self, _shared: Callable[[], SteadyTime]) -> Clock:
        """Return this clock, because the whole town is on one machine."""
        return self
