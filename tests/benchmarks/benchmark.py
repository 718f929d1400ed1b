"""What every benchmark is: rows of the table, and how their figures are measured."""

import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from typing import Self, TypeVar

from tests.benchmarks.bots import Bots, bots
from tests.benchmarks.fleet_rig import FleetRig, running_fleet
from tests.benchmarks.goals import Row

T = TypeVar("T")

Figures = Mapping[str, float]
"""What one round of one side came to, by what was measured."""

Rounds = Mapping[str, Sequence[Figures] | Exception]
"""The rounds of every side, by its name, or why it has none."""

Side = Callable[[], Awaitable[Figures]]


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
    """What several benchmarks work with: started for the first of them, ended after the last.

    What does not start fails all that need it, and is not tried again.
    """

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._started: dict[str, object] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def bots(self) -> Bots:
        """Our bot and the references, behind a quick Telegram."""
        return await self.shared("bots", bots)

    async def fleet(self) -> FleetRig:
        """Our fleet service."""
        return await self.shared("fleet", running_fleet)

    async def shared(self, name: str, start: Callable[[], AbstractAsyncContextManager[T]]) -> T:
        if name not in self._started:
            try:
                self._started[name] = await self._stack.enter_async_context(start())
            except Exception as error:
                self._started[name] = error
                raise
        if isinstance(failed := self._started[name], Exception):
            raise failed
        return self._started[name]  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Rows that are measured together. `measure` raises `Unmeasurable` where it cannot be.

    What `goes_by_the_clock` waits for most of its time, and in haste may do so together with
    others. What `takes_minutes` is left out then, unless it is asked for by its name. It needs so
    many `cores`: who asks must not be in the way of who answers, where answers are counted.
    """

    name: str
    rows: tuple[Row, ...]
    measure: Callable[[Scale, Stage], Awaitable[Rounds]]
    goes_by_the_clock: bool = False
    cores: int = 1
    takes_minutes: bool = False


async def by_turns(
    rounds: int, sides: Mapping[str, Side | Exception], *, warm_up: bool = False
) -> Rounds:
    """Measure one side after the other, again and again: what slows the machine slows them all.

    With `warm_up` there is a first round that does not count, in which connections are made. A side
    that fails, or has failed before, leaves the others theirs.
    """
    measured: dict[str, list[Figures]] = {name: [] for name in sides}
    failed = {name: side for name, side in sides.items() if isinstance(side, Exception)}
    for _ in range(rounds + warm_up):
        for name, side in sides.items():
            if name in failed or isinstance(side, Exception):
                continue
            try:
                measured[name].append(await side())
            except Exception as error:  # noqa: BLE001 - whatever it is, the other sides stand
                traceback.print_exception(error)
                failed[name] = error
    return {**{name: figures[warm_up:] for name, figures in measured.items()}, **failed}
