"""The fate of parcels that could not be delivered, by their riders' last word."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import delete, select

from bot.base.database.prepared import Change, Query, as_value, given, upsert
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.deliveries import undelivered


class Outcome(StrEnum):
    """A rider's decision on such a parcel. `LEFT`: somebody has it until its receiver confirms."""

    AGAIN = "again"
    BACK = "back"
    RETURNED = "returned"
    LEFT = "left"


_PUT = Change(upsert(undelivered, *undelivered.c.keys()))
_PROMISED = Query(
    select(undelivered.c.delivery)
    .where(
        undelivered.c.outcome == Outcome.AGAIN,
        undelivered.c.again_at > given("after"),
        undelivered.c.again_at <= given("until"),
    )
    .limit(1),
    as_value,
)
_DROP = Change(delete(undelivered).where(undelivered.c.delivery == given("delivery")))


def put(
    tx: Transaction,
    delivery: DeliveryUuid,
    rider: RiderUuid,
    outcome: Outcome,
    attempt: int,
    *,
    again_at: datetime | None = None,
    left_with: str | None = None,
) -> None:
    """Keep what a rider says, in place of what was said before; `attempt` counts from 1."""
    tx.run(
        _PUT,
        delivery=delivery,
        rider=rider,
        outcome=outcome,
        attempt=attempt,
        again_at=again_at,
        left_with=left_with,
        at=tx.now,
    )


def drop(tx: Transaction, delivery: DeliveryUuid) -> None:
    tx.run(_DROP, delivery=delivery)


def promised_between(tx: Transaction, after: datetime, until: datetime) -> bool:
    """Tell whether somebody was told that a rider comes again at a time between these two."""
    return tx.one(_PROMISED, after=after, until=until) is not None
