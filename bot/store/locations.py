"""Locations: where riders are, for as long as they share it, and nothing of where they were."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from bot.base.database import Transaction
from bot.identifiers import RiderUuid
from bot.store.tables import locations


@dataclass(frozen=True, slots=True)
class Location:
    """Where a rider is now, as the live location in the message `message_id` of their chat says."""

    rider: RiderUuid
    message_id: int
    latitude: float
    longitude: float
    shared_until: datetime


async def save(tx: Transaction, location: Location) -> None:
    """Keep where a rider is, in place of where they were."""
    values = {
        "message_id": location.message_id,
        "latitude": location.latitude,
        "longitude": location.longitude,
        "shared_until": location.shared_until,
    }
    row = tx.insert(locations).values(rider=location.rider, **values)
    await tx.connection.execute(row.on_conflict_do_update(index_elements=["rider"], set_=values))


async def current(tx: Transaction, rider: RiderUuid) -> Location | None:
    """Return where a rider is, if they share it now."""
    query = select(locations).where(locations.c.rider == rider, locations.c.shared_until > tx.now)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else Location(**row._mapping)


async def forget(tx: Transaction, rider: RiderUuid, message_id: int) -> bool:
    """Forget where a rider is, who has ended this live location; `False` if it is another one."""
    ended = (locations.c.rider == rider) & (locations.c.message_id == message_id)
    return (await tx.connection.execute(delete(locations).where(ended))).rowcount > 0
