"""A clock that moves only when a test says so."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot.base.clock import Clock


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

    def set_by(self, _ahead: Callable[[], timedelta]) -> Clock:
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
