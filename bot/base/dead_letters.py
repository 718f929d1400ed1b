"""Dead jobs: what was given up is kept for the operator, to be tried again or dropped."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import RowMapping, select, update

from bot.base.database import Transaction
from bot.base.jobs import unsealed
from bot.base.tables import jobs
from bot.base.vault import SealBroken

_IS_DEAD = jobs.c.state == "dead"


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A job that was given up: what an operator needs to see of it, never its body.

    `lane` is empty where the job was sealed with another key than the present one.
    """

    id: int
    kind: str
    lane: str
    attempts: int
    error: str
    created_at: datetime


async def listed(tx: Transaction) -> list[DeadLetter]:
    dead = select(jobs).where(_IS_DEAD).order_by(jobs.c.id)
    return [
        DeadLetter(
            id=row["id"],
            kind=row["kind"],
            lane=_lane(tx, row) or "",
            attempts=row["attempts"],
            error=row["error"] or "",
            created_at=row["created_at"],
        )
        for row in (await tx.connection.execute(dead)).mappings()
    ]


def _lane(tx: Transaction, row: RowMapping) -> str | None:
    try:
        lane, _, _ = unsealed(tx, row)
    except SealBroken:
        return None
    return lane


async def retry(tx: Transaction, ids: Sequence[int]) -> int:
    """Let jobs that were given up be tried again. Return how many there were.

    What was sealed with another key can only be dropped: waiting, it would keep the bot from
    starting.
    """
    dead = select(jobs).where(_IS_DEAD, jobs.c.id.in_(ids))
    rows = (await tx.connection.execute(dead)).mappings().all()
    readable = [row["id"] for row in rows if _lane(tx, row) is not None]
    again = update(jobs).where(_IS_DEAD, jobs.c.id.in_(readable))
    waiting = again.values(state="waiting", attempts=0, faults=0, due_at=tx.now, finished_at=None)
    kinds = (await tx.connection.scalars(waiting.returning(jobs.c.kind))).all()
    tx.wakes.update(kinds)
    return len(kinds)


async def drop(tx: Transaction, ids: Sequence[int]) -> int:
    """Wipe jobs that were given up; their keys stay known. Return how many there were."""
    wiped = update(jobs).where(_IS_DEAD, jobs.c.id.in_(ids))
    result = await tx.connection.execute(wiped.values(state="done", body=b"", error=None))
    return result.rowcount
