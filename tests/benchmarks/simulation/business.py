"""A business, as large as it is: who hears of its deliveries, and when they are ordered."""

import math
import random
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, Protocol, Self

from tests.benchmarks.simulation.agenda import HOUR
from tests.benchmarks.simulation.life import (
    CANCELLED_LIFE,
    CANCELLED_SHARE,
    DELIVERED_LIFE,
    LOOKED_UP,
    LOOKED_UP_SHARE,
    Reader,
    Step,
)

RUSH = (0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 8, 13, 11, 5, 4, 5, 8, 12, 11, 7, 4, 2, 0)
"""Percent of a day's deliveries by the hour in which they are ordered.

Assumed, and of no business that we know: shops in the daytime, and two rushes, as people eat. A
quarter comes from twelve to two and nearly as much from six to eight, so the busiest hour has three
times as much as the average one.
"""

SIZES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
"""How large businesses are next to the average one, each kind as frequent as any other; assumed."""

ASSUMED = """\
A twentieth is cancelled, and half of all are looked up once. A dispatcher for each 500 deliveries
a day, who hears of every one; a rider for 25, a shop for 20; they and all receivers have joined.
13 % of a day come in its busiest hour. Telegram answers after 80 ms or somewhat more, the fleet
service after 100.
"""

_HOURS = tuple(accumulate(RUSH))
_PER_DISPATCHER = 500
_PER_RIDER = 25
_PER_SHOP = 20

DISPATCHERS, _RIDERS, _SHOPS, RECEIVERS = 1, 100_000, 1_000_000, 10_000_000
GROUP = -1
"""Numbers of chats from which on those of a kind are."""


class Life(NamedTuple):
    """What becomes of a delivery, and when that begins, in seconds of the day."""

    begun: float
    delivery: int
    steps: tuple[Step, ...]


class Readers(Protocol):
    """Who is told of a delivery, by the numbers of their chats."""

    def chats(self, delivery: int) -> dict[Reader, tuple[int, ...]]: ...


@dataclass(frozen=True, slots=True)
class Business:
    """One token's work: every receiver, every shop and every rider has joined.

    Each dispatcher hears of every delivery; so does the group, if there is one.
    """

    deliveries: int
    dispatchers: int
    has_group: bool

    @classmethod
    def of_size(cls, deliveries: int, *, has_group: bool) -> Self:
        """Have as many dispatchers as so many deliveries a day take."""
        return cls(deliveries, math.ceil(deliveries / _PER_DISPATCHER), has_group)

    def lives(self, chance: random.Random) -> Iterator[Life]:
        """Return what becomes of each delivery of a day, with what is asked about it."""
        for delivery in range(self.deliveries):
            begun = _ordered(chance)
            is_cancelled = chance.random() < CANCELLED_SHARE
            yield Life(begun, delivery, CANCELLED_LIFE if is_cancelled else DELIVERED_LIFE)
            if chance.random() < LOOKED_UP_SHARE:
                asked = begun + chance.expovariate(1 / LOOKED_UP.after)
                yield Life(asked, delivery, (LOOKED_UP,))

    def chats(self, delivery: int) -> dict[Reader, tuple[int, ...]]:
        """Return the chats of those who are told of a delivery."""
        acting = delivery % self.dispatchers
        staff = [DISPATCHERS + number for number in range(self.dispatchers)]
        return {
            Reader.DISPATCHER: (staff.pop(acting),),
            Reader.COLLEAGUE: tuple(staff),
            Reader.GROUP: (GROUP,) if self.has_group else (),
            Reader.RIDER: (_RIDERS + delivery % math.ceil(self.deliveries / _PER_RIDER),),
            Reader.SENDER: (_SHOPS + delivery % math.ceil(self.deliveries / _PER_SHOP),),
            Reader.RECEIVER: (RECEIVERS + delivery,),
        }


def _ordered(chance: random.Random) -> float:
    hour = bisect(_HOURS, chance.random() * _HOURS[-1])
    return (hour + chance.random()) * HOUR


def kind_of(chat: int) -> str:
    """Return in whose kind of chat something was said."""
    if chat < 0:
        return "group"
    starts = (DISPATCHERS, _RIDERS, _SHOPS, RECEIVERS)
    return ("dispatcher", "rider", "shop", "receiver")[bisect(starts, chat) - 1]
