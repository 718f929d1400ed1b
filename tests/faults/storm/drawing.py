"""What is drawn in a storm: from the seed and what it is for, whatever else goes on meanwhile."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

T = TypeVar("T")

_AT_ONCE = 3
_PAUSE_SECONDS = (0.1, 0.8)


def stream(seed: int, what: str) -> Random:
    """Return the random numbers for one thing: no other draw moves them."""
    return Random(f"{seed} {what}")


class Draw:
    """What one fault draws, in its own order. `drawn` tells it to who reads the log."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.drawn: list[object] = []

    def choice(self, of: Sequence[T]) -> T:
        return self._noted(self._random.choice(of))

    def between(self, low: float, high: float) -> float:
        return self._noted(round(self._random.uniform(low, high), 3))

    def count(self, least: int, most: int) -> int:
        return self._noted(self._random.randint(least, most))

    def happens(self, probability: float) -> bool:
        return self._noted(self._random.random() < probability)

    def _noted(self, value: T) -> T:
        self.drawn.append(value)
        return value


@dataclass(frozen=True, slots=True)
class Volley:
    """Kinds of faults that strike at once, and how many seconds there are before the next."""

    kinds: Sequence[str]
    pause: float


def draw_volleys(random: Random, targets: Mapping[str, Hashable], faults: int) -> list[Volley]:
    """Draw what strikes at once: each kind as often as the others, in any order.

    Of each of the `targets` that the kinds have, one is struck at a time. Fewer faults are the
    beginning of more.
    """
    deck, volleys, left = list[str](), list[Volley](), faults
    while left > 0:
        deck = deck or random.sample(sorted(targets), len(targets))
        kinds = _take(deck, targets, random.randint(1, _AT_ONCE))[:left]
        volleys.append(Volley(kinds, random.uniform(*_PAUSE_SECONDS)))
        left -= len(kinds)
    return volleys


def _take(deck: list[str], targets: Mapping[str, Hashable], most: int) -> list[str]:
    taken: dict[Hashable, str] = {}
    for kind in list(deck):
        if len(taken) < most and taken.setdefault(targets[kind], kind) == kind:
            deck.remove(kind)
    return list(taken.values())
