"""The order of a round's stops: as the rider wants it, or by the way from a former place."""

from dataclasses import dataclass

from sqlalchemy import select

from bot.base.database.prepared import Change, Query, given, upsert, values_of
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.riders import round_stops


@dataclass(frozen=True, slots=True)
class RoundStop:
    """A stop comes before the others with a `place` below 0, behind them with one above.

    Those of one place follow each other as they are `on_the_way`; one that nobody has put on the
    way comes behind those.
    """

    delivery: DeliveryUuid
    rider: RiderUuid
    place: int = 0
    on_the_way: int | None = None


_PUT = Change(upsert(round_stops, *RoundStop.__slots__, "at"))
_OF_RIDER = Query(
    select(*(round_stops.c[name] for name in RoundStop.__slots__)).where(
        round_stops.c.rider == given("rider")
    ),
    RoundStop,
)


def put(tx: Transaction, stop: RoundStop) -> None:
    """Keep where a stop comes."""
    tx.run(_PUT, **values_of(stop), at=tx.now)


def of_rider(tx: Transaction, rider: RiderUuid) -> dict[DeliveryUuid, RoundStop]:
    """Return those stops of a rider's that have a place of their own."""
    return {stop.delivery: stop for stop in tx.all(_OF_RIDER, rider=rider)}
