"""A clock that can be set forward: who waits for a moment that has come by that wakes up."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.base.clock import Clock, SteadyTime, SystemClock


class ForwardClock:
    """This machine's clock, plus all the time that somebody has let pass at once."""

    def __init__(self) -> None:
        self._machine = SystemClock()
        self._waiting: set[asyncio.Event] = set()
        self.passed = timedelta()

    def now(self) -> datetime:
        return self._machine.now() + self.passed

    def elapsed(self) -> float:
        return self._machine.elapsed() + self.passed.total_seconds()

    def let_pass(self, time: timedelta) -> None:
        """Let so much time have passed, for everybody who goes by this clock."""
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
        """Return when the event is set, `until` has come on this machine, or time was let pass."""
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
        """Return how far the machine's clock was set; time that was let pass does not count."""
        return self._machine.jump()

    def take_over(self, jump: timedelta) -> None:
        self._machine.take_over(jump)

    def set_by(self, _shared: Callable[[], SteadyTime]) -> Clock:
        """Return this clock: all of the town is on one machine."""
        return self
