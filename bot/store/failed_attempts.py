"""Failed attempts to deliver: the fleet service tells each once, in a webhook, and forgets it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from bot.base.database.prepared import Change, Query, as_value, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.deliveries import failed_attempts


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """One attempt that failed, and what was said about it."""

    at: datetime
    note: str | None


_RECORD = Change(
    lambda insert: (
        insert(failed_attempts)
        .values(delivery=given("delivery"), at=given("at"), note=given("note"))
        .on_conflict_do_nothing()
    )
)
_OF_DELIVERY = Query(
    select(failed_attempts.c.at, failed_attempts.c.note)
    .where(failed_attempts.c.delivery == given("delivery"))
    .order_by(failed_attempts.c.at),
    FailedAttempt,
)
_NUMBER_SINCE = (
    select(func.count()).select_from(failed_attempts).where(failed_attempts.c.at >= given("since"))
)
_COUNT_SINCE = Query(_NUMBER_SINCE, as_value)
_COUNT_BETWEEN = Query(_NUMBER_SINCE.where(failed_attempts.c.at < given("until")), as_value)


def record(tx: Transaction, delivery: DeliveryUuid, attempt: FailedAttempt) -> None:
    """Keep a failed attempt, once however often it is told."""
    tx.run(_RECORD, delivery=delivery, at=attempt.at, note=attempt.note)


def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[FailedAttempt]:
    """Return the failed attempts of a delivery, oldest first."""
    return tx.all(_OF_DELIVERY, delivery=delivery)


def count(tx: Transaction, since: datetime, until: datetime | None = None) -> int:
    """Count the failed attempts since a moment, up to but without another one."""
    if until is None:
        return tx.one(_COUNT_SINCE, since=since) or 0
    return tx.one(_COUNT_BETWEEN, since=since, until=until) or 0
