"""Days of a time zone: from one midnight there to the next."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo

LONG_AGO = datetime.min.replace(tzinfo=UTC)
"""A moment before every other one, in place of an unknown one when moments are sorted."""

_DAY = timedelta(days=1)
_INSTANT = timedelta.resolution
_WESTERNMOST, _EASTERNMOST = timezone(timedelta(hours=-12)), timezone(timedelta(hours=14))


def day_of(moment: datetime, zone: tzinfo) -> date:
    """Return which day of a zone a moment is on."""
    return moment.astimezone(zone).date()


def begin(day: date, zone: tzinfo) -> datetime:
    """Return when a day of a zone begins, in UTC."""
    return datetime.combine(day, time.min, zone).astimezone(UTC)


def end(day: date, zone: tzinfo) -> datetime:
    """Return when the day ends, which is when the next one begins; `date.max` ends as it begins."""
    return begin(min(day, date.max - _DAY) + _DAY, zone)


@dataclass(frozen=True, slots=True)
class Days:
    """From one day of a zone to another, both included."""

    first: date
    last: date
    zone: tzinfo

    @property
    def begin(self) -> datetime:
        return begin(self.first, self.zone)

    @property
    def end(self) -> datetime:
        return end(self.last, self.zone)

    @property
    def is_one(self) -> bool:
        return self.first == self.last

    @property
    def in_any_zone(self) -> tuple[date, date]:
        """The first and the last day that hold all of this, whichever zone they are counted in.

        The zones of the earth are up to 26 hours apart, so it may be two days more on one side.
        """
        return day_of(self.begin, _WESTERNMOST), day_of(self.end - _INSTANT, _EASTERNMOST)

    def __contains__(self, moment: datetime | None) -> bool:
        return moment is not None and self.begin <= moment < self.end
