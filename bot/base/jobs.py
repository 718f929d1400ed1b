"""Jobs: the one durable thing. What must not be lost is a row here before anyone is told so.

A job waits, runs under a lease, and ends as done or dead. Inside one kind and lane jobs run one
after the other in the order in which they were added; lanes do not wait for each other. A key is
unique inside its kind and stays known after the job has ended, so the same thing is never added
twice. Bodies are sealed, and wiped when the job is done.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NewType

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    RowMapping,
    String,
    and_,
    bindparam,
    delete,
    exists,
    func,
    literal_column,
    or_,
    select,
    update,
)

from bot.base.database import Transaction
from bot.base.sql_types import UtcDateTime
from bot.base.tables import jobs
from bot.base.vault import SealBroken

# Written into the statement: with a parameter in their place SQLite leaves partial indexes aside.
_WAITING: ColumnElement[str] = literal_column("'waiting'")
_RUNNING: ColumnElement[str] = literal_column("'running'")
_KEPT = ("waiting", "running", "dead")

EffectKey = NewType("EffectKey", str)
"""What makes a job the same again inside its kind: made in one place, and not of any string."""


class LeaseLost(Exception):
    """The job's lease ran out and another worker has taken it; what was done here must not stay."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job that is to be added. `key` makes it unique inside its kind."""

    kind: str
    lane: str
    key: EffectKey
    body: bytes
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """A job that was claimed, with its body opened.

    `attempts` counts this attempt too; `faults` are those which failed by a fault of ours.
    """

    id: int
    kind: str
    lane: str
    key: EffectKey
    body: bytes
    attempts: int
    faults: int
    lease: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class OpenJob:
    """A job that has not ended. `held_up_by` tells why its last attempt came to nothing."""

    key: EffectKey
    body: bytes
    held_up_by: str | None
    due_at: datetime


async def add(tx: Transaction, job: NewJob) -> bool:
    """Add a job; `False` if its key is known already, and then nothing changes."""
    statement = tx.insert(jobs).values(_row(tx, job)).on_conflict_do_nothing()
    added = await tx.connection.scalar(statement.returning(jobs.c.id))
    tx.wakes.add(job.kind)
    return added is not None


async def accept(tx: Transaction, batch: Sequence[NewJob]) -> None:
    """Add many jobs in one statement; those whose keys are known already change nothing."""
    rows = [_row(tx, job) for job in batch]
    await tx.connection.execute(tx.insert(jobs).on_conflict_do_nothing(), rows)
    tx.wakes.update(job.kind for job in batch)


def _row(tx: Transaction, job: NewJob) -> dict[str, object]:
    return {
        "kind": job.kind,
        "lane": job.lane,
        "key": job.key,
        "body": tx.vault.seal(job.body, _place(job.kind, job.key)),
        "state": "waiting",
        "due_at": job.due_at or tx.now,
        "attempts": 0,
        "created_at": tx.now,
    }


async def claim(tx: Transaction, kind: str, limit: int, lease: timedelta) -> list[Job]:
    """Take up to `limit` jobs that are due and first in their lane; who waits longest is first."""
    values = {
        "of_kind": kind,
        "now": tx.now,
        "at_most": limit,
        "token": secrets.token_hex(8),
        "until": tx.now + lease,
    }
    rows = (await tx.connection.execute(_CLAIM, values)).mappings().all()
    return sorted((_opened(tx, row) for row in rows), key=lambda job: job.id)


def _is_open(table: FromClause) -> ColumnElement[bool]:
    return table.c.state.in_((_WAITING, _RUNNING))


def _first_in_lane() -> ColumnElement[bool]:
    """Nothing is open before the job, and nothing runs behind it.

    Of two transactions at once the one with the lower number may be committed last, when the job
    of the other one is running already.
    """
    other = jobs.alias("other")
    same_lane = and_(_is_open(other), other.c.kind == jobs.c.kind, other.c.lane == jobs.c.lane)
    before = and_(same_lane, other.c.id < jobs.c.id)
    held = and_(other.c.state == _RUNNING, other.c.lease_until > _NOW)
    behind = and_(same_lane, held, other.c.id > jobs.c.id)
    return and_(~exists().where(before), ~exists().where(behind))


def _claimable() -> ColumnElement[bool]:
    abandoned = and_(jobs.c.state == _RUNNING, jobs.c.lease_until <= _NOW)
    return and_(_is_open(jobs), jobs.c.due_at <= _NOW, or_(jobs.c.state == _WAITING, abandoned))


# The two questions that every worker asks all the time are put together once.
_NOW = bindparam("now", type_=UtcDateTime)
_OF_KIND = and_(jobs.c.kind == bindparam("of_kind", type_=String), _is_open(jobs))

# Found once and then updated: as a plain subquery PostgreSQL may ask anew for every row, skip what
# this very statement has taken, and so take more than the limit.
_FOUND = (
    select(jobs.c.id)
    .where(_OF_KIND, _claimable(), _first_in_lane())
    .order_by(jobs.c.due_at, jobs.c.id)
    .limit(bindparam("at_most", type_=Integer))
    .with_for_update(skip_locked=True)
    .cte("found")
    .prefix_with("MATERIALIZED")
)

_CLAIM = (
    update(jobs)
    .where(jobs.c.id.in_(select(_FOUND.c.id)))
    .values(
        state=_RUNNING,
        attempts=jobs.c.attempts + 1,
        lease=bindparam("token", type_=String),
        lease_until=bindparam("until", type_=UtcDateTime),
    )
    .returning(jobs)
)

_NEXT_DUE = select(
    select(jobs.c.due_at)
    .where(_OF_KIND, jobs.c.state == _WAITING, _first_in_lane())
    .order_by(jobs.c.due_at)
    .limit(1)
    .scalar_subquery(),
    select(func.min(jobs.c.lease_until))
    .where(_OF_KIND, jobs.c.state == _RUNNING)
    .scalar_subquery(),
)


def _opened(tx: Transaction, values: RowMapping) -> Job:
    kind = values["kind"]
    return Job(
        id=values["id"],
        kind=kind,
        lane=values["lane"],
        key=values["key"],
        body=tx.vault.open(values["body"], _place(kind, values["key"])),
        attempts=values["attempts"],
        faults=values["faults"],
        lease=values["lease"],
        created_at=values["created_at"],
    )


async def finish(tx: Transaction, job: Job) -> None:
    """End a job well: its body is wiped, its key stays known.

    Raises:
        LeaseLost: another worker has the job now; the caller's transaction must not be committed.
    """
    await _leave(tx, job, state="done", body=b"", finished_at=tx.now, error=None)


async def postpone(tx: Transaction, job: Job, until: datetime, reason: str) -> None:
    """Let a job wait until a later time; the jobs behind it in its lane wait with it."""
    await _leave(tx, job, state="waiting", due_at=until, error=reason)


async def fail(tx: Transaction, job: Job, until: datetime, reason: str) -> None:
    faults = jobs.c.faults + 1
    await _leave(tx, job, state="waiting", due_at=until, error=reason, faults=faults)


async def dead_letter(tx: Transaction, job: Job, reason: str) -> None:
    await _leave(tx, job, state="dead", finished_at=tx.now, error=reason)


async def rewrite(tx: Transaction, job: Job, body: bytes) -> None:
    await _held(tx, job, body=tx.vault.seal(body, _place(job.kind, job.key)))


async def _leave(tx: Transaction, job: Job, **values: object) -> None:
    await _held(tx, job, lease=None, lease_until=None, **values)
    tx.wakes.add(job.kind)


async def _held(tx: Transaction, job: Job, **values: object) -> None:
    mine = and_(jobs.c.id == job.id, jobs.c.state == "running", jobs.c.lease == job.lease)
    result = await tx.connection.execute(update(jobs).where(mine).values(**values))
    if result.rowcount != 1:
        raise LeaseLost(f"{job.kind} job {job.id} was taken over")


async def withdraw(tx: Transaction, kind: str, key: EffectKey) -> bool:
    """Wipe a job that was never tried; `False` if it is not waiting any more."""
    waiting = and_(jobs.c.state == "waiting", jobs.c.attempts == 0)
    mine = update(jobs).where(jobs.c.kind == kind, jobs.c.key == key, waiting)
    result = await tx.connection.execute(mine.values(state="done", body=b"", finished_at=tx.now))
    tx.wakes.add(kind)
    return result.rowcount == 1


async def wipe_lane(tx: Transaction, kind: str, lane: str) -> None:
    """Wipe what waits in a lane, or was given up: nobody wants it. What runs ends by itself."""
    mine = (jobs.c.kind == kind) & (jobs.c.lane == lane)
    kept = update(jobs).where(mine, jobs.c.state.in_(("waiting", "dead")))
    await tx.connection.execute(kept.values(state="done", body=b"", error=None, finished_at=tx.now))
    tx.wakes.add(kind)


async def renew(tx: Transaction, held: Collection[Job], lease: timedelta) -> None:
    mine = and_(jobs.c.state == "running", jobs.c.lease.in_({job.lease for job in held}))
    ids = jobs.c.id.in_([job.id for job in held])
    await tx.connection.execute(update(jobs).where(mine, ids).values(lease_until=tx.now + lease))


async def release_all(tx: Transaction) -> int:
    """Take every lease back: at the start of the only process that works with this database."""
    free = update(jobs).where(jobs.c.state == "running")
    result = await tx.connection.execute(free.values(state="waiting", lease=None, lease_until=None))
    return result.rowcount


async def check_seals(tx: Transaction) -> None:
    """Make sure that what has not ended can be opened.

    Raises:
        SealBroken: it was sealed with another key.
    """
    for row in await tx.connection.execute(select(jobs).where(_is_open(jobs))):
        try:
            _opened(tx, row._mapping)
        except SealBroken as error:
            raise SealBroken(
                "what waits in this database was sealed with another key file;"
                " put that one back (setting store.key_file)"
            ) from error


async def next_due(tx: Transaction, kind: str) -> datetime | None:
    """Return when there may be a job to claim next: a due time or the end of a lease."""
    values = {"of_kind": kind, "now": tx.now}
    times = (await tx.connection.execute(_NEXT_DUE, values)).one()
    return min((time for time in times if time is not None), default=None)


async def latest(tx: Transaction, kind: str) -> datetime | None:
    newest = select(jobs.c.created_at).where(jobs.c.kind == kind).order_by(jobs.c.id.desc())
    added: datetime | None = await tx.connection.scalar(newest.limit(1))
    return added


async def open_in_lane(tx: Transaction, kind: str, lane: str) -> list[OpenJob]:
    query = select(jobs).where(jobs.c.kind == kind, jobs.c.lane == lane, _is_open(jobs))
    rows = await tx.connection.execute(query.order_by(jobs.c.id))
    return [
        OpenJob(row.key, tx.vault.open(row.body, _place(kind, row.key)), row.error, row.due_at)
        for row in rows
    ]


async def behind(tx: Transaction, job: Job) -> list[Job]:
    """Return the jobs that stand behind one that had to wait, and were never tried, in order."""
    front = jobs.alias("front")
    waits = exists().where(front.c.id == job.id, front.c.state == _WAITING)
    same_lane = and_(jobs.c.kind == job.kind, jobs.c.lane == job.lane, jobs.c.id > job.id)
    untried = and_(jobs.c.state == _WAITING, jobs.c.attempts == 0)
    query = select(jobs).where(same_lane, untried, waits).order_by(jobs.c.id)
    return [_opened(tx, row) for row in (await tx.connection.execute(query)).mappings()]


async def counts(tx: Transaction) -> dict[tuple[str, str], int]:
    """Count the jobs that have not ended well, by kind and state."""
    kept = select(jobs.c.kind, jobs.c.state, func.count()).where(jobs.c.state.in_(_KEPT))
    query = kept.group_by(jobs.c.kind, jobs.c.state)
    return {(kind, state): count for kind, state, count in await tx.connection.execute(query)}


async def forget_finished(tx: Transaction, before: datetime) -> int:
    """Delete what ended well before a time; only then may its key come again."""
    old = delete(jobs).where(jobs.c.state == "done", jobs.c.finished_at < before)
    return (await tx.connection.execute(old)).rowcount


def _place(kind: str, key: EffectKey) -> str:
    return f"job|{kind}|{key}"
