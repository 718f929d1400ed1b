"""Failed attempts to deliver: the fleet service tells each once, in a webhook, and forgets it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables import failed_attempts


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """One attempt that failed, and what was said about it."""

    at: datetime
    note: str | None


async def record(tx: Transaction, delivery: DeliveryUuid, attempt: FailedAttempt) -> None:
    """Keep a failed attempt, once however often it is told."""
    row = tx.insert(failed_attempts).values(delivery=delivery, at=attempt.at, note=attempt.note)
    await tx.connection.execute(row.on_conflict_do_nothing())


async def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[FailedAttempt]:
    """Return the failed attempts of a delivery, oldest first."""
    query = select(failed_attempts.c.at, failed_attempts.c.note).where(
        failed_attempts.c.delivery == delivery
    )
    rows = await tx.connection.execute(query.order_by(failed_attempts.c.at))
    return [FailedAttempt(row.at, row.note) for row in rows]


async def count(tx: Transaction, since: datetime, until: datetime | None = None) -> int:
    """Count the failed attempts since a moment, up to but without another one."""
    query = select(func.count()).select_from(failed_attempts).where(failed_attempts.c.at >= since)
    if until is not None:
        query = query.where(failed_attempts.c.at < until)
    return await tx.connection.scalar(query) or 0
