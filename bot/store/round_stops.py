"""The places in the round that a rider has given to stops; all others find theirs by themselves."""

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, as_row, given, upsert
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.riders import round_stops

_PUT = Change(upsert(round_stops, "delivery", "rider", "place", "at"))
_OF_RIDER = Query(
    select(round_stops.c.delivery, round_stops.c.place).where(
        round_stops.c.rider == given("rider")
    ),
    as_row,
)


def put(tx: Transaction, rider: RiderUuid, delivery: DeliveryUuid, place: int) -> None:
    """Keep where a stop comes: before the others below 0, behind them above it."""
    tx.run(_PUT, delivery=delivery, rider=rider, place=place, at=tx.now)


def of_rider(tx: Transaction, rider: RiderUuid) -> dict[DeliveryUuid, int]:
    """Return the places of those stops that the rider has given one."""
    return dict(tx.all(_OF_RIDER, rider=rider))
