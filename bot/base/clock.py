"""The clock, passed in as an object so that tests can let hours pass in a moment."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

LEAST_JUMP = timedelta(seconds=2)
"""How far a clock must be off to count as set: a smaller difference is inaccurate reading."""


class Clock(Protocol):
    """The clock that every part asks for the time and waits by.

    Its time goes on evenly. The wall clock that it was taken from may be set meanwhile; that has no
    effect until a caller decides to adopt it (`time_watch`).
    """

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""

    def elapsed(self) -> float:
        """Return the seconds since some moment in the past; this clock cannot be set back."""

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        """Return when `event` is set or `until` has come, whichever is first."""

    def jump(self) -> timedelta:
        """Return how far the wall clock is ahead of this one because it was set."""

    def take_over(self, jump: timedelta) -> None:
        """Go by the wall clock from now on, which is ahead by `jump`."""

    def set_by(self, shared: Callable[[], "SteadyTime"]) -> "Clock":
        """Return a clock like this one that goes by a time shared by several machines."""


class SteadyTime:
    """A time that goes on evenly while the clock that it was taken from may be set.

    `jump` is how far that clock was ahead when it was last read. Several threads use it.
    """

    def __init__(self, said: datetime) -> None:
        self._anchor = said, time.monotonic()
        self.jump = timedelta()

    def now(self) -> datetime:
        return self._at(time.monotonic())

    def hear(self, said: datetime, at: float) -> timedelta:
        """Note what the clock said at a moment of the monotonic one; return its jump."""
        self.jump = said - self._at(at)
        return self.jump

    def take_over(self, jump: timedelta) -> None:
        said, at = self._anchor
        self._anchor = said + jump, at
        self.jump -= jump

    def _at(self, moment: float) -> datetime:
        said, at = self._anchor
        return said + timedelta(seconds=moment - at)


def machine_time() -> datetime:
    """Return the time of this machine's clock, which anybody may set."""
    return datetime.now(UTC)


class SharedClock:
    """A clock whose time is kept elsewhere, for example by the connections to a server."""

    def __init__(self, steady: Callable[[], SteadyTime]) -> None:
        self._steady = steady

    def now(self) -> datetime:
        return self._steady().now()

    def elapsed(self) -> float:
        return time.monotonic()

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        seconds = None if until is None else max(0.0, (until - self.now()).total_seconds())
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return

    def jump(self) -> timedelta:
        return self._steady().jump

    def take_over(self, jump: timedelta) -> None:
        self._steady().take_over(jump)

    def set_by(self, shared: Callable[[], SteadyTime]) -> Clock:
        return SharedClock(shared)


class SystemClock(SharedClock):
    """This machine's clock, or another one on the `wall`, taken over once and steady from then."""

    def __init__(self, wall: Callable[[], datetime] = machine_time) -> None:
        self._wall = wall
        self._time = SteadyTime(wall())
        super().__init__(lambda: self._time)

    def jump(self) -> timedelta:
        return self._time.hear(self._wall(), time.monotonic())
