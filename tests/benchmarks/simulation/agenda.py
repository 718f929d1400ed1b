"""What happens when, in a time that passes only from one event to the next."""

import math
from collections import defaultdict
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any

HOUR = 3600.0


class Agenda:
    """Events to come, the soonest first; `now` is the time of the last one, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self._numbers = count()
        self._events: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []

    def at(self, time: float, happen: Callable[..., None], *about: Any) -> None:
        heappush(self._events, (time, next(self._numbers), happen, about))

    def run(self, until: float = math.inf) -> None:
        """Let everything happen that there is until then, and all that follows from it."""
        while self._events and self._events[0][0] <= until:
            self.now, _, happen, about = heappop(self._events)
            happen(*about)


class Resource:
    """What does one thing after the other, such as a processor's core, in the order of asking."""

    def __init__(self, agenda: Agenda) -> None:
        self._agenda = agenda
        self._free_at = 0.0
        self._busy: defaultdict[int, float] = defaultdict(float)

    def take(self, seconds: float) -> float:
        """Return when something will be done that takes so many seconds."""
        begun = max(self._agenda.now, self._free_at)
        self._free_at = begun + seconds
        self._busy[int(begun // HOUR)] += seconds
        return self._free_at

    @property
    def busiest_hour(self) -> float:
        """Which share of its busiest hour it worked."""
        return max(self._busy.values(), default=0.0) / HOUR
