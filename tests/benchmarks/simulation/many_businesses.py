"""Many businesses, each with a token of its own: one of each size is simulated, and counts for all.

Tokens share nothing but databases, so businesses of one size differ by chance alone.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.benchmarks.simulation.business import SIZES, Business
from tests.benchmarks.simulation.business_day import DayFigures, Machines, a_day_of
from tests.benchmarks.simulation.delays import DelayTable
from tests.benchmarks.simulation.prices import Prices

Say = Callable[[str], None]

BUSY = 0.7
"""How much of a core or a database is used in the busiest hour, so that there is room for more."""


@dataclass(frozen=True, slots=True)
class Like:
    """So many businesses that are alike."""

    business: Business
    how_many: int


@dataclass(slots=True)
class Outcome:
    """What came of a day of many businesses; `loads` are those of the one that had most of each.

    `cores` and `databases` are how many of them worked in the busiest hour, all together.
    """

    delays: DelayTable = field(default_factory=DelayTable)
    loads: dict[str, float] = field(default_factory=dict)
    messages: float = 0.0
    cores: float = 0.0
    databases: float = 0.0
    posted: int = 0
    ended: int = 0
    refused: int = 0

    def add(self, figures: DayFigures, times: int) -> None:
        for waited, seconds in figures.delays.items():
            self.delays.add(waited, seconds, times)
        for name, load in figures.loads.items():
            self.loads[name] = max(load, self.loads.get(name, 0.0))
        self.messages += times * sum(figures.requests.values())
        self.cores += times * figures.cores
        self.databases += times * figures.database
        self.posted += figures.posted
        self.ended += figures.ended
        self.refused += figures.refused

    @property
    def first_to_saturate(self) -> str:
        return max(self.loads, key=self.loads.__getitem__)


def alike(deliveries: int, tokens: int, *, has_group: bool) -> list[Like]:
    """Spread so many deliveries a day over so many businesses of different size."""
    sizes = Counter(SIZES[number * len(SIZES) // tokens] for number in range(tokens))
    each = deliveries / sum(size * many for size, many in sizes.items())
    return [
        Like(Business.of_size(max(1, round(size * each)), has_group=has_group), many)
        for size, many in sorted(sizes.items())
    ]


def tokens_for(deliveries: int, largest: int, *, has_group: bool) -> int:
    """Return how many tokens it takes that no business is larger than that."""
    tokens = math.ceil(deliveries / largest)
    while max(_sizes(alike(deliveries, tokens, has_group=has_group))) > largest:
        tokens += max(1, tokens // 100)
    return tokens


def simulated(kinds: list[Like], prices: Prices, machines: Machines, say: Say) -> Outcome:
    outcome = Outcome()
    for kind in kinds:
        say(f"{kind.how_many:,} × {kind.business.deliveries:,} deliveries")
        outcome.add(a_day_of(kind.business, prices, machines), kind.how_many)
    return outcome


def shared(kinds: list[Like], prices: Prices, others: float, replicas: int, say: Say) -> Outcome:
    """Let them share servers of PostgreSQL, each of them so busy in the busiest hour."""
    outcome = simulated(kinds, prices, Machines(replicas, others), say)
    outcome.loads["the database"] = others
    return outcome


def _sizes(kinds: list[Like]) -> Iterator[int]:
    return (kind.business.deliveries for kind in kinds)
