"""Codes: what they are for, and how they are read from what people type."""

from collections.abc import Mapping
from enum import StrEnum

from bot.actions.order_numbers import ascii_digits
from bot.texts.callbacks import Verb

_LONGEST = 64
_LONE_WORD = range(3, 13)


class Stage(StrEnum):
    """The two moments at which a parcel changes hands against a code."""

    PICKUP = "pickup"
    DROPOFF = "dropoff"


VERBS: Mapping[Stage, Verb] = {Stage.PICKUP: Verb.PICKUP, Stage.DROPOFF: Verb.DROPOFF}
"""The buttons with which a rider says that it has."""


def typed(text: str) -> str | None:
    """Read a code from what somebody typed; `None` if it cannot be one.

    The contract says nothing of a code's length or alphabet, so nothing is assumed: surrounding
    space goes, digits of any script become ASCII, leading zeros stay.
    """
    code = ascii_digits(text.strip())
    return code if 0 < len(code) <= _LONGEST and code.isprintable() else None


def has_digit(text: str) -> bool:
    """Tell whether there is a digit in it; what people say while a code is asked for has none."""
    return any(char.isdigit() for char in text)


def is_lone_word(text: str) -> bool:
    """Tell whether a text is one word of letters: the contract leaves it open that it is a code."""
    word = text.strip()
    return word.isalpha() and len(word) in _LONE_WORD
