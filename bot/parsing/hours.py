"""Times of day and durations as people write them: `2h`, `until 18:00`, `22-7`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from bot.domain.limits import LONGEST_QUIET
from bot.parsing.arguments import in_english

_A_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Until:
    """Quiet until a moment, in UTC."""

    moment: datetime


@dataclass(frozen=True, slots=True)
class EachNight:
    """Quiet hours: every day from one minute of the business's day until another."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Aloud:
    """The end of all quiet."""


Wish = Until | EachNight | Aloud

_UNITS: Mapping[str, str] = {"m": "minutes", "h": "hours", "d": "days"}
_FOR = re.compile(
    r"(?:for )?(?:(?P<count>[0-9]{1,4}) ?(?P<unit>minutes?|hours?|h|days?|d)|(?P<one>hour|day))"
)
_FOR_BOTH = re.compile(
    r"(?:for )?(?P<hours>[0-9]{1,3}) ?(?:hours?|h) ?(?P<minutes>[0-9]{1,2}) ?minutes?"
)
_UNTIL = re.compile(r"until (?P<time>.+)")
_NIGHT = re.compile(r"(?:from )?(?P<begin>.+?) ?(?:-|–|\bto\b|\buntil\b) ?(?P<end>.+)")
_TIME = re.compile(
    r"(?P<hour>[0-9]{1,2})(?: ?(?P<sign>[:.]|hours?|h)(?: ?(?P<minute>[0-9]{2}))?)?"
    r"(?: ?(?P<half>am|pm))?"
)
_AFTERNOON = 13
"""From this hour on `18h30` is a time of day; `2h30` may also be a duration."""


def read(text: str, language: str, now: datetime, zone: tzinfo) -> Wish | None:
    """Read a wish for quiet in somebody's language; return `None` if it makes no sense.

    `zone` is that of the business, to which times of day belong.
    """
    line = in_english(text, language)
    if line == "off":
        return Aloud()
    if found := _FOR.fullmatch(line):
        unit = found["unit"] or found["one"]
        return _lasting(timedelta(**{_UNITS[unit[0]]: int(found["count"] or 1)}), now)
    if found := _FOR_BOTH.fullmatch(line):
        length = timedelta(hours=int(found["hours"]), minutes=int(found["minutes"]))
        return _lasting(length, now)
    # A time alone is the end, unless it may also be a duration.
    if found := _TIME.fullmatch(line):
        is_time = found["half"] or (found["minute"] and found["sign"] in {":", "."})
        is_afternoon = found["minute"] and int(found["hour"]) >= _AFTERNOON
        return _next(line, now, zone) if is_time or is_afternoon else None
    if found := _UNTIL.fullmatch(line):
        return _next(found["time"], now, zone)
    # The range comes last because its pattern accepts almost any text at its ends.
    night = _NIGHT.fullmatch(line)
    begin, end = (_minute(night["begin"]), _minute(night["end"])) if night else (None, None)
    return None if begin is None or end is None or begin == end else EachNight(begin, end)


def _lasting(length: timedelta, now: datetime) -> Until | None:
    return Until(now + length) if timedelta() < length <= LONGEST_QUIET else None


def _next(time: str, now: datetime, zone: tzinfo) -> Until | None:
    """Return the next moment at which the business's clock shows this time."""
    minute = _minute(time)
    if minute is None:
        return None
    local = now.astimezone(zone)
    then = local.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    if then <= local:
        then += timedelta(days=1)
    return Until(then.astimezone(now.tzinfo))


def _minute(time: str) -> int | None:
    """Return the minute of the day, or `None` if it is not a time; 24:00 is minute 0."""
    found = _TIME.fullmatch(time)
    if found is None:
        return None
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if found["half"]:
        if hour not in range(1, 13):
            return None
        hour = hour % 12 + (12 if found["half"] == "pm" else 0)
    value = hour * 60 + minute
    return value % _A_DAY if minute < 60 and value <= _A_DAY else None  # noqa: PLR2004 - an hour's minutes
