"""Codes: how they are read from what people type, and how often they may be wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.actions.order_numbers import ascii_digits

PAUSE_AFTER = 5
LOCK_AFTER = 10
PAUSE = timedelta(minutes=15)
_LONGEST = 64
_LONGEST_UNASKED = 16
_BARE_CODE = range(4, 13)


@dataclass(frozen=True, slots=True)
class Open:
    """A code may be tried; `left` refusals lead to a pause or to the lock."""

    left: int


@dataclass(frozen=True, slots=True)
class Paused:
    """No code may be tried before `until`."""

    until: datetime


@dataclass(frozen=True, slots=True)
class Locked:
    """No code may be tried until a dispatcher unlocks."""


Standing = Open | Paused | Locked


def standing(refused: Sequence[datetime], now: datetime) -> Standing:
    """Decide from the times of the refused codes, oldest first, whether another may be tried."""
    count = len(refused)
    if count >= LOCK_AFTER:
        return Locked()
    if count < PAUSE_AFTER:
        return Open(PAUSE_AFTER - count)
    until = refused[PAUSE_AFTER - 1] + PAUSE
    return Paused(until) if now < until else Open(LOCK_AFTER - count)


def typed(text: str) -> str | None:
    """Read a code from what somebody typed; `None` if it cannot be one.

    The contract says nothing of a code's length or alphabet, so nothing is assumed: surrounding
    space goes, digits of any script become ASCII, leading zeros stay.
    """
    code = ascii_digits(text.strip())
    return code if 0 < len(code) <= _LONGEST and code.isprintable() else None


def may_be_one(text: str) -> bool:
    """Tell whether a text that nobody asked for may be a code, and must not stay in a chat."""
    code = typed(text)
    if code is None or len(code) > _LONGEST_UNASKED:
        return False
    return not any(char.isspace() for char in code) and any(char.isdigit() for char in code)


def may_hold_one(text: str) -> bool:
    """Tell whether a text may be a code, alone or behind an order number or a mistyped command."""
    words = text.split()
    if len(words) == 1:
        return may_be_one(text) and not text.startswith("/")
    order_and_code = words[1:] if text.startswith("/") else words
    return len(order_and_code) == 2 and all(map(may_be_one, order_and_code))  # noqa: PLR2004 - both


def is_number_alone(text: str) -> bool:
    """Tell whether somebody has sent nothing but 4 to 12 digits, as codes mostly are."""
    digits = "".join(char for char in text if not char.isspace() and char != "-")
    return digits.isdecimal() and len(digits) in _BARE_CODE
