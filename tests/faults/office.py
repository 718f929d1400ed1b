"""The business's own system: it creates deliveries, and cancels some, over the fleet's API."""

import asyncio
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import count

from bot.fleet import NewDelivery, NewItem, NewReceiver, Origin, Refused, StatusToken
from tests.faults.parcels import Parcel, Parcels
from tests.faults.place import Place
from tests.faults.plan import CUSTOMERS, Fate

_OPEN_AT_ONCE = 40


class Office:
    """Keeps a certain number of deliveries under way until all have been created.

    `every` is how many seconds there are at least between two that are created, `at_once` how many
    are under way at most, and `order` makes the order of each.
    """

    def __init__(
        self,
        place: Place,
        parcels: Parcels,
        fates: Iterable[Fate],
        *,
        every: float = 0.0,
        at_once: int = _OPEN_AT_ONCE,
        order: Callable[[Fate], NewDelivery] | None = None,
    ) -> None:
        self._shop = place.shop
        self._every = every
        self._at_once = at_once
        self._order = order or _order
        self._parcels = parcels
        self._fates = fates
        self.finished = asyncio.Event()

    async def work(self) -> None:
        """Create every delivery and return when the last one has come to its end."""
        async with asyncio.TaskGroup() as cancelling:
            for fate in self._fates:
                await self._until_open_are(self._at_once - 1)
                parcel = await self._create(fate)
                if parcel and fate.cancelled_when:
                    cancelling.create_task(self._cancel(parcel))
                await asyncio.sleep(self._every)
            await self._until_open_are(0)
        self.finished.set()

    async def _create(self, fate: Fate) -> Parcel | None:
        """Create a delivery; return it where it is known already."""
        created = await self._shop.create_delivery(self._order(fate))
        return self._parcels.add(created[0], fate)

    async def _until_open_are(self, count: int) -> None:
        changed = self._parcels.changed.next()
        while self._parcels.open > count:
            await changed.wait()
            changed = self._parcels.changed.next()

    async def _cancel(self, parcel: Parcel) -> None:
        """Cancel the delivery as soon as it has come so far; somebody may be faster."""
        changed = self._parcels.changed.next()
        while parcel.state.is_open and parcel.fate.cancelled_when not in parcel.been:
            await changed.wait()
            changed = self._parcels.changed.next()
        try:
            await self._shop.update_status(
                parcel.uuid, StatusToken.CANCELLED, note="The customer changed their mind"
            )
        except Refused:
            return


_DOORS = count(1)
"""Each order is fetched at another door: what waits at one would be one card of its rider."""


def phone_of(customer: str) -> str:
    """Return a customer's number in E.164."""
    return f"+23480300001{CUSTOMERS.index(customer):02}"


def _order(fate: Fate) -> NewDelivery:
    return NewDelivery(
        creation_date=datetime.now(UTC).date(),
        fee=1500,
        sender=Origin(
            name="Ada's Kitchen",
            address=f"{next(_DOORS)} Marina Road",
            phone_code="234",
            phone_number="08040000001",
        ),
        receivers=(
            NewReceiver(
                name=fate.customer,
                address="5 Allen Avenue",
                phone_code="234",
                phone_number=f"0{phone_of(fate.customer).removeprefix('+234')}",
                items=(NewItem(description="Jollof rice", quantity=2, value=3000),),
            ),
        ),
    )
