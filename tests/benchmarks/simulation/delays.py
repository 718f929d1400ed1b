"""How long things waited: of several businesses, each of which may stand for several more."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.actions.notice_kinds import Urgency


class Waited(NamedTuple):
    """What waited: a message by its urgency, or a job; and in whose chat."""

    what: str
    where: str


def message(urgency: Urgency, where: str) -> Waited:
    return Waited(urgency.name.lower(), where)


ANYWHERE = "all"
JOBS = "jobs"
"""Where what waits that is not a message."""


@dataclass(frozen=True, slots=True)
class Delays:
    """Seconds, with how many times as often each of them was."""

    _weighted: list[tuple[float, float]] = field(default_factory=list)

    def add(self, seconds: Iterable[float], times: float = 1.0) -> None:
        self._weighted.extend((each, times) for each in seconds)

    @property
    def count(self) -> float:
        return sum(times for _, times in self._weighted)

    def quantiles(self, *shares: float) -> list[float]:
        """Return the delays that so large a share did not exceed; zeros if there are none."""
        ordered = iter(sorted(self._weighted))
        whole, passed, delay = self.count, 0.0, 0.0
        found = []
        for share in sorted(shares):
            while passed < share * whole:
                delay, times = next(ordered)
                passed += times
            found.append(delay)
        return found


class DelayTable:
    """Delays by what waited, and once more wherever it was."""

    def __init__(self) -> None:
        self.rows: defaultdict[Waited, Delays] = defaultdict(Delays)

    def add(self, waited: Waited, seconds: Iterable[float], times: float = 1.0) -> None:
        listed = list(seconds)
        self.rows[waited].add(listed, times)
        self.rows[waited._replace(where=ANYWHERE)].add(listed, times)

    def worst(self, what: str, share: float) -> float:
        """Return the quantile of what waited, wherever it was."""
        (found,) = self.rows[Waited(what, ANYWHERE)].quantiles(share)
        return found
