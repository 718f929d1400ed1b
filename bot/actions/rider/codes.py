"""Codes: what they are for, and how they are read from what people type."""

from collections.abc import Mapping
from enum import StrEnum

from bot.texts.callbacks import Verb

_LONE_WORD = range(3, 13)


class Stage(StrEnum):
    """The two moments at which a parcel changes hands against a code."""

    PICKUP = "pickup"
    DROPOFF = "dropoff"


VERBS: Mapping[Stage, Verb] = {Stage.PICKUP: Verb.PICKUP, Stage.DROPOFF: Verb.DROPOFF}
"""The buttons with which a rider says that it has."""


def is_lone_word(text: str) -> bool:
    """Tell whether a text is one word of letters: the contract leaves it open that it is a code."""
    word = text.strip()
    return word.isalpha() and len(word) in _LONE_WORD
