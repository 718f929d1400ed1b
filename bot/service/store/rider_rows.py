"""Riders: written and read."""

from collections.abc import Collection

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.records import Rider
from bot.service.store.row_mapping import Values, rider_of
from bot.service.store.tables import riders


async def add_rider(connection: AsyncConnection, row: Values) -> None:
    """Write a new rider."""
    await connection.execute(insert(riders).values(**row))


async def find_rider(connection: AsyncConnection, environment: str, uuid: str) -> Rider | None:
    """Return the environment's rider with this uuid, if there is one."""
    wanted = select(riders).where(riders.c.environment == environment, riders.c.uuid == uuid)
    row = (await connection.execute(wanted)).mappings().one_or_none()
    return None if row is None else rider_of(row)


async def uuid_of_rider(connection: AsyncConnection, environment: str, number: int) -> str | None:
    """Return the uuid of the rider with this number, if there is one."""
    wanted = select(riders.c.uuid).where(
        riders.c.environment == environment, riders.c.number == number
    )
    uuid: str | None = await connection.scalar(wanted)
    return uuid


async def riders_to_change(
    connection: AsyncConnection, environment: str, uuids: Collection[str]
) -> dict[str, Rider]:
    """Return those of the environment's riders that exist, kept from other writers."""
    wanted = (
        select(riders)
        .where(riders.c.environment == environment, riders.c.uuid.in_(uuids))
        # In one order for all, so that two requests never wait for each other.
        .order_by(riders.c.uuid)
        .with_for_update()
    )
    rows = (await connection.execute(wanted)).mappings()
    return {row["uuid"]: rider_of(row) for row in rows}


async def change_rider(connection: AsyncConnection, uuid: str, **columns: object) -> None:
    """Set columns of one rider."""
    await connection.execute(update(riders).where(riders.c.uuid == uuid).values(**columns))


async def known_emails(
    connection: AsyncConnection, environment: str, emails: Collection[str]
) -> set[str]:
    """Return those of the addresses that a rider already has."""
    wanted = select(riders.c.email).where(
        riders.c.environment == environment, riders.c.email.in_(emails)
    )
    return set((await connection.execute(wanted)).scalars())


async def riders_by_uuid(connection: AsyncConnection, uuids: Collection[str]) -> dict[str, Rider]:
    """Return the riders with these uuids, in one query."""
    if not uuids:
        return {}
    rows = (await connection.execute(select(riders).where(riders.c.uuid.in_(uuids)))).mappings()
    return {row["uuid"]: rider_of(row) for row in rows}
