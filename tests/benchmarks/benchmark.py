"""What every benchmark is: rows of the table, and how their figures are measured."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Self

from tests.benchmarks.bots import Bots, bots
from tests.benchmarks.fleet_rig import FleetRig, running_fleet
from tests.benchmarks.goals import Row

Figures = Mapping[str, float]
"""What one round of one side came to, by what was measured."""

Rounds = Mapping[str, Sequence[Figures]]
"""The rounds of every side, by its name."""


class Unmeasurable(Exception):
    """This machine lacks what a figure needs; the message says what."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured: all of it, or as little as still says something."""

    is_quick: bool
    is_large: bool = False

    @property
    def rounds(self) -> int:
        return 2 if self.is_quick else 5

    def of(self, full: int, quick: int) -> int:
        return quick if self.is_quick else full


class Stage:
    """What several benchmarks work with: started for the first of them, ended after the last."""

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._bots: Bots | None = None
        self._fleet: FleetRig | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def bots(self) -> Bots:
        """Our bot and the references, behind a quick Telegram."""
        if self._bots is None:
            self._bots = await self._stack.enter_async_context(bots())
        return self._bots

    async def fleet(self) -> FleetRig:
        """Our fleet service."""
        if self._fleet is None:
            self._fleet = await self._stack.enter_async_context(running_fleet())
        return self._fleet


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Rows that are measured together. `measure` raises `Unmeasurable` where it cannot be.

    What `goes_by_the_clock` waits for most of its time, and in haste may do so beside others.
    """

    name: str
    rows: tuple[Row, ...]
    measure: Callable[[Scale, Stage], Awaitable[Rounds]]
    goes_by_the_clock: bool = False


async def by_turns(
    rounds: int, sides: Mapping[str, Callable[[], Awaitable[Figures]]], *, warm_up: bool = False
) -> dict[str, list[Figures]]:
    """Measure one side after the other, again and again: what slows the machine slows them all.

    With `warm_up` there is a first round that does not count, in which connections are made.
    """
    measured: dict[str, list[Figures]] = {name: [] for name in sides}
    for _ in range(rounds + warm_up):
        for name, measure in sides.items():
            measured[name].append(await measure())
    return {name: figures[warm_up:] for name, figures in measured.items()}
