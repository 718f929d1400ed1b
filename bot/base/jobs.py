"""Jobs: the one durable thing. What must not be lost is a row here before anyone is told so.

A job waits, runs under a lease, and ends as done or dead. Inside one kind and lane jobs run one
after the other in the order in which they were added; lanes do not wait for each other. A key is
unique inside its kind and stays known after the job has ended, so the same thing is never added
twice. Bodies are sealed, and wiped when the job is done.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NewType

from sqlalchemy import delete, func, select, update

from bot.base.claim_sql import CLAIM, NEXT_DUE
from bot.base.job_rows import JOBS, JobRow, hashed_key, hashed_lane, sealed, unsealed
from bot.base.statements import Change, Query, among, as_row, as_value, given
from bot.base.tables import IS_OPEN, jobs
from bot.base.transaction import Transaction
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
    """A job that is to be added. `key` makes it unique inside its kind.

    A lane may lie inside another, as "outer/inner". Less of `urgency` is sooner.
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

    `attempts` counts this attempt too; `faults` are those which failed by a fault of ours.
    """

    id: int
    kind: str
    lane: str
    key: EffectKey
    body: bytes
    attempts: int
    faults: int
    urgency: int
    lease: str
    created_at: datetime


_ADDED = ("kind", "lane", "key", "body", "due_at", "created_at", "urgency")
_ADD = Change(
    lambda insert: (
        insert(jobs)
        .values(state="waiting", attempts=0, **{name: given(name) for name in _ADDED})
        .on_conflict_do_nothing()
    )
)


def add(tx: Transaction, job: NewJob) -> bool:
    """Add a job; `False` if its key is known already, and then nothing changes."""
    due_at = job.due_at or tx.now
    tx.wake(job.kind, due_at)
    added = tx.run(
        _ADD,
        kind=job.kind,
        lane=hashed_lane(tx.vault, job.lane),
        key=hashed_key(tx.vault, job.key),
        body=sealed(tx.vault, job.kind, job.lane, job.key, job.body),
        due_at=due_at,
        created_at=tx.now,
        urgency=job.urgency,
    )
    return added == 1


_CLAIM = Query(CLAIM, JobRow)


def claim(tx: Transaction, kind: str, limit: int, lease: timedelta) -> list[Job]:
    """Take up to `limit` jobs that are due and first in their lane.

    What is more urgent is first, and then who waits longest.
    """
    rows = tx.all(
        _CLAIM,
        of_kind=kind,
        now=tx.now,
        at_most=limit,
        token=secrets.token_hex(8),
        until=tx.now + lease,
    )
    return sorted((opened(tx, row) for row in rows), key=lambda job: (job.urgency, job.id))


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
        urgency=row.urgency,
        lease=row.lease or "",
        created_at=row.created_at,
    )


_HELD = update(jobs).where(
    jobs.c.id == given("id"), jobs.c.state == "running", jobs.c.lease == given("held_by")
)
_LEFT = _HELD.values(lease=None, lease_until=None)
_FINISH = Change(_LEFT.values(state="done", body=b"", error=None, finished_at=given("now")))
_POSTPONE = Change(_LEFT.values(state="waiting", due_at=given("due_at"), error=given("error")))
_DEFER = Change(_LEFT.values(state="waiting", due_at=given("due_at"), attempts=jobs.c.attempts - 1))
_FAIL = Change(
    _LEFT.values(
        state="waiting", due_at=given("due_at"), error=given("error"), faults=jobs.c.faults + 1
    )
)
_DEAD_LETTER = Change(_LEFT.values(state="dead", finished_at=given("now"), error=given("error")))
_REWRITE = Change(_HELD.values(body=given("body")))


def finish(tx: Transaction, job: Job) -> None:
    """End a job well: its body is wiped, its key stays known.

    Raises:
        LeaseLost: another worker has the job now; the caller's transaction must not be committed.
    """
    _held(tx, job, _FINISH, now=tx.now)
    tx.wake(job.kind)


def postpone(tx: Transaction, job: Job, until: datetime, reason: str) -> None:
    """Let a job wait until a later time; the jobs behind it in its lane wait with it."""
    _held(tx, job, _POSTPONE, due_at=until, error=reason)
    tx.wake(job.kind, until)


def defer(tx: Transaction, job: Job, until: datetime) -> None:
    """Let a job wait whose turn has not come: it counts as one that was not tried this time."""
    _held(tx, job, _DEFER, due_at=until)
    tx.wake(job.kind, until)


def fail(tx: Transaction, job: Job, until: datetime, reason: str) -> None:
    _held(tx, job, _FAIL, due_at=until, error=reason)
    tx.wake(job.kind, until)


def dead_letter(tx: Transaction, job: Job, reason: str) -> None:
    _held(tx, job, _DEAD_LETTER, now=tx.now, error=reason)
    tx.wake(job.kind)


def rewrite(tx: Transaction, job: Job, body: bytes) -> None:
    """Keep another body in place of a held job's, such as one without its secret."""
    _held(tx, job, _REWRITE, body=sealed(tx.vault, job.kind, job.lane, job.key, body))


def _held(tx: Transaction, job: Job, change: Change, **values: object) -> None:
    if tx.run(change, id=job.id, held_by=job.lease, **values) != 1:
        raise LeaseLost(f"{job.kind} job {job.id} was taken over")


WIPED = update(jobs).values(state="done", body=b"", error=None, finished_at=given("now"))
_WITHDRAW = Change(
    WIPED.where(
        jobs.c.kind == given("of_kind"),
        jobs.c.key == given("of_key"),
        jobs.c.state == "waiting",
        jobs.c.attempts == 0,
    )
)


def withdraw(tx: Transaction, kind: str, key: EffectKey) -> bool:
    """Wipe a job that was never tried; `False` if it is not waiting any more."""
    tx.wake(kind)
    return tx.run(_WITHDRAW, of_kind=kind, of_key=hashed_key(tx.vault, key), now=tx.now) == 1


_HELD_TOGETHER = update(jobs).where(
    jobs.c.state == "running", among(jobs.c.id, "ids"), among(jobs.c.lease, "leases")
)
_RENEW = Change(_HELD_TOGETHER.values(lease_until=given("until")))
_FREED: Mapping[str, object] = {"state": "waiting", "lease": None, "lease_until": None}
_RELEASE = Change(_HELD_TOGETHER.values(_FREED))
_RELEASE_ALL = Change(update(jobs).where(jobs.c.state == "running").values(_FREED))


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
    """Let all that was postponed for one reason be due now."""
    if tx.run(_RESUME, of_kind=kind, held_up_by=reason, now=tx.now):
        tx.wake(kind)


def renew(tx: Transaction, held: Collection[Job], lease: timedelta) -> None:
    tx.run(_RENEW, **_together(held), until=tx.now + lease)


def release(tx: Transaction, held: Collection[Job]) -> None:
    """Let others take what is held, at once: who held it works no more."""
    tx.run(_RELEASE, **_together(held))
    for job in held:
        tx.wake(job.kind)


def _together(held: Collection[Job]) -> Mapping[str, Collection[object]]:
    return {"ids": [job.id for job in held], "leases": {job.lease for job in held}}


def release_all(tx: Transaction) -> int:
    """Take every lease back: at the start of the only process that works with this database."""
    return tx.run(_RELEASE_ALL)


_ALL_OPEN = Query(JOBS.where(IS_OPEN), JobRow)
_NEXT_DUE = Query(NEXT_DUE, as_row)
_LATEST = Query(
    select(jobs.c.created_at)
    .where(jobs.c.kind == given("of_kind"))
    .order_by(jobs.c.id.desc())
    .limit(1),
    as_value,
)


def check_seals(tx: Transaction) -> None:
    """Make sure that what has not ended can be opened.

    Raises:
        SealBroken: it was sealed with another key.
    """
    for row in tx.all(_ALL_OPEN):
        try:
            unsealed(tx.vault, row)
        except SealBroken as error:
            raise SealBroken(OTHER_KEY_FILE) from error


def next_due(tx: Transaction, kind: str) -> datetime | None:
    """Return when there may be more to claim than now: a later due time, or the end of a lease."""
    times = tx.one(_NEXT_DUE, of_kind=kind, now=tx.now) or ()
    return min((time for time in times if time is not None), default=None)


def latest(tx: Transaction, kind: str) -> datetime | None:
    return tx.one(_LATEST, of_kind=kind)


_COUNTS = Query(
    select(jobs.c.kind, jobs.c.state, func.count())
    .where(jobs.c.state.in_(_KEPT))
    .group_by(jobs.c.kind, jobs.c.state),
    as_row,
)
_FORGET_FINISHED = Change(
    delete(jobs).where(jobs.c.state == "done", jobs.c.finished_at < given("before"))
)


def counts(tx: Transaction) -> dict[tuple[str, str], int]:
    """Count the jobs that have not ended well, by kind and state."""
    return {(kind, state): count for kind, state, count in tx.all(_COUNTS)}


def forget_finished(tx: Transaction, before: datetime) -> int:
    """Delete what ended well before a time; only then may its key come again."""
    return tx.run(_FORGET_FINISHED, before=before)
