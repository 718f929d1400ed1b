"""Jobs: the one durable thing. What must not be lost is a row here before anyone is told so.

A job waits, runs under a lease, and ends as done or dead. Inside one kind and lane jobs run one
after the other in the order in which they were added; lanes do not wait for each other. A key is
unique inside its kind and stays known after the job has ended, so the same thing is never added
twice. Bodies are sealed, and wiped when the job is done.

Lanes and keys often hold the number of a person's account, and are kept longer than the person may
want to be known. So the table has keyed hashes of them, by which a job is found; in clear they are
inside the seal, beside the body.
"""

import json
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import NewType

from sqlalchemy import RowMapping, and_, delete, exists, func, select, update

from bot.base.claim_sql import CLAIM, NEXT_DUE
from bot.base.database import Transaction
from bot.base.tables import IS_OPEN, jobs
from bot.base.vault import SealBroken

OTHER_KEY_FILE = (
    "what waits in this database was sealed with another key file;"
    " put that one back (setting store.key_file)"
)
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


# The others stand sealed in the body: in the row they are hashes.
_IN_CLEAR = tuple(each.name for each in fields(Job) if each.name not in {"lane", "key", "body"})


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
        "lane": _hashed_lane(tx, job.lane),
        "key": _hashed_key(tx, job.key),
        "body": _sealed(tx, job, job.body),
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
    statement = CLAIM[tx.connection.dialect.name]
    rows = (await tx.connection.execute(statement, values)).mappings().all()
    return sorted((_opened(tx, row) for row in rows), key=lambda job: job.id)


def _hashed_lane(tx: Transaction, lane: str) -> str:
    return tx.vault.keyed_hash("lane", lane)


def _hashed_key(tx: Transaction, key: EffectKey) -> str:
    return tx.vault.keyed_hash("key", key)


def _sealed(tx: Transaction, job: NewJob | Job, body: bytes) -> bytes:
    """Seal a body behind a line that says what lane and key are."""
    names = json.dumps([job.lane, job.key]).encode()
    return tx.vault.seal(names + b"\n" + body, _place(job.kind, _hashed_key(tx, job.key)))


def unsealed(tx: Transaction, values: RowMapping) -> tuple[str, EffectKey, bytes]:
    """Return lane, key and body of a job's row.

    Raises:
        SealBroken: it was sealed with another key.
    """
    place = _place(values["kind"], values["key"])
    names, body = tx.vault.open(values["body"], place).split(b"\n", 1)
    lane, key = json.loads(names)
    return lane, key, body


def _place(kind: str, hashed_key: str) -> str:
    return f"job|{kind}|{hashed_key}"


def _opened(tx: Transaction, row: RowMapping) -> Job:
    lane, key, body = unsealed(tx, row)
    return Job(lane=lane, key=key, body=body, **{name: row[name] for name in _IN_CLEAR})


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
    """Keep another body in place of a held job's, such as one without its secret."""
    await _held(tx, job, body=_sealed(tx, job, body))


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
    untried = and_(jobs.c.state == "waiting", jobs.c.attempts == 0)
    mine = update(jobs).where(jobs.c.kind == kind, jobs.c.key == _hashed_key(tx, key), untried)
    result = await tx.connection.execute(mine.values(state="done", body=b"", finished_at=tx.now))
    tx.wakes.add(kind)
    return result.rowcount == 1


async def wipe_lane(tx: Transaction, kind: str, lane: str) -> None:
    """Wipe what waits in a lane, or was given up: nobody wants it. What runs ends by itself."""
    await _wipe(tx, kind, lane, "waiting", "dead")
    tx.wakes.add(kind)


async def wipe_dead(tx: Transaction, kind: str, lane: str) -> None:
    """Wipe what was given up in a lane."""
    await _wipe(tx, kind, lane, "dead")


async def _wipe(tx: Transaction, kind: str, lane: str, *states: str) -> None:
    mine = and_(jobs.c.kind == kind, jobs.c.lane == _hashed_lane(tx, lane))
    kept = update(jobs).where(mine, jobs.c.state.in_(states))
    await tx.connection.execute(kept.values(state="done", body=b"", error=None, finished_at=tx.now))


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
    for row in (await tx.connection.execute(select(jobs).where(IS_OPEN))).mappings():
        try:
            unsealed(tx, row)
        except SealBroken as error:
            raise SealBroken(OTHER_KEY_FILE) from error


async def next_due(tx: Transaction, kind: str) -> datetime | None:
    """Return when there may be a job to claim next: a due time or the end of a lease."""
    values = {"of_kind": kind, "now": tx.now}
    times = (await tx.connection.execute(NEXT_DUE, values)).one()
    return min((time for time in times if time is not None), default=None)


async def latest(tx: Transaction, kind: str) -> datetime | None:
    newest = select(jobs.c.created_at).where(jobs.c.kind == kind).order_by(jobs.c.id.desc())
    added: datetime | None = await tx.connection.scalar(newest.limit(1))
    return added


async def open_in_lane(tx: Transaction, kind: str, lane: str) -> list[OpenJob]:
    """Return the jobs of a lane that have not ended, in order."""
    mine = and_(jobs.c.kind == kind, jobs.c.lane == _hashed_lane(tx, lane))
    query = select(jobs).where(mine, IS_OPEN).order_by(jobs.c.id)
    found = []
    for row in (await tx.connection.execute(query)).mappings():
        _, key, body = unsealed(tx, row)
        found.append(OpenJob(key, body, row["error"], row["due_at"]))
    return found


async def behind(tx: Transaction, job: Job) -> list[Job]:
    """Return the jobs that stand behind one that had to wait, and were never tried, in order."""
    front = jobs.alias("front")
    waits = exists().where(front.c.id == job.id, front.c.state == "waiting")
    mine = and_(jobs.c.kind == job.kind, jobs.c.lane == _hashed_lane(tx, job.lane))
    untried = and_(IS_OPEN, jobs.c.state == "waiting", jobs.c.attempts == 0)
    query = select(jobs).where(mine, untried, jobs.c.id > job.id, waits).order_by(jobs.c.id)
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
