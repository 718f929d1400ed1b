"""A database that is an old copy: another run may have done its waiting jobs, or they are stale."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, update

from bot.base.database.prepared import Change, Query, given
from bot.base.database.transaction import Transaction
from bot.base.queue.job_rows import JOBS, JobRow
from bot.base.queue.jobs import EffectKey, opened
from bot.base.queue.tables import IS_OPEN, jobs

OF_A_COPY = "of a copy"
"""The reason of a waiting job that must not run as if nothing had happened since the copy."""

_OF_KIND = jobs.c.kind == given("of_kind")
_OPEN = Query(JOBS.where(_OF_KIND, IS_OPEN).order_by(jobs.c.id), JobRow)
_DELETE = Change(delete(jobs).where(_OF_KIND, IS_OPEN))
_MARK = Change(update(jobs).where(_OF_KIND, IS_OPEN).values(error=OF_A_COPY, due_at=given("now")))


@dataclass(frozen=True, slots=True)
class TakenOut:
    """A job that was taken out of the queue before it was done; its key stays known."""

    key: EffectKey
    body: bytes
    due_at: datetime


def take_out(tx: Transaction, kind: str) -> list[TakenOut]:
    """Delete all open jobs of a kind and return them in order. No worker may be at work on them."""
    rows = tx.all(_OPEN, of_kind=kind)
    tx.run(_DELETE, of_kind=kind)
    taken_out = []
    for row in rows:
        job = opened(tx, row)
        taken_out.append(TakenOut(job.key, job.body, row.due_at))
    return taken_out


def mark(tx: Transaction, kind: str) -> None:
    """Mark all open jobs of a kind as those of a copy (`Job.held_up_by`)."""
    tx.run(_MARK, of_kind=kind, now=tx.now)
