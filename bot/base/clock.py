"""The time, as something that is handed in: tests let hours pass in a moment."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Where every part asks what time it is and waits for a later one."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""

    def elapsed(self) -> float:
        """Return the seconds since some moment in the past; nobody sets this clock back."""

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        """Return when `event` is set or `until` has come, whichever is first."""

    def set_by(self, ahead: Callable[[], timedelta]) -> "Clock":
        """Return this clock as it is by another one, which is so far ahead of this machine's."""


@dataclass(frozen=True, slots=True)
class SystemClock:
    """This machine's clock, and how far ahead of it the time is that counts."""

    ahead: Callable[[], timedelta] = timedelta

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead()

    def elapsed(self) -> float:
        return time.monotonic()

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        seconds = None if until is None else max(0.0, (until - self.now()).total_seconds())
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return

    def set_by(self, ahead: Callable[[], timedelta]) -> Clock:
        return SystemClock(ahead)
