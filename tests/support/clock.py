"""A clock that moves only when a test says so."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot.base.clock import Clock, SteadyTime


class ManualClock:
    """Stands still until `advance` is called; whoever waits for a time that has come wakes up."""

    def __init__(self, start: datetime = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)) -> None:
        self._start = self._now = start
        self._alarms: list[tuple[datetime, asyncio.Event]] = []

    def now(self) -> datetime:
        return self._now

    def elapsed(self) -> float:
        return (self._now - self._start).total_seconds()

    def advance(self, delta: timedelta) -> None:
        self._now += delta
        for due, alarm in self._alarms:
            if due <= self._now:
                alarm.set()

    def rings_in(self, delta: timedelta) -> bool:
        """Whether somebody waits for exactly then."""
        return any(due == self._now + delta for due, _ in self._alarms)

    def jump(self) -> timedelta:
        """Nobody sets it: `Machine` has one that is set."""
        return timedelta()

    def take_over(self, jump: timedelta) -> None:
        """Nothing: there is no other clock to go by."""

    def set_by(self, _shared: Callable[[], SteadyTime]) -> Clock:
        """Whatever another clock says: what a test says is right."""
        return self

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        if until is None:
            await event.wait()
            return
        if until <= self._now:
            return
        alarm = asyncio.Event()
        entry = (until, alarm)
        self._alarms.append(entry)
        waits = [asyncio.ensure_future(event.wait()), asyncio.ensure_future(alarm.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._alarms.remove(entry)
            for wait in waits:
                wait.cancel()


class Machine:
    """A machine whose clock somebody sets, while time goes by as a `ManualClock` says."""

    def __init__(self, time: ManualClock) -> None:
        self.time = time
        self.ahead = timedelta()

    def set_clock(self, ahead: timedelta) -> None:
        """Set its clock so far ahead of the time, or behind it."""
        self.ahead = ahead

    def clock(self) -> "MachineClock":
        """Return a clock for one more process on it."""
        return MachineClock(self)


class MachineClock:
    """The clock of one process: it has looked at its machine's once, and goes on from there."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ahead = machine.ahead

    def now(self) -> datetime:
        return self._machine.time.now() + self._ahead

    def elapsed(self) -> float:
        return self._machine.time.elapsed()

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        await self._machine.time.wait(event, until and until - self._ahead)

    def jump(self) -> timedelta:
        return self._machine.ahead - self._ahead

    def take_over(self, jump: timedelta) -> None:
        self._ahead += jump

    def set_by(self, _shared: Callable[[], SteadyTime]) -> Clock:
        """The server of a test is on the same machine."""
        return self
