"""Signals: adding a job wakes its worker at once, instead of letting it find the job by polling."""

import asyncio
from collections import defaultdict
from datetime import UTC, datetime

AT_ONCE = datetime.min.replace(tzinfo=UTC)


class Signal:
    """The signal of one worker: notified when there may be work, idle when a look found none.

    `due` is the first moment for which it was notified since its worker last took note.
    """

    def __init__(self) -> None:
        self.notified = asyncio.Event()
        self.idle = asyncio.Event()
        self.due: datetime | None = None

    def notify(self, at: datetime = AT_ONCE) -> None:
        self.due = min(self.due or at, at)
        self.idle.clear()
        self.notified.set()

    def take_note(self) -> datetime | None:
        """Return when there may be work, by the notifications since the last call."""
        self.notified.clear()
        due, self.due = self.due, None
        return due


class Signals:
    def __init__(self) -> None:
        self._signals: defaultdict[str, Signal] = defaultdict(Signal)

    def __getitem__(self, kind: str) -> Signal:
        return self._signals[kind]

    def notify_all(self) -> None:
        for signal in self._signals.values():
            signal.notify()
