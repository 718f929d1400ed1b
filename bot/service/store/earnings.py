"""The earnings of riders from deliveries in a period: as sums, and delivery by delivery."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from bot.base.database.prepared import Query, given
from bot.base.database.transaction import Transaction
from bot.service.rules.operators import MOST_COMMISSIONS
from bot.service.store.tables import deliveries, riders
from bot.service.vocabulary import State


@dataclass(frozen=True, slots=True)
class Earnings:
    """A rider's deliveries in a period; both sums are in hundredths (`amounts`)."""

    rider_number: int
    rider_name: str
    deliveries: int
    fees: int
    earned: int


@dataclass(frozen=True, slots=True)
class Commission:
    """The rider's earning from one delivery, in hundredths; None without a commission."""

    delivery_uuid: str
    rider_commission: int | None


def _earnings(number: int, name: str, count: int, *sums: object) -> Earnings:
    # PostgreSQL gives the sum of large integers as a decimal.
    fees, earned = (int(str(each)) for each in sums)
    return Earnings(number, name, count, fees, earned)


_DELIVERED = (
    deliveries.c.environment == given("environment"),
    deliveries.c.state == State.DELIVERED,
    deliveries.c.dropoff_at >= given("since"),
    deliveries.c.dropoff_at < given("until"),
)
_COMMISSIONS = (
    select(deliveries.c.uuid.label("delivery_uuid"), deliveries.c.earned.label("rider_commission"))
    .where(*_DELIVERED)
    .order_by(deliveries.c.dropoff_at, deliveries.c.uuid)
    .limit(MOST_COMMISSIONS + 1)
)
_COMMISSIONS_OF_ALL = Query(_COMMISSIONS, Commission)
_COMMISSIONS_OF_RIDER = Query(
    _COMMISSIONS.where(deliveries.c.rider_uuid == given("rider_uuid")), Commission
)
_EARNED = Query(
    select(
        riders.c.number,
        riders.c.name,
        func.count(),
        func.sum(deliveries.c.fee),
        func.coalesce(func.sum(deliveries.c.earned), 0),
    )
    .join(riders, riders.c.uuid == deliveries.c.rider_uuid)
    .where(*_DELIVERED)
    .group_by(riders.c.uuid, riders.c.number, riders.c.name)
    .order_by(riders.c.number),
    _earnings,
)


def earnings_between(
    tx: Transaction, environment: str, since: datetime, until: datetime
) -> list[Earnings]:
    """Return the earnings of every rider who delivered something, in the order of their numbers."""
    return tx.all(_EARNED, environment=environment, since=since, until=until)


def commissions_between(
    tx: Transaction, environment: str, since: datetime, until: datetime, rider: str | None
) -> list[Commission]:
    """Return the commission of each delivery, of one rider if it is given.

    At most one more than `MOST_COMMISSIONS` are returned, oldest first.
    """
    if rider is None:
        return tx.all(_COMMISSIONS_OF_ALL, environment=environment, since=since, until=until)
    return tx.all(
        _COMMISSIONS_OF_RIDER,
        environment=environment,
        since=since,
        until=until,
        rider_uuid=rider,
    )
