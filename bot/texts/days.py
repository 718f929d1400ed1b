"""Days as people write them to the bot, and as buttons carry them."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from babel.dates import format_date

from bot.parsing.arguments import MONTHS, WEEKDAYS
from bot.texts.html import Html
from bot.texts.words import Words

_DAY = timedelta(days=1)
_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(2120, 12, 31)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LETTERS = 3
"""How many letters a day takes in a button: enough for more than a century."""

_FORMS = (
    re.compile(r"(?P<year>\d{4})[-./](?P<month>\d{1,2})[-./](?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})[-./](?P<month>\d{1,2})(?:[-./](?P<year>\d{4}))?"),
    re.compile(r"(?P<month>\d{1,2})[-./](?P<day>1[3-9]|2\d|3[01])(?:[-./](?P<year>\d{4}))?"),
    re.compile(
        r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|o)?\.? (?:of |from )?(?P<name>[a-z]{3})\.?"
        r"(?:,? (?:of |from )?(?P<year>\d{4}))?"
    ),
    re.compile(r"(?P<name>[a-z]{3})\.? (?P<day>\d{1,2})(?:,? (?P<year>\d{4}))?"),
)
"""The forms of days; the month comes first only if the other number can be no month."""

PERIODS: Mapping[str, Callable[[date], tuple[date, date]]] = {
    "": lambda today: (today, today),
    "day": lambda today: (today, today),
    "today": lambda today: (today, today),
    "yesterday": lambda today: (today - _DAY, today - _DAY),
    "tomorrow": lambda today: (today + _DAY, today + _DAY),
    "day after tomorrow": lambda today: (today + 2 * _DAY, today + 2 * _DAY),
    "week": lambda today: (today - 6 * _DAY, today),
    "7 days": lambda today: (today - 6 * _DAY, today),
}


class Reach(Enum):
    """The days that can be meant, seen from today."""

    PAST = "today and before"
    AHEAD = "today and after"
    ANY = "every day"

    def has(self, day: date, today: date) -> bool:
        if not _FIRST_DAY <= day <= _LAST_DAY:
            return False
        return day == today or self is Reach.ANY or (day < today) == (self is Reach.PAST)


def days_of(text: str, today: date, reach: Reach = Reach.PAST) -> tuple[date, date] | None:
    """Return the first and the last day that a text means; `None` if it means none.

    A day without a year is the nearest day of its name that can be meant.
    """
    if text in PERIODS:
        days = PERIODS[text](today)
        return days if all(reach.has(day, today) for day in days) else None
    if text in WEEKDAYS:
        # On a Monday, “Monday” means the next or the last one: today has a word of its own.
        ahead = (WEEKDAYS.index(text) - today.weekday()) % 7 or 7
        back = 7 - ahead or 7
        day = _nearest(iter((today + ahead * _DAY, today - back * _DAY)), today, reach)
    else:
        read = (form.fullmatch(text) for form in _FORMS)
        written = (found.groupdict() for found in read if found)
        days_meant = (_nearest(_days_called(each, today), today, reach) for each in written)
        day = next(filter(None, days_meant), None)
    return (day, day) if day else None


def span_of(text: str, today: date, reach: Reach = Reach.PAST) -> "DaySpan | None":
    """Return the span of one day, a period, or two days with `to` between, as `1 feb to 5 feb`."""
    first, _, last = text.removeprefix("from ").partition(" to ")
    begun, ended = days_of(first, today, reach), days_of(last or first, today, reach)
    if not text or begun is None or ended is None or begun[0] > ended[1]:
        return None
    return DaySpan(begun[0], ended[1])


@dataclass(frozen=True, slots=True)
class DaySpan:
    """The days from a first to a last one, both included."""

    first: date
    last: date

    @property
    def token(self) -> str:
        """The days as a button carries them."""
        return _as_letters(self.first) + _as_letters(self.last)

    @classmethod
    def read(cls, token: str) -> "DaySpan | None":
        """Read the days that a button carries; `None` if the token holds none."""
        if len(token) != 2 * _LETTERS or any(letter not in _DIGITS for letter in token):
            return None
        return cls(_as_day(token[:_LETTERS]), _as_day(token[_LETTERS:]))

    def written(self, say: Words) -> Html:
        """Write the days as the reader's language does; write a single day only once."""
        days = dict.fromkeys((self.first, self.last))
        dates = [format_date(day, "medium", locale=say.locale) for day in days]
        return say.value(" – ".join(dates))


def written_day(say: Words, day: date) -> Html:
    """Write one day as the reader's language does."""
    return DaySpan(day, day).written(say)


def _as_letters(day: date) -> str:
    number, letters = (day - _FIRST_DAY).days, ""
    for _ in range(_LETTERS):
        number, digit = divmod(number, len(_DIGITS))
        letters = _DIGITS[digit] + letters
    return letters


def _as_day(letters: str) -> date:
    return _FIRST_DAY + timedelta(days=int(letters, len(_DIGITS)))


def _nearest(days: Iterator[date], today: date, reach: Reach) -> date | None:
    can_be = (day for day in days if reach.has(day, today))
    return min(can_be, key=lambda day: abs(day - today), default=None)


def _days_called(written: Mapping[str, str | None], today: date) -> Iterator[date]:
    """Yield the days of this name, in the written year or in the years around today."""
    name, year = written.get("name"), written["year"]
    if name and name not in MONTHS:
        return
    month = MONTHS.index(name) + 1 if name else int(written["month"] or 0)
    years = [int(year)] if year else [today.year - 1, today.year, today.year + 1]
    for each in years:
        with suppress(ValueError):  # there is no such day
            yield date(each, month, int(written["day"] or 0))
