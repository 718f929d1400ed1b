"""Usual spans: between which two times a parcel comes, as trips of this business have taken.

Nothing is calculated with fractions: lengths are whole seconds, and a span is two of the trips.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from bot.domain.limits import LONGEST_SPAN, TRIPS_KNOWN

LONGEST_TRIP = timedelta(hours=12)
"""A trip that seems to take longer was none: somebody has forgotten to say something."""

FURTHEST_STOP = 12
"""From so many stops before it on, no trip is learned: hardly any is like another."""

_DAY = timedelta(days=1) // timedelta(minutes=1)
_AROUND = 150
"""Minutes by which the time of day of a trip may differ."""
_ENOUGH = 80
"""Trips of the nearest times of day that tell more than others would add."""
_LEFT_OUT = 10
"""Of a hundred trips, the quickest and the slowest that a span leaves out at either end."""
_STEP = 300
"""Seconds to which a span is rounded, outward."""


@dataclass(frozen=True, slots=True)
class Trip:
    """The seconds that a parcel took from a moment with a certain number of stops before it."""

    since: datetime
    seconds: int


@dataclass(frozen=True, slots=True)
class UsualSpan:
    """Between these two times it usually comes."""

    begin: datetime
    end: datetime


def usual_span(trips: Iterable[Trip], since: datetime, zone: tzinfo) -> UsualSpan | None:
    """Return when a parcel comes whose last known moment is `since`; `None` where too few tell.

    `trips` had as many stops before them, the newest first. Those of a near time of day tell, as
    the business's `zone` has it. A span of which nobody could make use is none, too.
    """
    at = _minute(since, zone)
    near: list[tuple[int, int]] = []
    for trip in trips:
        apart = abs(at - _minute(trip.since, zone))
        apart = min(apart, _DAY - apart)  # midnight is not a border
        if apart <= _AROUND:
            near.append((apart, trip.seconds))
    near.sort(key=lambda each: each[0])
    if len(near) < TRIPS_KNOWN:
        return None
    taken = sorted(seconds for _, seconds in near[:_ENOUGH])
    out = max(1, (len(taken) + 1) * _LEFT_OUT // 100)
    begin, end = _rounded(since, taken[out - 1], 0), _rounded(since, taken[-out], _STEP - 1)
    return UsualSpan(begin, end) if end - begin <= LONGEST_SPAN else None


def _minute(moment: datetime, zone: tzinfo) -> int:
    local = moment.astimezone(zone)
    return local.hour * 60 + local.minute


def _rounded(since: datetime, seconds: int, up: int) -> datetime:
    at = int(since.timestamp()) + seconds + up
    return datetime.fromtimestamp(at // _STEP * _STEP, since.tzinfo)
