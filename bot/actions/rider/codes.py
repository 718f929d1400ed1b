"""The stages that need a code, and the shape of a word that may be one."""

from collections.abc import Mapping
from enum import StrEnum

from bot.texts.callbacks import Verb

_LONE_WORD = range(3, 13)


class Stage(StrEnum):
    """The two moments at which a parcel changes hands against a code."""

    PICKUP = "pickup"
    DROPOFF = "dropoff"


VERBS: Mapping[Stage, Verb] = {Stage.PICKUP: Verb.PICKUP, Stage.DROPOFF: Verb.DROPOFF}
"""The button with which a rider confirms each stage."""


def is_lone_word(text: str) -> bool:
    """Tell whether a text is one word of letters, which the contract allows as a code."""
    word = text.strip()
    return word.isalpha() and len(word) in _LONE_WORD
