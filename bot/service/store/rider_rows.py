"""Riders: written and read."""

from collections.abc import Collection
from dataclasses import fields

from sqlalchemy import RowMapping, insert, select, update

from bot.base.database import Transaction
from bot.service.records import Rider
from bot.service.store.tables import Values, riders

_RIDER = [field.name for field in fields(Rider)]


async def add_rider(tx: Transaction, row: Values) -> None:
    await tx.connection.execute(insert(riders).values(**row))


async def find_rider(tx: Transaction, environment: str, uuid: str) -> Rider | None:
    wanted = select(riders).where(riders.c.environment == environment, riders.c.uuid == uuid)
    row = (await tx.connection.execute(wanted)).mappings().one_or_none()
    return None if row is None else rider_of(row)


async def uuid_of_rider(tx: Transaction, environment: str, number: int) -> str | None:
    wanted = select(riders.c.uuid).where(
        riders.c.environment == environment, riders.c.number == number
    )
    uuid: str | None = await tx.connection.scalar(wanted)
    return uuid


async def riders_to_change(
    tx: Transaction, environment: str, uuids: Collection[str]
) -> dict[str, Rider]:
    """Return those of the environment's riders that exist, kept from other writers."""
    wanted = (
        select(riders)
        .where(riders.c.environment == environment, riders.c.uuid.in_(uuids))
        # In one order for all, so that two requests never wait for each other.
        .order_by(riders.c.uuid)
        .with_for_update()
    )
    rows = (await tx.connection.execute(wanted)).mappings()
    return {row["uuid"]: rider_of(row) for row in rows}


async def change_rider(tx: Transaction, uuid: str, **columns: object) -> None:
    await tx.connection.execute(update(riders).where(riders.c.uuid == uuid).values(**columns))


async def known_emails(tx: Transaction, environment: str, emails: Collection[str]) -> set[str]:
    wanted = select(riders.c.email).where(
        riders.c.environment == environment, riders.c.email.in_(emails)
    )
    return set((await tx.connection.execute(wanted)).scalars())


async def riders_by_uuid(tx: Transaction, uuids: Collection[str]) -> dict[str, Rider]:
    if not uuids:
        return {}
    rows = (await tx.connection.execute(select(riders).where(riders.c.uuid.in_(uuids)))).mappings()
    return {row["uuid"]: rider_of(row) for row in rows}


def rider_of(row: RowMapping) -> Rider:
    return Rider(**{name: row[name] for name in _RIDER})
