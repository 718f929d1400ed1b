"""Attempts to deliver that failed: the fleet service tells each once, in a webhook, and forgets."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from bot.store.database import Transaction
from bot.store.tables import attempts


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt that failed, and what was said about it."""

    at: datetime
    note: str | None


async def note(tx: Transaction, delivery: str, attempt: Attempt) -> None:
    """Keep a failed attempt, once however often it is told."""
    row = tx.insert(attempts).values(delivery=delivery, at=attempt.at, note=attempt.note)
    await tx.connection.execute(row.on_conflict_do_nothing())


async def of_delivery(tx: Transaction, delivery: str) -> list[Attempt]:
    """Return the failed attempts of a delivery, oldest first."""
    query = select(attempts.c.at, attempts.c.note).where(attempts.c.delivery == delivery)
    rows = await tx.connection.execute(query.order_by(attempts.c.at))
    return [Attempt(row.at, row.note) for row in rows]


async def count(tx: Transaction, since: datetime, until: datetime | None = None) -> int:
    """Count the failed attempts since a moment, up to but without another one."""
    query = select(func.count()).select_from(attempts).where(attempts.c.at >= since)
    if until is not None:
        query = query.where(attempts.c.at < until)
    return await tx.connection.scalar(query) or 0
