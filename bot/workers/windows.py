"""How much may be sent in how much time, and when there is room for one more."""

from collections import deque
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

_PROMISES = 4096
_MISSED_SECONDS = 60.0


class RollingWindow(NamedTuple):
    """At most so many in any so many seconds."""

    most: int
    seconds: float

    def at_rate(self, rate: float) -> "RollingWindow":
        """Return the window at another rate; one is always let through, be it after a while."""
        most = max(1, int(self.most * rate))
        return RollingWindow(most, self.seconds * most / (self.most * rate))


Windows = tuple[RollingWindow, ...]
"""All of which must have room."""


@dataclass(slots=True)
class Line:
    """What was sent to one chat, or by the whole bot, and what has a place promised behind it.

    `seconds` is how long what was sent counts. All times are seconds of a clock that nobody sets.
    """

    seconds: float
    _sent: deque[float] = field(default_factory=deque)
    _in_flight: int = 0
    _promised: dict[int, float] = field(default_factory=dict)
    _ahead: dict[int, deque[float]] = field(default_factory=dict)

    def free_at(self, job: int, urgency: int, windows: Windows, now: float) -> float:
        """Return when a job may be sent: now, or as soon as the windows and those before it let it.

        Who has waited for a promised place, and found it taken, is behind nobody any more.
        """
        most = max(window.most for window in windows)
        ahead = [] if job in self._promised else self._promised_ahead(urgency, now, most)
        at = max(now, ahead[-1]) if ahead else now
        return max(at, self._room_in(windows, ahead, now))

    def has_room_at(self, windows: Windows, now: float) -> float:
        """Return when the windows let one more through, whoever has a place promised."""
        return self._room_in(windows, [], now)

    def _room_in(self, windows: Windows, ahead: list[float], now: float) -> float:
        return max(now, *(self._room_at(window, ahead, now) for window in windows))

    def _promised_ahead(self, urgency: int, now: float, most: int) -> list[float]:
        """Return the last places that are promised: with so many of them no window asks further."""
        if not self._promised:
            return []
        as_urgent = [times for other, times in self._ahead.items() if other <= urgency]
        last = [time for times in as_urgent for time in islice(reversed(times), most)]
        return sorted(time for time in last if time > now)

    def _room_at(self, window: RollingWindow, ahead: list[float], now: float) -> float:
        """Return when the latest but so many as the window lets through has left it."""
        back = window.most
        if back <= len(ahead):
            return ahead[-back] + window.seconds
        back -= len(ahead)
        if back <= self._in_flight:
            return now + window.seconds  # nobody knows when Telegram will count it
        back -= self._in_flight
        return self._sent[-back] + window.seconds if back <= len(self._sent) else now

    def promise(self, job: int, urgency: int, at: float, now: float) -> None:
        """Keep a place for a job; a second promise to it takes nobody's place in the line."""
        if job not in self._promised:
            ahead = self._ahead.setdefault(urgency, deque())
            while ahead and ahead[0] <= now:
                ahead.popleft()
            ahead.append(at)
        self._promised[job] = at
        if len(self._promised) > _PROMISES:
            self._forget_who_did_not_come(now)

    def begin(self, job: int | None) -> None:
        """Count a request that is on its way."""
        self._in_flight += 1
        if job is not None:
            self._promised.pop(job, None)

    def end(self, counted_at: float) -> None:
        """Count it from then on as sent, and forget what counts no more."""
        self._in_flight -= 1
        self._sent.append(counted_at)
        self._forget_before(counted_at - self.seconds)

    def is_empty(self, now: float) -> bool:
        """Tell whether nothing is known of it that matters any more."""
        self._forget_before(now - self.seconds)
        self._forget_who_did_not_come(now)
        return not (self._sent or self._in_flight or self._promised)

    def _forget_before(self, moment: float) -> None:
        while self._sent and self._sent[0] < moment:
            self._sent.popleft()

    def _forget_who_did_not_come(self, now: float) -> None:
        late = [job for job, at in self._promised.items() if at < now - _MISSED_SECONDS]
        for job in late:
            del self._promised[job]
