"""The rate windows: they tell when there is room for one more message."""

from bisect import bisect_left, bisect_right, insort
from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

_PROMISES = 4096
_MISSED_SECONDS = 60.0


class RollingWindow(NamedTuple):
    """A limit: at most `most` messages in any `seconds` seconds."""

    most: int
    seconds: float

    def at_rate(self, rate: float) -> "RollingWindow":
        """Return the window at another rate; it lets at least one through, in a longer time."""
        most = max(1, int(self.most * rate))
        return RollingWindow(most, self.seconds * most / (self.most * rate))


Windows = tuple[RollingWindow, ...]
"""Windows that must all have room."""


@dataclass(slots=True)
class _Place:
    """The moment at which a job was told to come. While it is `kept`, later jobs stay behind it."""

    urgency: int
    at: float
    kept: bool


@dataclass(slots=True)
class Line:
    """The messages of one chat, or of the whole bot: those sent, and those with a promised place.

    A message that was sent counts for `seconds`. All times are seconds of a monotonic clock.
    """

    seconds: float
    _sent: deque[float] = field(default_factory=deque)
    _in_flight: int = 0
    _promised: dict[int, _Place] = field(default_factory=dict)
    _kept: dict[int, list[float]] = field(default_factory=dict)

    def free_at(self, job: int, urgency: int, windows: Windows, now: float) -> float:
        """Return when a job may be sent: now, or once the windows and the jobs before it let it.

        A job that comes at its promised time and finds no room stays behind no other job. A job
        that comes before that time stays behind only those with an earlier promise.
        """
        most = max(window.most for window in windows)
        ahead = self._ahead_of(job, urgency, now, most)
        at = max(now, ahead[-1]) if ahead else now
        return max(at, self._room_in(windows, ahead, now))

    def has_room_at(self, windows: Windows, now: float) -> float:
        """Return when the windows let one more through, ignoring promised places."""
        return self._room_in(windows, [], now)

    def _room_in(self, windows: Windows, ahead: list[float], now: float) -> float:
        return max(now, *(self._room_at(window, ahead, now) for window in windows))

    def _ahead_of(self, job: int, urgency: int, now: float, most: int) -> list[float]:
        """Return the last promised places before the job's own, or before that of a new job.

        No window looks further back than the number of messages that it lets through.
        """
        if not self._promised:
            return []
        place, before = self._promised.get(job), float("inf")
        if place is not None and place.urgency == urgency:
            before = place.at
        if before <= now:
            return []
        last: list[float] = []
        for other, times in self._kept.items():
            if other <= urgency:
                end = bisect_left(times, before)
                last += times[max(bisect_right(times, now), end - most) : end]
        return sorted(last)

    def _room_at(self, window: RollingWindow, ahead: list[float], now: float) -> float:
        """Return when the message that is `most` places back from the latest leaves the window."""
        back = window.most
        if back <= len(ahead):
            return ahead[-back] + window.seconds
        back -= len(ahead)
        if back <= self._in_flight:
            return now + window.seconds  # nobody knows when Telegram will count it
        back -= self._in_flight
        return self._sent[-back] + window.seconds if back <= len(self._sent) else now

    def promise(self, job: int, urgency: int, at: float, now: float) -> None:
        """Keep a place for a job; one that comes in time and finds no room keeps none."""
        place = self._promised.get(job)
        has_come = place is not None and place.urgency == urgency and place.at <= now
        self._give_back(job)
        if not has_come:
            times = self._kept.setdefault(urgency, [])
            del times[: bisect_right(times, now)]
            insort(times, at)
        self._promised[job] = _Place(urgency, at, kept=not has_come)
        if len(self._promised) > _PROMISES:
            self._forget_who_did_not_come(now)

    def _give_back(self, job: int) -> None:
        """Give back the place of a job, so that no other job stays behind it."""
        place = self._promised.pop(job, None)
        if place is None or not place.kept:
            return
        times = self._kept[place.urgency]
        index = bisect_left(times, place.at)
        if index < len(times) and times[index] == place.at:
            del times[index]

    def begin(self, job: int | None) -> None:
        """Count a request that is on its way."""
        self._in_flight += 1
        if job is not None:
            self._give_back(job)

    def end(self, counted_at: float) -> None:
        """Count a request as sent at that moment, and forget those that no longer count."""
        self._in_flight -= 1
        self._sent.append(counted_at)
        self._forget_before(counted_at - self.seconds)

    def is_empty(self, now: float) -> bool:
        """Tell whether the line holds nothing that still counts."""
        self._forget_before(now - self.seconds)
        self._forget_who_did_not_come(now)
        return not (self._sent or self._in_flight or self._promised)

    def _forget_before(self, moment: float) -> None:
        while self._sent and self._sent[0] < moment:
            self._sent.popleft()

    def _forget_who_did_not_come(self, now: float) -> None:
        late = [job for job, place in self._promised.items() if place.at < now - _MISSED_SECONDS]
        for job in late:
            self._give_back(job)
