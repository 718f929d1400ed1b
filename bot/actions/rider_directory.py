"""The fleet's riders, read once in a while and not at every question."""

from bot.base.clock import Clock
from bot.fleet import FleetClient, Rider
from bot.parsing.phones import is_same

_FRESH_SECONDS = 30.0


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
        now = self._clock.elapsed()
        if self._read_at is None or now - self._read_at >= _FRESH_SECONDS:
            self._riders = await self._fleet.all_riders(with_invited=True)
            self._read_at = now
        return self._riders

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
        return [
            rider
            for rider in await self.everyone()
            if is_same(rider.phone_number, rider.phone_code, phone)
        ]

    def forget(self) -> None:
        """Read the list again at the next question: somebody's load has just changed."""
        self._read_at = None
