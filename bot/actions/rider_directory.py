"""The fleet's riders, read once in a while and not at every question."""

import math
from collections.abc import Iterable

from bot.base.clock import Clock
from bot.fleet import FleetClient, Rider
from bot.parsing.phones import is_same

_FRESH_SECONDS = 30.0
_NEW_SECONDS = 2.0


class RiderDirectory:
    """Knows the riders of the account; what it says is at most half a minute old."""

    def __init__(self, fleet: FleetClient, clock: Clock) -> None:
        self._fleet = fleet
        self._clock = clock
        self._riders: list[Rider] = []
        self._read_at: float | None = None

    async def everyone(self) -> list[Rider]:
        """Return every rider.

        Raises:
            FleetError: the list is not fresh and the fleet service does not give a new one.
        """
        if self._age() >= _FRESH_SECONDS:
            asked_at = self._clock.elapsed()
            self._riders = await self._fleet.all_riders(with_invited=True)
            self._read_at = asked_at
        return self._riders

    def _age(self) -> float:
        """Return how old the list is, in seconds."""
        return math.inf if self._read_at is None else self._clock.elapsed() - self._read_at

    async def available(self) -> list[Rider]:
        """Return the active riders, who has least to do first."""
        active = [rider for rider in await self.everyone() if rider.active is not False]
        return sorted(active, key=lambda rider: (rider.ongoing_count or 0, rider.name))

    async def named(self, uuid: str) -> Rider | None:
        await self.everyone()
        return self.remembered(uuid)

    def remembered(self, uuid: str) -> Rider | None:
        """Return a rider as they were listed last, however long ago: nobody is asked."""
        return next((rider for rider in self._riders if rider.uuid == uuid), None)

    async def with_phone(self, phone: str) -> list[Rider]:
        """Return the riders who have this number, somebody who was registered just now included.

        Raises:
            FleetError: as `everyone`.
        """
        riders = _with_phone(await self.everyone(), phone)
        if not riders and self._age() >= _NEW_SECONDS:
            # Strangers share their numbers, too. So the list is read again only every few seconds.
            self.forget()
            riders = _with_phone(await self.everyone(), phone)
        return riders

    def forget(self) -> None:
        """Read the list again at the next question: somebody's load has just changed."""
        self._read_at = None


def _with_phone(riders: Iterable[Rider], phone: str) -> list[Rider]:
    return [rider for rider in riders if is_same(rider.phone_number, rider.phone_code, phone)]
