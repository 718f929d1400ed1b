"""Codes: what they are for, and how they are read from what people type."""

from collections.abc import Mapping
from enum import StrEnum

from bot.actions.order_numbers import ascii_digits
from bot.texts.callbacks import Verb

_LONGEST = 64
_LONGEST_UNASKED = 16
_BARE_CODE = range(4, 13)
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


def may_be_one(text: str) -> bool:
    """Tell whether a text that nobody asked for may be a code, and must not stay in a chat."""
    code = typed(text)
    if code is None or len(code) > _LONGEST_UNASKED:
        return False
    return not any(char.isspace() for char in code) and has_digit(code)


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
