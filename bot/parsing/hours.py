"""Times of day and lengths as people write them: `2h`, `until 18:00`, `22-7`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from bot.domain.limits import LONGEST_QUIET
from bot.parsing.arguments import in_english

_A_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Until:
    """Until a moment, in UTC."""

    moment: datetime


@dataclass(frozen=True, slots=True)
class EachNight:
    """Each day from one minute of the business's day up to another."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Aloud:
    """No time any more: what is quiet sounds again."""


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
"""From this hour on `18h30` is a time of day; before it may as well be a length."""


def read(text: str, language: str, now: datetime, zone: tzinfo) -> Wish | None:
    """Read what somebody wishes in their language; `None` if it makes no sense.

    Times of day are the business's.
    """
    line = in_english(text, language)
    if line == "off":
        return Aloud()
    for pattern, make in _FORMS:
        found = pattern.fullmatch(line)
        if found:
            return make(found, now, zone)
    return None


def _for(found: re.Match[str], now: datetime, _zone: tzinfo) -> Wish | None:
    unit = found["unit"] or found["one"]
    return _lasting(timedelta(**{_UNITS[unit[0]]: int(found["count"] or 1)}), now)


def _for_both(found: re.Match[str], now: datetime, _zone: tzinfo) -> Wish | None:
    return _lasting(timedelta(hours=int(found["hours"]), minutes=int(found["minutes"])), now)


def _lasting(length: timedelta, now: datetime) -> Wish | None:
    return Until(now + length) if timedelta() < length <= LONGEST_QUIET else None


def _until(found: re.Match[str], now: datetime, zone: tzinfo) -> Wish | None:
    minute = _minute(found["time"])
    return None if minute is None else _next(minute, now, zone)


def _at(found: re.Match[str], now: datetime, zone: tzinfo) -> Wish | None:
    """Take a lone time for the end, unless it is a number of hours as well."""
    is_told = found["half"] or (found["minute"] and found["sign"] in {":", "."})
    if not is_told and not (found["minute"] and int(found["hour"]) >= _AFTERNOON):
        return None
    minute = _minute(found[0])
    return None if minute is None else _next(minute, now, zone)


def _next(minute: int, now: datetime, zone: tzinfo) -> Until:
    """Take the next time that the business's clock shows this minute of the day."""
    local = now.astimezone(zone)
    then = local.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    if then <= local:
        then += timedelta(days=1)
    return Until(then.astimezone(now.tzinfo))


def _each_night(found: re.Match[str], _now: datetime, _zone: tzinfo) -> Wish | None:
    begin, end = _minute(found["begin"]), _minute(found["end"])
    if begin is None or end is None or begin == end:
        return None
    return EachNight(begin, end)


def _minute(time: str) -> int | None:
    """Return the minute of the day; 24:00 is its beginning. `None` for what is no time."""
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


_FORMS: tuple[
    tuple[re.Pattern[str], Callable[[re.Match[str], datetime, tzinfo], Wish | None]], ...
] = ((_FOR, _for), (_FOR_BOTH, _for_both), (_TIME, _at), (_UNTIL, _until), (_NIGHT, _each_night))
