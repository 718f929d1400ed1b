"""What riders have earned: sums over what they delivered in a time."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from bot.base.database.prepared import Query, given
from bot.base.database.transaction import Transaction
from bot.service.store.tables import deliveries, riders
from bot.service.vocabulary import State


@dataclass(frozen=True, slots=True)
class Earnings:
    """A rider's deliveries of a time; both sums are in hundredths (`amounts`)."""

    rider_number: int
    rider_name: str
    deliveries: int
    fees: int
    earned: int


def _earnings(number: int, name: str, count: int, *sums: object) -> Earnings:
    fees, earned = (int(str(each)) for each in sums)
    return Earnings(number, name, count, fees, earned)


_EARNED = Query(
    select(
        riders.c.number,
        riders.c.name,
        func.count(),
        func.sum(deliveries.c.fee),
        func.coalesce(func.sum(deliveries.c.earned), 0),
    )
    .join(riders, riders.c.uuid == deliveries.c.rider_uuid)
    .where(
        deliveries.c.environment == given("environment"),
        deliveries.c.state == State.DELIVERED,
        deliveries.c.dropoff_at >= given("since"),
        deliveries.c.dropoff_at < given("until"),
    )
    .group_by(riders.c.uuid, riders.c.number, riders.c.name)
    .order_by(riders.c.number),
    _earnings,
)


def earnings_between(
    tx: Transaction, environment: str, since: datetime, until: datetime
) -> list[Earnings]:
    """Return the earnings of every rider who delivered something, in the order of their numbers."""
    return tx.all(_EARNED, environment=environment, since=since, until=until)
