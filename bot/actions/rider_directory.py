"""The fleet's riders, read once in a while and not at every question."""

from collections.abc import Iterable
from contextlib import suppress

from bot.base.clock import Clock
from bot.fleet import FleetClient, FleetError, Rider
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

    async def everyone(self, fresh_seconds: float = _FRESH_SECONDS) -> list[Rider]:
        """Return every rider, from a list that is younger than this.

        Raises:
            FleetError: the list is not fresh and the fleet service does not give a new one.
        """
        now = self._clock.elapsed()
        if self._read_at is None or now - self._read_at >= fresh_seconds:
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
        """Return the riders who have this number, somebody who was registered just now included.

        Raises:
            FleetError: as `everyone`.
        """
        riders = _with_phone(await self.everyone(), phone)
        if not riders:
            # Strangers share their numbers, too. So the list is read again only every few seconds,
            # and where the fleet service does not answer, the list of a moment ago stands.
            with suppress(FleetError):
                riders = _with_phone(await self.everyone(_NEW_SECONDS), phone)
        return riders

    def forget(self) -> None:
        """Read the list again at the next question: somebody's load has just changed."""
        self._read_at = None


def _with_phone(riders: Iterable[Rider], phone: str) -> list[Rider]:
    return [rider for rider in riders if is_same(rider.phone_number, rider.phone_code, phone)]
