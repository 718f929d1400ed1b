"""The fleet's riders, in a list that is kept for a short time."""

from collections.abc import Iterable
from contextlib import suppress

from bot.base.clock import Clock
from bot.fleet import FleetClient, FleetError, Rider
from bot.parsing.phones import is_same

_FRESH_SECONDS = 30.0
_NEW_SECONDS = 2.0


class RiderDirectory:
    """The riders of the account; `everyone` uses a list that is at most half a minute old."""

    def __init__(self, fleet: FleetClient, clock: Clock) -> None:
        self._fleet = fleet
        self._clock = clock
        self._riders: list[Rider] = []
        self._read_at: float | None = None

    async def everyone(self, fresh_seconds: float = _FRESH_SECONDS) -> list[Rider]:
        """Return every rider, from a list younger than `fresh_seconds`.

        Raises:
            FleetError: the list is too old, and the fleet service does not give a new one.
        """
        now = self._clock.elapsed()
        if self._read_at is None or now - self._read_at >= fresh_seconds:
            self._riders = await self._fleet.all_riders(with_invited=True)
            self._read_at = now
        return self._riders

    async def available(self) -> list[Rider]:
        """Return the active riders, the least busy one first."""
        active = [rider for rider in await self.everyone() if rider.active is not False]
        return sorted(active, key=lambda rider: (rider.ongoing_count or 0, rider.name))

    async def named(self, uuid: str) -> Rider | None:
        await self.everyone()
        return self.remembered(uuid)

    def remembered(self, uuid: str) -> Rider | None:
        """Return a rider from the latest list, of any age, without asking the fleet service."""
        return next((rider for rider in self._riders if rider.uuid == uuid), None)

    async def with_phone(self, phone: str) -> list[Rider]:
        """Return the riders with this phone number, also one who was registered just now.

        Raises:
            FleetError: as `everyone`.
        """
        riders = _with_phone(await self.everyone(), phone)
        if not riders:
            # Any stranger can share a number. So read the list again only every few seconds, and
            # keep the former one if the fleet service does not answer.
            with suppress(FleetError):
                riders = _with_phone(await self.everyone(_NEW_SECONDS), phone)
        return riders

    def forget(self) -> None:
        """Have the next call read the list again, because a rider's load has just changed."""
        self._read_at = None


def _with_phone(riders: Iterable[Rider], phone: str) -> list[Rider]:
    return [rider for rider in riders if is_same(rider.phone_number, rider.phone_code, phone)]
