"""Ratings: how many stars customers give to the riders of their deliveries, 1 to 5."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables import ratings


@dataclass(frozen=True, slots=True)
class Rating:
    """What one person gave for one delivery; `rider` is who brought it, `at` when it was given."""

    delivery: DeliveryUuid
    user_id: int
    rider: RiderUuid | None
    stars: int
    at: datetime | None = None


async def save(tx: Transaction, rating: Rating) -> None:
    """Keep a rating; a later one of the same person changes the stars, and not the time."""
    row = tx.insert(ratings).values(
        delivery=rating.delivery,
        user_id=rating.user_id,
        rider=rating.rider,
        stars=rating.stars,
        at=tx.now,
    )
    same = ["delivery", "user_id"]
    changes = {"stars": rating.stars}
    await tx.connection.execute(row.on_conflict_do_update(index_elements=same, set_=changes))


async def of_person(tx: Transaction, delivery: DeliveryUuid, user_id: int) -> Rating | None:
    """Return what somebody gave for a delivery."""
    found = [rating for rating in await of_delivery(tx, delivery) if rating.user_id == user_id]
    return found[0] if found else None


async def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Rating]:
    """Return what everybody gave for a delivery, oldest first."""
    query = select(ratings).where(ratings.c.delivery == delivery)
    rows = await tx.connection.execute(query.order_by(ratings.c.at, ratings.c.user_id))
    return [Rating(**row._mapping) for row in rows]


async def average_by_rider(tx: Transaction, since: datetime, until: datetime) -> dict[str, float]:
    """Return the average of the stars that were given from one moment up to another, by rider."""
    given = (ratings.c.at >= since) & (ratings.c.at < until) & ratings.c.rider.is_not(None)
    query = select(ratings.c.rider, func.avg(ratings.c.stars)).where(given)
    rows = await tx.connection.execute(query.group_by(ratings.c.rider))
    return {rider: float(average) for rider, average in rows}
