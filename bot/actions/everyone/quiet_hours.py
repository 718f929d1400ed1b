"""When somebody wants no sound, as they write it: `2h`, `until 18:00`, `22-7`, `off`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from bot.base.transaction import Transaction
from bot.store import people
from bot.store.people import Person
from bot.texts.promises import LONGEST_QUIET

_A_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Until:
    """No sound until a moment, in UTC."""

    moment: datetime


@dataclass(frozen=True, slots=True)
class EachNight:
    """No sound each day from one minute of the business's day up to another."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Aloud:
    """Everything sounds again."""


Wish = Until | EachNight | Aloud

_UNITS: Mapping[str, str] = {"m": "minutes", "h": "hours", "d": "days"}
_FOR = re.compile(r"(?:for )?([0-9]{1,4}) ?(m|mins?|minutes?|h|hours?|d|days?)")
_UNTIL = re.compile(r"until ([0-9]{1,2})(?::([0-9]{2}))?")
_NIGHT = re.compile(r"([0-9]{1,2})(?::([0-9]{2}))? ?(?:-|–|to) ?([0-9]{1,2})(?::([0-9]{2}))?")


def read(text: str, now: datetime, zone: tzinfo) -> Wish | None:
    """Read what somebody wishes; `None` if it makes no sense. Times of day are the business's."""
    line = " ".join(text.lower().split())
    if line == "off":
        return Aloud()
    for pattern, make in _FORMS:
        found = pattern.fullmatch(line)
        if found:
            return make(found, now, zone)
    return None


def _for(found: re.Match[str], now: datetime, _zone: tzinfo) -> Wish | None:
    length = timedelta(**{_UNITS[found[2][0]]: int(found[1])})
    return Until(now + length) if timedelta() < length <= LONGEST_QUIET else None


def _until(found: re.Match[str], now: datetime, zone: tzinfo) -> Wish | None:
    """Take the next time that the business's clock shows this."""
    minute = _minute(found[1], found[2])
    if minute is None:
        return None
    local = now.astimezone(zone)
    then = local.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    if then <= local:
        then += timedelta(days=1)
    return Until(then.astimezone(now.tzinfo))


def _each_night(found: re.Match[str], _now: datetime, _zone: tzinfo) -> Wish | None:
    begin, end = _minute(found[1], found[2]), _minute(found[3], found[4])
    if begin is None or end is None or begin == end:
        return None
    return EachNight(begin, end)


def _minute(hour: str, minute: str | None) -> int | None:
    """Return the minute of the day; 24:00 is its beginning."""
    value = int(hour) * 60 + int(minute or 0)
    return value % _A_DAY if int(minute or 0) < 60 and value <= _A_DAY else None  # noqa: PLR2004 - an hour's minutes


_FORMS: tuple[
    tuple[re.Pattern[str], Callable[[re.Match[str], datetime, tzinfo], Wish | None]], ...
] = ((_FOR, _for), (_UNTIL, _until), (_NIGHT, _each_night))


def grant(tx: Transaction, person: Person, wish: Wish) -> None:
    match wish:
        case Until(moment):
            people.mute_until(tx, person.user_id, moment)
        case EachNight(begin, end):
            people.set_quiet_hours(tx, person.user_id, begin, end)
        case Aloud():
            people.mute_until(tx, person.user_id, None)
            people.set_quiet_hours(tx, person.user_id, None, None)
