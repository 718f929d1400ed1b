"""Dead jobs: the operator can try a job that was given up again, or drop it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, delete, update

from bot.base.database.prepared import Change, Query, among, given
from bot.base.database.transaction import Transaction
from bot.base.queue.job_rows import JOBS, JobRow, unsealed
from bot.base.queue.tables import jobs
from bot.base.vault import SealBroken

_DEAD_ROWS = JOBS.where(jobs.c.state == "dead").order_by(jobs.c.id)
_ARE_THESE_DEAD = and_(jobs.c.state == "dead", among(jobs.c.id, "ids"))
_DEAD = Query(_DEAD_ROWS, JobRow)
_THESE = Query(_DEAD_ROWS.where(among(jobs.c.id, "ids")), JobRow)
_RETRY = Change(
    update(jobs)
    .where(_ARE_THESE_DEAD)
    .values(
        state="waiting",
        attempts=0,
        faults=0,
        unsure=0,
        intent=None,
        due_at=given("now"),
        is_front=True,
    )
)
_DROP = Change(delete(jobs).where(_ARE_THESE_DEAD))
_DROP_OLD = Change(delete(jobs).where(jobs.c.state == "dead", jobs.c.created_at <= given("before")))


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A dead job as an operator sees it, without its body.

    `lane` is empty if the job was sealed with another key than the present one.
    """

    id: int
    kind: str
    lane: str
    attempts: int
    error: str
    created_at: datetime


def listed(tx: Transaction) -> list[DeadLetter]:
    return [
        DeadLetter(
            id=row.id,
            kind=row.kind,
            lane=_lane(tx, row) or "",
            attempts=row.attempts,
            error=row.error or "",
            created_at=row.created_at,
        )
        for row in tx.all(_DEAD)
    ]


def _lane(tx: Transaction, row: JobRow) -> str | None:
    try:
        lane, _, _ = unsealed(tx.vault, row)
    except SealBroken:
        return None
    return lane


def retry(tx: Transaction, ids: Sequence[int]) -> int:
    """Let dead jobs be tried again; return how many there were.

    A job sealed with another key can only be dropped: if it waited, it would keep the bot from
    starting.
    """
    readable = [row for row in tx.all(_THESE, ids=ids) if _lane(tx, row) is not None]
    for row in readable:
        tx.wake(row.kind)
    return tx.run(_RETRY, ids=[row.id for row in readable], now=tx.now)


def drop(tx: Transaction, ids: Sequence[int]) -> int:
    """Delete dead jobs; their keys stay known. Return how many there were."""
    return tx.run(_DROP, ids=ids)


def drop_old(tx: Transaction, before: datetime) -> int:
    """Delete the dead jobs from before a time; return how many there were."""
    return tx.run(_DROP_OLD, before=before)
