"""Filters of the delivery list: the values of each, and the token that carries all of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from bot.fleet import CreationMode, FilterToken, Period
from bot.texts.callbacks import NOBODY
from bot.texts.days import DaySpan, Reach, span_of
from bot.texts.states import state_word
from bot.texts.words import Words, phrase

_ANY = "-"
_LETTERS = 3
"""The length of a token without days; the days come after it."""

_STATUSES: Mapping[str, FilterToken | None] = {
    _ANY: None,
    "p": FilterToken.PENDING,
    "w": FilterToken.AWAITING_PICKUP,
    "i": FilterToken.IN_TRANSIT,
    "d": FilterToken.DELIVERED,
    "c": FilterToken.CANCELLED,
    "x": FilterToken.DECLINED,
}
_DAYS: Mapping[str, Period] = {_ANY: Period.ALL, "t": Period.TODAY, "y": Period.YESTERDAY}
_NAMED_DAYS = frozenset({Period.TODAY, Period.YESTERDAY})
_DATES: Mapping[str, Period] = {
    "c": Period.CREATED_AT,
    "a": Period.ASSIGNED_AT,
    "d": Period.DROPOFF_AT,
    "s": Period.SCHEDULE_DATE,
}
_MODES: Mapping[str, CreationMode | None] = {
    _ANY: None,
    "a": CreationMode.AUTOMATED,
    "m": CreationMode.MANUAL,
    "b": CreationMode.VIA_BOOKING,
    "i": CreationMode.IMPORTED,
}

_DAY_NAMES = {
    Period.ALL: phrase("All days"),
    Period.TODAY: phrase("Today"),
    Period.YESTERDAY: phrase("Yesterday"),
}
_DATE_NAMES = {
    Period.CREATED_AT: phrase("Created {days}"),
    Period.ASSIGNED_AT: phrase("Assigned {days}"),
    Period.DROPOFF_AT: phrase("Delivered {days}"),
    Period.SCHEDULE_DATE: phrase("Scheduled for {days}"),
}
_SAID: Mapping[str, Period] = {
    "created": Period.CREATED_AT,
    "assigned": Period.ASSIGNED_AT,
    "delivered": Period.DROPOFF_AT,
    "scheduled": Period.SCHEDULE_DATE,
}
"""The date of a delivery that the word before the days means."""

_MODE_NAMES = {
    None: phrase("Any origin"),
    CreationMode.AUTOMATED: phrase("Automated"),
    CreationMode.MANUAL: phrase("Made by hand"),
    CreationMode.VIA_BOOKING: phrase("Via booking link"),
    CreationMode.IMPORTED: phrase("Imported"),
}


WAITING = "waiting"
"""The word that people type for deliveries without a rider."""

_PERIODS_SAID: Mapping[str, Period] = {
    "": Period.ALL,
    **{period.value: period for period in _DAYS.values()},
}


class Criterion(StrEnum):
    """A criterion of the filters; its value is the one that a button carries."""

    STATUS = "s"
    RIDER = "r"
    DAY = "d"
    MODE = "m"


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a list. `rider` is a uuid; `days` bound the date that `day` names."""

    status: FilterToken | None = None
    rider: str | None = None
    day: Period = Period.ALL
    mode: CreationMode | None = None
    days: DaySpan | None = None

    @property
    def period(self) -> Period:
        """The date of a delivery that is bounded: its creation, unless `day` names another one."""
        return Period.CREATED_AT if self.day in _NAMED_DAYS else self.day

    def dates(self, today: date) -> DaySpan | None:
        """Return the first and the last day; `None` for any day."""
        return span_of(self.day, today) if self.day in _NAMED_DAYS else self.days

    @property
    def token(self) -> str:
        """The filters as a button carries them, without the rider."""
        return "".join(
            (
                _key(_STATUSES, self.status),
                _key({**_DAYS, **_DATES}, self.day),
                _key(_MODES, self.mode),
                self.days.token if self.days else "",
            )
        )

    @classmethod
    def read(cls, rider: str, token: str) -> "Filters":
        """Read the filters that a button carries; a part that makes no sense filters nothing."""
        letters, days = token[:_LETTERS], DaySpan.read(token[_LETTERS:])
        # Days without a date to bound mean nothing, and neither do surplus letters.
        is_one = len(token) == _LETTERS or (days is not None and token[1] in _DATES)
        status, day, mode = tuple(letters) if is_one else (_ANY, _ANY, _ANY)
        return cls(
            status=_STATUSES.get(status),
            rider=None if rider == NOBODY else rider,
            day=(_DATES if days else _DAYS).get(day, Period.ALL),
            mode=_MODES.get(mode),
            days=days if is_one else None,
        )

    @classmethod
    def said(cls, text: str, today: date) -> "Filters | None":
        """Read typed days, in English; `None` if the text means no days.

        A period of the contract stands alone (contract: Endpoints, 5, `filter`); a word before
        days says which date of a delivery they bound, that of its creation if there is none.
        """
        if text == WAITING:
            return cls(status=FilterToken.PENDING)
        if text in _PERIODS_SAID:
            return cls(day=_PERIODS_SAID[text])
        word, _, rest = text.partition(" ")
        days = span_of(rest if word in _SAID else text, today, Reach.ANY)
        return cls(day=_SAID.get(word, Period.CREATED_AT), days=days) if days else None

    def choices(self, criterion: Criterion) -> "list[Filters]":
        """Return these filters with each other value of one criterion."""
        match criterion:
            case Criterion.STATUS:
                return [replace(self, status=status) for status in _STATUSES.values()]
            case Criterion.DAY:
                return [replace(self, day=day, days=None) for day in _DAYS.values()]
            case Criterion.MODE:
                return [replace(self, mode=mode) for mode in _MODES.values()]
            # There may be many riders, so they are chosen from separate pages.
            case Criterion.RIDER:
                return [replace(self, rider=None)]


def name(say: Words, filters: Filters, criterion: Criterion, rider: str) -> str:
    """Return the name of a filter's value; `rider` is the name of its rider."""
    match criterion:
        case Criterion.STATUS:
            status = filters.status
            return state_word(say, status.state) if status else say.label("Any status")
        case Criterion.RIDER:
            return rider or say.label("Any rider")
        case Criterion.DAY:
            if filters.days is not None:
                days = filters.days.written(say)
                return say.label(_DATE_NAMES[filters.day], days=days)
            return say.label(_DAY_NAMES[filters.day])
        case Criterion.MODE:
            return say.label(_MODE_NAMES[filters.mode])


def _key(values: Mapping[str, object], value: object) -> str:
    return next(key for key, known in values.items() if known == value)
