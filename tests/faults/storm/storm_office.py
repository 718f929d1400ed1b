"""The business's own system in a storm, and what it leaves to the dispatchers to create."""

import asyncio
import time
from collections.abc import Iterable
from random import Random

from bot.fleet import Delivery, FleetError
from bot.identifiers import DeliveryUuid, RiderUuid
from tests.faults.office import Office
from tests.faults.parcels import Parcel
from tests.faults.plan import Fate
from tests.faults.storm.fleet_truth import FleetRow
from tests.faults.storm.private_data import PrivateData
from tests.faults.storm.storm_town import StormTown

_LOOK_SECONDS = 0.2
_STUCK_SECONDS = 45.0
_PASTED = 0.15
_ASSIGNED_BY_ITSELF = 0.25


class StormOffice(Office):
    """Creates most orders itself, gives some of them to their riders, and has some pasted.

    `pasted` are the receivers of those that were pasted, with what is to become of each.
    What has not moved for long does not keep it from creating more.
    """

    def __init__(
        self,
        town: StormTown,
        fates: Iterable[Fate],
        data: PrivateData,
        rider_uuids: dict[str, str],
        random: Random,
        at_once: int,
    ) -> None:
        super().__init__(town, town.parcels, fates, at_once=at_once, order=data.order)
        self._town = town
        self._data = data
        self._rider_uuids = rider_uuids
        self._random = random
        self.pasted: dict[str, Fate] = {}
        self._moved: dict[str, float] = {}

    def hear(self, row: FleetRow) -> None:
        """Take in what the fleet service holds: what was pasted is a parcel from now on."""
        self._data.know(row.uuid, row.receiver)
        self._moved[row.uuid] = time.monotonic()
        fate = self.pasted.get(row.receiver)
        if fate is not None and self._parcels.order(row.order) is None:
            self._parcels.add(Delivery(uuid=DeliveryUuid(row.uuid), order_number=row.order), fate)

    async def _until_open_are(self, count: int) -> None:
        while sum(map(self._moves, self._parcels)) > count:  # noqa: ASYNC110 - time ends it, too
            await asyncio.sleep(_LOOK_SECONDS)

    def _moves(self, parcel: Parcel) -> bool:
        moved = self._moved.get(parcel.uuid, 0.0)
        return parcel.state.is_open and time.monotonic() - moved < _STUCK_SECONDS

    async def _create(self, fate: Fate) -> Parcel | None:
        if self._random.random() < _PASTED:
            made, words = self._data.pasted(fate.customer)
            self.pasted[made.receiver] = fate
            self._town.owner.write(words)
            return None
        parcel = await super()._create(fate)
        if parcel and not fate.cancelled_when and self._random.random() < _ASSIGNED_BY_ITSELF:
            await self._assign(parcel)
        return parcel

    async def _assign(self, parcel: Parcel) -> None:
        rider = RiderUuid(self._rider_uuids[parcel.fate.rider])
        try:
            await self._town.shop.assign(rider, [DeliveryUuid(parcel.uuid)])
        except FleetError:
            return  # a dispatcher will do it
