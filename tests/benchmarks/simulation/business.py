"""A business, as large as it is: who hears of its deliveries, and when in the day they are ordered."""

import math
import random
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from tests.benchmarks.simulation.agenda import HOUR
from tests.benchmarks.simulation.life import Reader

RUSH = (0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 8, 13, 11, 5, 4, 5, 8, 12, 11, 7, 4, 2, 0)
"""Percent of a day's deliveries by the hour in which they are ordered.

Assumed, and of no business that we know: shops in the daytime, and two rushes, as people eat. A
quarter comes from twelve to two and nearly as much from six to eight, so the busiest hour has three
times as much as the average one.
"""

SIZES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
"""How large businesses are beside the average one, each kind as frequent as any other; assumed."""

_PER_DISPATCHER = 500
_PER_RIDER = 25
_PER_SHOP = 20

_DISPATCHERS, _RIDERS, _SHOPS, _RECEIVERS = 1, 100_000, 1_000_000, 10_000_000
_GROUP = -1


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

    def orders(self, rush: tuple[float, ...], chance: random.Random) -> Iterator[float]:
        """Return when each delivery is ordered, in seconds of the day."""
        hours = list(accumulate(rush))
        for _ in range(self.deliveries):
            hour = bisect(hours, chance.random() * hours[-1])
            yield (hour + chance.random()) * HOUR

    def chats(self, delivery: int) -> dict[Reader, tuple[int, ...]]:
        """Return the chats of those who are told of a delivery."""
        acting = delivery % self.dispatchers
        staff = [_DISPATCHERS + number for number in range(self.dispatchers)]
        return {
            Reader.DISPATCHER: (staff.pop(acting),),
            Reader.COLLEAGUE: tuple(staff),
            Reader.GROUP: (_GROUP,) if self.has_group else (),
            Reader.RIDER: (_RIDERS + delivery % math.ceil(self.deliveries / _PER_RIDER),),
            Reader.SENDER: (_SHOPS + delivery % math.ceil(self.deliveries / _PER_SHOP),),
            Reader.RECEIVER: (_RECEIVERS + delivery,),
        }


def kind_of(chat: int) -> str:
    """Return in whose kind of chat something was said."""
    if chat < 0:
        return "group"
    starts = (_DISPATCHERS, _RIDERS, _SHOPS, _RECEIVERS)
    return ("dispatcher", "rider", "shop", "receiver")[bisect(starts, chat) - 1]
