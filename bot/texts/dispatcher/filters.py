"""Filters of the delivery list: what each can be set to, and how a button carries them all."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID

from bot.fleet import CreationMode, FilterToken, Period
from bot.texts.states import state_word
from bot.texts.words import Words, phrase

NOBODY = str(UUID(int=0))
"""Stands in a button for "any rider"."""

_ANY = "-"
_LETTERS = 3

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
_MODE_NAMES = {
    None: phrase("Any origin"),
    CreationMode.AUTOMATED: phrase("Automated"),
    CreationMode.MANUAL: phrase("Made by hand"),
    CreationMode.VIA_BOOKING: phrase("Via booking link"),
    CreationMode.IMPORTED: phrase("Imported"),
}


class Criterion(StrEnum):
    """What a list can be filtered by; the value is what a button carries."""

    STATUS = "s"
    RIDER = "r"
    DAY = "d"
    MODE = "m"


@dataclass(frozen=True, slots=True)
class Filters:
    """Which deliveries are listed. `rider` is a uuid."""

    status: FilterToken | None = None
    rider: str | None = None
    day: Period = Period.ALL
    mode: CreationMode | None = None

    @property
    def token(self) -> str:
        """What a button carries of it beside the rider."""
        return "".join(
            (_key(_STATUSES, self.status), _key(_DAYS, self.day), _key(_MODES, self.mode))
        )

    @classmethod
    def read(cls, rider: str, token: str) -> "Filters":
        """Read back what a button carries; what makes no sense filters nothing."""
        status, day, mode = tuple(token) if len(token) == _LETTERS else (_ANY, _ANY, _ANY)
        return cls(
            status=_STATUSES.get(status),
            rider=None if rider == NOBODY else rider,
            day=_DAYS.get(day, Period.ALL),
            mode=_MODES.get(mode),
        )

    def choices(self, criterion: Criterion) -> "list[Filters]":
        """Return these filters with each value that one of them can have instead."""
        match criterion:
            case Criterion.STATUS:
                return [replace(self, status=status) for status in _STATUSES.values()]
            case Criterion.DAY:
                return [replace(self, day=day) for day in _DAYS.values()]
            case Criterion.MODE:
                return [replace(self, mode=mode) for mode in _MODES.values()]
            case Criterion.RIDER:
                return [replace(self, rider=None)]


def name(say: Words, filters: Filters, criterion: Criterion, rider: str) -> str:
    """Name what one filter is set to; `rider` is the name of the rider who is meant."""
    match criterion:
        case Criterion.STATUS:
            status = filters.status
            return state_word(say, status.state) if status else say.label("Any status")
        case Criterion.RIDER:
            return rider or say.label("Any rider")
        case Criterion.DAY:
            return say.label(_DAY_NAMES[filters.day])
        case Criterion.MODE:
            return say.label(_MODE_NAMES[filters.mode])


def _key(values: Mapping[str, object], value: object) -> str:
    return next(key for key, known in values.items() if known == value)
