"""Riders: written, read, and what their deliveries add up to."""

from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.records import Rider, Tally
from bot.service.rules import OPEN
from bot.service.store.records import Values, rider_of
from bot.service.store.tables import deliveries, riders
from bot.service.vocabulary import State


def _count_where(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


_DELIVERED = deliveries.c.state == State.DELIVERED
_COMPLETED = _count_where(_DELIVERED)
_ONGOING = _count_where(deliveries.c.state.in_(OPEN))
_REVENUE = func.coalesce(func.sum(case((_DELIVERED, deliveries.c.fee), else_=0)), 0)


async def add_rider(connection: AsyncConnection, row: Values) -> None:
    """Write a new rider."""
    await connection.execute(insert(riders).values(**row))


async def find_rider(connection: AsyncConnection, environment: str, uuid: str) -> Rider | None:
    """Return the environment's rider with this uuid, if there is one."""
    wanted = select(riders).where(riders.c.environment == environment, riders.c.uuid == uuid)
    row = (await connection.execute(wanted)).mappings().one_or_none()
    return None if row is None else rider_of(row)


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


async def tallies(connection: AsyncConnection, uuids: Collection[str]) -> dict[str, Tally]:
    """Return each rider's figures; riders without deliveries are missing."""
    rider = deliveries.c.rider_uuid
    wanted = select(rider, _COMPLETED, _ONGOING, _REVENUE).where(rider.in_(uuids)).group_by(rider)
    rows = (await connection.execute(wanted)).all()
    return {
        uuid: Tally(completed, ongoing, int(revenue)) for uuid, completed, ongoing, revenue in rows
    }


async def summary(connection: AsyncConnection, environment: str) -> Mapping[str, int]:
    """Return the figures over all riders of the environment (contract: Rider list summary)."""
    people = select(func.count(), _count_where(riders.c.active)).where(
        riders.c.environment == environment
    )
    orders = select(_COMPLETED, _REVENUE).where(
        deliveries.c.environment == environment, deliveries.c.rider_uuid.is_not(None)
    )
    total, active = (await connection.execute(people)).one()
    completed, revenue = (await connection.execute(orders)).one()
    return {
        "total_number_of_riders": total,
        "total_active_riders": active,
        "total_deactivated_riders": total - active,
        "total_number_of_fulfilled_orders": completed,
        "total_revenue": int(revenue),
    }
