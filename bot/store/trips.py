"""Trips: how long parcels have been on their way, by the stops that came before theirs."""

from datetime import datetime

from sqlalchemy import Integer, select

from bot.base.database.prepared import Change, Query, as_value, each_given, given
from bot.base.database.transaction import Transaction
from bot.domain.usual_span import Trip
from bot.fleet import State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.deliveries import deliveries
from bot.store.tables.riders import trips

_RECORD = Change(
    lambda insert: (
        insert(trips)
        .values(each_given("delivery", "stops", "since", "seconds"))
        .on_conflict_do_nothing()
    )
)
_ALIKE = Query(
    select(trips.c.since, trips.c.seconds)
    .where(trips.c.stops == given("stops"))
    .order_by(trips.c.since.desc())
    .limit(given("at_most", Integer)),
    Trip,
)
# Of the newest trips those of a near time of day are enough; more would be read for nothing.
_MOST = 500
"""Trips that are looked through: the newest ones."""

_DROPPED_OFF: Query[datetime] = Query(
    select(deliveries.c.ended_at)
    .where(
        deliveries.c.rider == given("rider"),
        deliveries.c.is_open.is_(False),
        deliveries.c.state == State.DELIVERED,
        deliveries.c.ended_at >= given("after"),
        deliveries.c.ended_at < given("before"),
    )
    .order_by(deliveries.c.ended_at),
    as_value,
)


def record(tx: Transaction, delivery: DeliveryUuid, stops: int, trip: Trip) -> None:
    """Keep how long a delivery took from a moment at which so many stops came before its own."""
    tx.run(_RECORD, delivery=delivery, stops=stops, since=trip.since, seconds=trip.seconds)


def alike(tx: Transaction, stops: int) -> list[Trip]:
    """Return the trips with so many stops before them, the newest first."""
    return tx.all(_ALIKE, stops=stops, at_most=_MOST)


def dropped_off(
    tx: Transaction, rider: RiderUuid, after: datetime, before: datetime
) -> list[datetime]:
    """Return when a rider has delivered something from a time to before another, in order."""
    return tx.all(_DROPPED_OFF, rider=rider, after=after, before=before)
