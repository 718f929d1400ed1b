"""The backlog: how many jobs there are of each kind, and for how long the oldest has waited."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import and_, case, func, or_, select

from bot.base.database.prepared import Query, among, as_row, as_value, given
from bot.base.database.transaction import Transaction
from bot.base.queue.job_rows import hashed_key
from bot.base.queue.jobs import EffectKey
from bot.base.queue.tables import IS_OPEN, job_keys, jobs

_COUNTS = Query(
    select(jobs.c.kind, jobs.c.state, func.count()).group_by(jobs.c.kind, jobs.c.state), as_row
)
_WAITS_SINCE = case((jobs.c.error.is_(None), jobs.c.due_at), else_=jobs.c.created_at)
_OLDEST_UNDONE = Query(
    select(jobs.c.kind, func.min(_WAITS_SINCE))
    .where(IS_OPEN, or_(jobs.c.due_at <= given("now"), jobs.c.error.is_not(None)))
    .group_by(jobs.c.kind),
    as_row,
)
_OLDEST_OPEN = Query(
    select(func.min(jobs.c.created_at)).where(
        IS_OPEN, among(jobs.c.kind, "kinds"), jobs.c.urgency < given("below")
    ),
    as_value,
)

_STATE = Query(
    select(func.coalesce(jobs.c.state, "done"))
    .select_from(job_keys)
    .outerjoin(jobs, and_(jobs.c.kind == job_keys.c.kind, jobs.c.key == job_keys.c.key))
    .where(job_keys.c.kind == given("of_kind"), job_keys.c.key == given("of_key")),
    as_value,
)


def counts(tx: Transaction) -> dict[tuple[str, str], int]:
    """Count the jobs that have not ended well, by kind and state."""
    return {(kind, state): count for kind, state, count in tx.all(_COUNTS)}


def overdue(tx: Transaction) -> dict[str, float]:
    """Return for how many seconds the oldest job of each kind has been overdue.

    A postponed job counts from when it was added, a job for a later time from that time, and one
    that has moved up in its lane from then.
    """
    return {
        kind: max((tx.now - since).total_seconds(), 0.0)
        for kind, since in tx.all(_OLDEST_UNDONE, now=tx.now)
    }


def oldest(tx: Transaction, kinds: Collection[str], below: int) -> datetime | None:
    """Return when the oldest open job of some kinds was added, with an urgency below `below`."""
    return tx.one(_OLDEST_OPEN, kinds=kinds, below=below)


def state_of(tx: Transaction, kind: str, key: EffectKey) -> str | None:
    """Return "waiting", "running", "dead" or "done"; `None` where there was never such a job."""
    return tx.one(_STATE, of_kind=kind, of_key=hashed_key(tx.vault, key))
