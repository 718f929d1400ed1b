"""How true the spans are: each is asked for as customers read it, with what was known by then."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from bot.domain.usual_span import Trip, usual_span
from tests.spans.month import ZONE, Round, rounds

_NEWEST = 500


@dataclass(frozen=True, slots=True)
class Told:
    """What was told, at which number of stops before theirs; `None` for nothing."""

    stops: int
    is_at_pickup: bool
    width: timedelta | None
    is_true: bool


@dataclass(frozen=True, slots=True)
class Result:
    asked: int
    told: int
    true: int
    width: timedelta

    @property
    def covered(self) -> float:
        """The share of what was told that was true."""
        return self.true / self.told if self.told else 0.0

    def line(self, name: str) -> str:
        minutes = self.width / timedelta(minutes=1)
        return (
            f"{name}: told {self.told} of {self.asked}, true {self.covered:.1%},"
            f" median width {minutes:.0f} min"
        )


def played(seed: int) -> list[Told]:
    """Play a month: whatever is learned is learned when its parcel has arrived, and not before."""
    known: defaultdict[int, list[tuple[datetime, Trip]]] = defaultdict(list)
    told = []
    for each in rounds(seed):
        for stops, since, arrived, is_at_pickup in _moments(each):
            # Rounds overlap: what arrives later than this question is not known to it.
            learned = [trip for at, trip in reversed(known[stops]) if at <= since][:_NEWEST]
            span = usual_span(learned, since, ZONE)
            told.append(
                Told(
                    stops,
                    is_at_pickup,
                    span and span.end - span.begin,
                    span is not None and span.begin <= arrived <= span.end,
                )
            )
        for stops, since, arrived, _ in _moments(each):
            seconds = int((arrived - since).total_seconds())
            known[stops].append((arrived, Trip(since, seconds)))
    return told


def _moments(each: Round) -> Iterator[tuple[int, datetime, datetime, bool]]:
    """Yield when somebody is asked for: at the pickup, and after each stop before theirs."""
    for place, arrived in enumerate(each.arrived):
        for done, since in enumerate((each.left, *each.arrived[:place])):
            yield place - done, since, arrived, done == 0


def result(told: list[Told]) -> Result:
    widths = [each.width for each in told if each.width is not None]
    true = sum(each.is_true for each in told)
    return Result(len(told), len(widths), true, median(widths) if widths else timedelta())
