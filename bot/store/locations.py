"""Locations: where riders are, for as long as they share it, and nothing of where they were."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from bot.base.database.prepared import Change, Query, given, upsert, values_of
from bot.base.database.transaction import Transaction
from bot.identifiers import RiderUuid
from bot.store.tables.riders import locations


@dataclass(frozen=True, slots=True)
class Location:
    """Where a rider is now, as the live location in the message `message_id` of their chat says.

    They were there at `seen_at`. A rider who began to share it before dispatchers could see it was
    not told so, and has none.
    """

    rider: RiderUuid
    message_id: int
    latitude: float
    longitude: float
    shared_until: datetime
    seen_at: datetime | None = None

    @property
    def place(self) -> tuple[float, float]:
        return self.latitude, self.longitude


_SAVE = Change(upsert(locations, *Location.__slots__))
_LATEST = Query(select(locations).where(locations.c.rider == given("rider")), Location)
_ALL_CURRENT = Query(select(locations).where(locations.c.shared_until > given("now")), Location)
_FORGET = Change(
    delete(locations).where(
        locations.c.rider == given("rider"), locations.c.message_id == given("message_id")
    )
)


def save(tx: Transaction, location: Location) -> None:
    """Keep where a rider is, in place of where they were."""
    tx.run(_SAVE, **values_of(location))


def current(tx: Transaction, rider: RiderUuid) -> Location | None:
    """Return where a rider is, if they share it now."""
    # Asked without the time, so that what was found can be told again.
    latest = tx.one(_LATEST, rider=rider)
    return latest if latest is not None and latest.shared_until > tx.now else None


def all_current(tx: Transaction) -> list[Location]:
    """Return where everybody is who shares it now."""
    return tx.all(_ALL_CURRENT, now=tx.now)


def forget(tx: Transaction, rider: RiderUuid, message_id: int) -> bool:
    """Forget where a rider is, who has ended this live location; `False` if it is another one."""
    return tx.run(_FORGET, rider=rider, message_id=message_id) > 0
