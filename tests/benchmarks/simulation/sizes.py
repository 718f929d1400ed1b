"""How large one business may be, and what it takes to carry so many deliveries a day."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.benchmarks.simulation.business import Business
from tests.benchmarks.simulation.business_day import Machines
from tests.benchmarks.simulation.many_businesses import (
    BUSY,
    Like,
    Outcome,
    Say,
    alike,
    shared,
    simulated,
    tokens_for,
)
from tests.benchmarks.simulation.prices import Prices

NEWS_SECONDS = 5.0
ANSWER_SECONDS = 1.0
SCALES = (1_000, 10_000, 100_000, 1_000_000)
_STEPS = (250, 500, 1000, 2000, 3000, 4000, 5000, 6000, 8000)
_P99 = 0.99


@dataclass(frozen=True, slots=True)
class Sized:
    """What carries so many deliveries a day, and how that went.

    `databases` are servers of PostgreSQL; without them each token has SQLite.
    """

    deliveries: int
    tokens: int
    databases: int | None
    outcome: Outcome

    @property
    def is_well(self) -> bool:
        return serves_well(self.outcome)


def serves_well(outcome: Outcome) -> bool:
    """Tell whether of a hundred messages 99 were there in time."""
    news, answers = (outcome.delays.worst(what, _P99) for what in ("news", "answer"))
    return news < NEWS_SECONDS and answers < ANSWER_SECONDS


def ladder(prices: Prices, say: Say, *, has_group: bool) -> Iterator[Sized]:
    """Let one business grow, step by step, until it is not served well, or too long to wait for."""
    for deliveries in _STEPS:
        kinds = [Like(Business.of_size(deliveries, has_group=has_group), 1)]
        sized = Sized(deliveries, 1, None, simulated(kinds, prices, Machines(), say))
        yield sized
        if not sized.is_well:
            return


def by_scale(
    prices: Prices, grown: Sequence[Sized], say: Say, *, has_group: bool
) -> Iterator[Sized]:
    """Find the fewest tokens and shared databases that serve each scale well.

    `grown` is one business of more and more deliveries: none is larger than it could be, and where
    the databases that they share make them too slow, each is smaller.
    """
    sizes = [each.deliveries for each in grown if each.is_well]
    for deliveries in SCALES:
        while True:
            sized = _carried(deliveries, sizes[-1], prices, grown, say, has_group=has_group)
            if sized.is_well or len(sizes) == 1:
                break
            sizes.pop()
        yield sized


def _carried(
    deliveries: int,
    largest: int,
    prices: Prices,
    grown: Sequence[Sized],
    say: Say,
    *,
    has_group: bool,
) -> Sized:
    """Let businesses carry so many deliveries of which none is larger than that."""
    tokens = tokens_for(deliveries, largest, has_group=has_group)
    kinds = alike(deliveries, tokens, has_group=has_group)
    asked = sum(kind.how_many * _asked(kind.business.deliveries, grown) for kind in kinds)
    busy = asked * prices.shared_transaction / prices.transaction
    databases = math.ceil(busy / BUSY)
    return Sized(deliveries, tokens, databases, shared(kinds, prices, busy / databases, 1, say))


def _asked(deliveries: int, grown: Sequence[Sized]) -> float:
    """Return how busy a business keeps a database of its own: as those that are nearly as large."""
    above = next(each for each in grown if each.deliveries >= deliveries)
    return above.outcome.databases * deliveries / above.deliveries
