"""Jobs: work that must not be lost is a row here before anyone is told that it was accepted.

A job waits, then runs under a lease of the process that claimed it. It ends done and deleted, or
dead and kept. Jobs of one kind and lane run one after the other in the order in which they were
added; lanes do not wait for each other. A key is unique inside its kind and stays known after its
job has ended, so the same job is never added twice. Bodies are sealed.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NewType

from sqlalchemy import and_, delete, func, insert, select, update

from bot.base.database import correlation
from bot.base.database.prepared import Change, Query, as_value, each_given, given
from bot.base.database.process import Process
from bot.base.database.transaction import Transaction
from bot.base.queue import lane_heads
from bot.base.queue.claim_sql import CLAIM, NEXT_DUE
from bot.base.queue.job_rows import JOBS, JobRow, hashed_key, hashed_lane, sealed, unsealed
from bot.base.queue.lane_heads import IS_BEHIND, IS_FIRST, IS_FOLLOWED
from bot.base.queue.tables import IS_OPEN, NEVER_TRIED, job_keys, jobs
from bot.base.vault import SealBroken

OTHER_KEY_FILE = (
    "what waits in this database was sealed with another key file;"
    " put that one back (setting store.key_file)"
)

EffectKey = NewType("EffectKey", str)
"""Identifies a job inside its kind. It is a type of its own so that no other string serves."""


class LeaseLost(Exception):
    """Another process holds the job now, or none does: roll back what was done here."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job to add. `key` makes it unique inside its kind.

    A lane may lie inside another, as "outer/inner". A lower `urgency` runs sooner.
    """

    kind: str
    lane: str
    key: EffectKey
    body: bytes
    due_at: datetime | None = None
    urgency: int = 0


@dataclass(frozen=True, slots=True)
class Job:
    """A job that was claimed, with its body opened.

    `attempts` counts this attempt too; `faults` counts those that failed by a fault of ours.
    `unsure` counts those with an unknown effect, because they were cut off or met no answer; it
    includes this one. `intent` is what the last of them wrote down before it acted. `held_up_by`
    is why the job last had to wait. `correlation_id` is that of the arrival that caused the job.
    """

    id: int
    kind: str
    lane: str
    key: EffectKey
    body: bytes
    attempts: int
    faults: int
    unsure: int
    intent: str | None
    urgency: int
    lease: str
    process: str
    created_at: datetime
    held_up_by: str | None = None
    correlation_id: str | None = None


AtOnce = Callable[[Transaction, NewJob], bool]
"""Do a job's work in the transaction that would add it; return `False` if it must be added."""

_REMEMBER = Query(
    lambda insert: (
        insert(job_keys)
        .values(kind=given("kind"), key=given("key"), added_at=given("added_at"))
        .on_conflict_do_nothing()
        .returning(IS_BEHIND.label("is_behind"))
    ),
    as_value,
)
_ADDED = ("kind", "lane", "key", "body", "due_at", "created_at", "urgency", "correlation_id")
_GIVEN = each_given(*_ADDED)
ADD = Change(
    {
        dialect: insert(jobs)
        .inline()
        .values(state="waiting", attempts=0, is_front=is_first, **_GIVEN)
        for dialect, is_first in IS_FIRST.items()
    }
)


def add(tx: Transaction, job: NewJob, at_once: AtOnce | None = None) -> bool:
    """Add a job; `False` if its key is known already, and then nothing changes.

    If nothing stands before it in its lane and `at_once` does its work, the job is not added.
    """
    key, lane = hashed_key(tx.vault, job.key), hashed_lane(tx.vault, job.lane)
    # The key comes first: if two transactions add the same job at once, one finds the key known.
    is_behind = tx.one(_REMEMBER, kind=job.kind, key=key, lane=lane, added_at=tx.now)
    if is_behind is None:
        return False
    if is_behind or at_once is None or not at_once(tx, job):
        tx.run(ADD, **new_row(tx, job, key))
        tx.wake(job.kind, job.due_at or tx.now)
    return True


def new_row(tx: Transaction, job: NewJob, key: str) -> dict[str, object]:
    """Return the columns of a new job; `key` is its hashed key."""
    return {
        "kind": job.kind,
        "lane": hashed_lane(tx.vault, job.lane),
        "key": key,
        "body": sealed(tx.vault, job.kind, job.lane, job.key, job.body),
        "due_at": job.due_at or tx.now,
        "created_at": tx.now,
        "urgency": job.urgency,
        "correlation_id": tx.correlation_id or correlation.new(),
    }


_CLAIM = Query(CLAIM, JobRow)


def claim(tx: Transaction, kind: str, limit: int) -> list[Job]:
    """Take up to `limit` jobs that are due and first in their lane.

    This process holds them for as long as it lives. The most urgent jobs come first, and among
    those the one that was due earliest.
    """
    rows = tx.all(
        _CLAIM,
        of_kind=kind,
        now=tx.now,
        at_most=limit,
        token=secrets.token_hex(8),
        process=tx.process.token,
    )
    claimed = []
    for row in rows:
        try:
            claimed.append(opened(tx, row))
        except SealBroken:
            # Give up a job that cannot be opened: it must not hold up the jobs behind it.
            tx.run(_DEAD_LETTER, id=row.id, held_by=row.lease, error=SealBroken.__name__)
            lane_heads.move_up(tx, row.kind, row.lane)
    # An UPDATE returns its rows in any order.
    return sorted(claimed, key=lambda job: (job.urgency, job.id))


def opened(tx: Transaction, row: JobRow) -> Job:
    """Read a job from its row.

    Raises:
        SealBroken: it was sealed with another key.
    """
    lane, key, body = unsealed(tx.vault, row)
    return Job(
        id=row.id,
        kind=row.kind,
        lane=lane,
        key=EffectKey(key),
        body=body,
        attempts=row.attempts,
        faults=row.faults,
        unsure=row.unsure,
        intent=row.intent,
        urgency=row.urgency,
        lease=row.lease or "",
        process=row.process or "",
        created_at=row.created_at,
        held_up_by=row.error,
        correlation_id=row.correlation_id,
    )


_IS_HELD = and_(
    jobs.c.id == given("id"), jobs.c.state == "running", jobs.c.lease == given("held_by")
)
_HELD = update(jobs).where(_IS_HELD)
_LEFT = _HELD.values(lease=None, process=None)
_FINISH = Query(
    {
        dialect: delete(jobs).where(_IS_HELD).returning(is_followed.label("is_followed"))
        for dialect, is_followed in IS_FOLLOWED.items()
    },
    as_value,
)
_LATER = {"state": "waiting", "due_at": given("due_at")}
_UNDONE = {"unsure": jobs.c.unsure - 1, "intent": given("intent")}
_POSTPONE = Change(_LEFT.values(error=given("error"), **_LATER, **_UNDONE))
_POSTPONE_UNSURE = Change(_LEFT.values(error=given("error"), **_LATER))
_DEFER = Change(_LEFT.values(attempts=jobs.c.attempts - 1, **_LATER, **_UNDONE))
_FAIL = Change(
    _LEFT.values(
        state="waiting", due_at=given("due_at"), error=given("error"), faults=jobs.c.faults + 1
    )
)
_DEAD_LETTER = Change(_LEFT.values(state="dead", error=given("error")))
_REWRITE = Change(_HELD.values(body=given("body")))
_INTEND = Change(_HELD.values(intent=given("intent")))


def ensure_held(job: Job, process: Process) -> None:
    """Make sure, without asking the database, that this process still holds a job.

    Raises:
        LeaseLost: another process may hold it by now; do nothing that cannot be taken back.
    """
    if not process.holds(job.process):
        raise LeaseLost(f"{job.kind} job {job.id} may have been taken over")


def finish(tx: Transaction, job: Job) -> None:
    """End a job well: delete it; its key stays known.

    Raises:
        LeaseLost: another worker has the job now; the caller's transaction must not be committed.
    """
    lane = hashed_lane(tx.vault, job.lane)
    is_followed = tx.one(_FINISH, id=job.id, held_by=job.lease, kind=job.kind, lane=lane)
    if is_followed is None:
        raise _lost(job)
    if is_followed:
        lane_heads.move_up(tx, job.kind, lane)
    tx.wake(job.kind)


def postpone(tx: Transaction, job: Job, until: datetime, reason: str) -> None:
    """Let a job wait until a later time; the jobs behind it in its lane wait with it.

    Use it only where this attempt has surely had no effect.
    """
    _held(tx, job, _POSTPONE, due_at=until, error=reason, intent=job.intent)
    tx.wake(job.kind, until)


def postpone_unsure(tx: Transaction, job: Job, until: datetime, reason: str) -> None:
    """Do the same as `postpone` where the effect of this attempt is unknown."""
    _held(tx, job, _POSTPONE_UNSURE, due_at=until, error=reason)
    tx.wake(job.kind, until)


def defer(tx: Transaction, job: Job, until: datetime) -> None:
    """Let a job wait because its turn has not come: this attempt does not count."""
    _held(tx, job, _DEFER, due_at=until, intent=job.intent)
    tx.wake(job.kind, until)


def fail(tx: Transaction, job: Job, until: datetime, reason: str) -> None:
    _held(tx, job, _FAIL, due_at=until, error=reason)
    tx.wake(job.kind, until)


def dead_letter(tx: Transaction, job: Job, reason: str) -> None:
    _held(tx, job, _DEAD_LETTER, error=reason)
    lane_heads.move_up(tx, job.kind, hashed_lane(tx.vault, job.lane))
    tx.wake(job.kind)


def intend(tx: Transaction, job: Job, intent: str) -> None:
    """Write down what the job is about to do, for the next attempt if this one is cut off."""
    _held(tx, job, _INTEND, intent=intent)


def rewrite(tx: Transaction, job: Job, body: bytes) -> None:
    """Replace the body of a held job, for example by one without its secret."""
    _held(tx, job, _REWRITE, body=sealed(tx.vault, job.kind, job.lane, job.key, body))


_CREATED_AT = Query(select(jobs.c.created_at).where(jobs.c.id == given("id")), as_value)


def age(tx: Transaction, job: Job) -> timedelta:
    """Return how long ago a job was added, also if the clock was set since it was claimed.

    A job added in the future, by a wrong clock, counts as old by the same amount.
    """
    return abs(tx.now - (tx.one(_CREATED_AT, id=job.id) or job.created_at))


def _held(tx: Transaction, job: Job, change: Change, **values: object) -> None:
    if tx.run(change, id=job.id, held_by=job.lease, **values) != 1:
        raise _lost(job)


def _lost(job: Job) -> LeaseLost:
    return LeaseLost(f"{job.kind} job {job.id} was taken over")


_NOT_BEGUN = and_(
    jobs.c.kind == given("of_kind"),
    jobs.c.key == given("of_key"),
    jobs.c.state == "waiting",
    NEVER_TRIED,
)
_WITHDRAW = Query(delete(jobs).where(_NOT_BEGUN).returning(jobs.c.lane), as_value)


def withdraw(tx: Transaction, kind: str, key: EffectKey) -> bool:
    """Delete a job that waits and was never tried; `False` if there is none with that key."""
    lane = tx.one(_WITHDRAW, of_kind=kind, of_key=hashed_key(tx.vault, key))
    if lane is None:
        return False
    lane_heads.move_up(tx, kind, lane)
    tx.wake(kind)
    return True


_BRING_FORWARD = Change(update(jobs).where(_NOT_BEGUN).values(due_at=given("now")))


def bring_forward(tx: Transaction, kind: str, key: EffectKey) -> None:
    """Make a job due now if it was never tried."""
    if tx.run(_BRING_FORWARD, of_kind=kind, of_key=hashed_key(tx.vault, key), now=tx.now):
        tx.wake(kind)


_RESUME = Change(
    update(jobs)
    .where(
        jobs.c.kind == given("of_kind"),
        IS_OPEN,
        jobs.c.state == "waiting",
        jobs.c.error == given("held_up_by"),
    )
    .values(due_at=given("now"))
)


def resume(tx: Transaction, kind: str, reason: str) -> None:
    """Make every job that was postponed for this reason due now."""
    if tx.run(_RESUME, of_kind=kind, held_up_by=reason, now=tx.now):
        tx.wake(kind)


_OLDEST_OPEN = Query(JOBS.where(IS_OPEN).order_by(jobs.c.id).limit(1), JobRow)
_LATEST_OPEN = Query(JOBS.where(IS_OPEN).order_by(jobs.c.id.desc()).limit(1), JobRow)
_NEXT_DUE = Query(NEXT_DUE, as_value)
_LATEST = Query(
    select(func.max(job_keys.c.added_at)).where(job_keys.c.kind == given("of_kind")), as_value
)


def check_seals(tx: Transaction) -> None:
    """Make sure that open jobs can be unsealed; the oldest and the latest stand for all.

    Raises:
        SealBroken: one of the two was sealed with another key.
    """
    for row in (*tx.all(_OLDEST_OPEN), *tx.all(_LATEST_OPEN)):
        try:
            unsealed(tx.vault, row)
        except SealBroken as error:
            raise SealBroken(OTHER_KEY_FILE) from error


def next_due(tx: Transaction, kind: str) -> datetime | None:
    """Return the next time at which a job of the kind is due."""
    return tx.one(_NEXT_DUE, of_kind=kind, now=tx.now)


def latest(tx: Transaction, kind: str) -> datetime | None:
    return tx.one(_LATEST, of_kind=kind)


_KNOWN = Query(
    select(job_keys.c.key).where(
        job_keys.c.kind == given("of_kind"), job_keys.c.key == given("of_key")
    ),
    as_value,
)


def is_known(tx: Transaction, kind: str, key: EffectKey) -> bool:
    """Tell whether a job with this key was added, however long ago it has ended."""
    return tx.one(_KNOWN, of_kind=kind, of_key=hashed_key(tx.vault, key)) is not None
