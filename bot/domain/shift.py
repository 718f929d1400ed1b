"""Shifts: when a rider is on duty, as one stretch between two breaks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from bot.identifiers import RiderUuid

LONGEST_SHIFT = timedelta(hours=16)
"""A shift without an end that is longer was forgotten."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Shift:
    """One stretch of work; a break ends it and begins the next one.

    `was_forgotten`: nobody has said its end, so it ends with the last parcel that was brought.
    """

    rider: RiderUuid
    began_at: datetime
    ended_at: datetime | None = None
    was_forgotten: bool = False
    id: int = 0

    def within(self, since: datetime, until: datetime) -> timedelta:
        """Return how much of it is between two moments; what goes on is counted up to the second.

        A clock that was set back makes no time negative.
        """
        end = min(until, self.ended_at) if self.ended_at else until
        return max(end - max(since, self.began_at), timedelta())


def worked(shifts: Iterable[Shift], since: datetime, until: datetime) -> timedelta:
    return sum((each.within(since, until) for each in shifts), timedelta())


def next_span(begin: int, end: int, now: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the next span from one minute of a zone's day to another that is not over yet.

    It may have begun, yesterday even: an end before its begin is on the day after.
    """
    today = now.astimezone(zone).date()
    days = (today + _DAY * away for away in (-1, 0, 1))
    until_end = _DAY if end <= begin else timedelta()
    spans = ((_at(begin, day, zone), _at(end, day + until_end, zone)) for day in days)
    return next(span for span in spans if span[1] > now)


def _at(minute: int, day: date, zone: tzinfo) -> datetime:
    """Return a minute of a day; one that a clock set forward leaves out is the one after."""
    return datetime.combine(day, time(minute // 60, minute % 60), zone)
