"""The numbers of messages: chats that share a numbering are counted together."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(eq=False)
class Numbering:
    """A sequence of numbers, of which each is given once."""

    last: int = 0


def next_number(numberings: Iterable[Numbering]) -> int:
    """Take the next number that is free in all of these."""
    counted = list(numberings)
    number = max(each.last for each in counted) + 1
    for each in counted:
        each.last = number
    return number
