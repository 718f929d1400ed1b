"""Dead jobs: what was given up is kept for the operator, to be tried again or dropped."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update

from bot.base.database import Transaction
from bot.base.tables import jobs


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A job that was given up: what an operator needs to see of it, never its body."""

    id: int
    kind: str
    lane: str
    attempts: int
    error: str
    created_at: datetime


async def listed(tx: Transaction) -> list[DeadLetter]:
    rows = await tx.connection.execute(
        select(jobs).where(jobs.c.state == "dead").order_by(jobs.c.id)
    )
    return [
        DeadLetter(row.id, row.kind, row.lane, row.attempts, row.error or "", row.created_at)
        for row in rows
    ]


async def retry(tx: Transaction, ids: Sequence[int]) -> int:
    again = update(jobs).where(jobs.c.state == "dead", jobs.c.id.in_(ids))
    waiting = again.values(state="waiting", attempts=0, faults=0, due_at=tx.now, finished_at=None)
    kinds = (await tx.connection.scalars(waiting.returning(jobs.c.kind))).all()
    tx.wakes.update(kinds)
    return len(kinds)


async def drop(tx: Transaction, ids: Sequence[int]) -> int:
    """Wipe jobs that were given up; their keys stay known. Return how many there were."""
    wiped = update(jobs).where(jobs.c.state == "dead", jobs.c.id.in_(ids))
    result = await tx.connection.execute(wiped.values(state="done", body=b"", error=None))
    return result.rowcount
