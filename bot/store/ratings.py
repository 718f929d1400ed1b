"""Ratings: how many stars customers give to the riders of their deliveries, 1 to 5."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from bot.base.database.prepared import Change, Query, as_row, each_given, given, values_of
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.deliveries import ratings


@dataclass(frozen=True, slots=True)
class Rating:
    """What one person gave for one delivery; `rider` is who brought it, `at` when it was given."""

    delivery: DeliveryUuid
    user_id: int
    rider: RiderUuid | None
    stars: int
    at: datetime | None = None


_SAVE = Change(
    lambda insert: (
        insert(ratings)
        .values(each_given(*Rating.__slots__))
        .on_conflict_do_update(
            index_elements=["delivery", "user_id"], set_={"stars": given("stars")}
        )
    )
)
_OF_DELIVERY = Query(
    select(ratings)
    .where(ratings.c.delivery == given("delivery"))
    .order_by(ratings.c.at, ratings.c.user_id),
    Rating,
)
_AVERAGES = Query(
    select(ratings.c.rider, func.avg(ratings.c.stars))
    .where(
        ratings.c.at >= given("since"), ratings.c.at < given("until"), ratings.c.rider.is_not(None)
    )
    .group_by(ratings.c.rider),
    as_row,
)


def save(tx: Transaction, rating: Rating) -> None:
    """Keep a rating; a later one of the same person changes the stars, and not the time."""
    tx.run(_SAVE, **values_of(rating, at=tx.now))


def of_person(tx: Transaction, delivery: DeliveryUuid, user_id: int) -> Rating | None:
    """Return what somebody gave for a delivery."""
    of_everybody = of_delivery(tx, delivery)
    return next((rating for rating in of_everybody if rating.user_id == user_id), None)


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Rating]:
    """Return what everybody gave for a delivery, oldest first."""
    return tx.all(_OF_DELIVERY, delivery=delivery)


def average_by_rider(tx: Transaction, since: datetime, until: datetime) -> dict[str, float]:
    """Return the average of the stars that were given from one moment up to another, by rider."""
    averages = tx.all(_AVERAGES, since=since, until=until)
    return {rider: float(average) for rider, average in averages}
