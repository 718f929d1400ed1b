"""Lanes: operations on all jobs of a lane, and of the lanes inside it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, delete, exists, or_, update

from bot.base.database.prepared import Change, Query, among, as_value, given
from bot.base.database.transaction import Transaction
from bot.base.queue import lane_heads
from bot.base.queue.job_rows import JOBS, JobRow, hashed_lane, unsealed
from bot.base.queue.jobs import EffectKey, Job, opened
from bot.base.queue.tables import IS_OPEN, NEVER_TRIED, jobs


@dataclass(frozen=True, slots=True)
class OpenJob:
    """A job that has not ended. `held_up_by` is why its last attempt had no result."""

    key: EffectKey
    body: bytes
    held_up_by: str | None
    due_at: datetime


_OF_LANE = and_(jobs.c.kind == given("of_kind"), jobs.c.lane == given("in_lane"))
_HURRY = Change(
    update(jobs)
    .where(_OF_LANE, IS_OPEN, jobs.c.state == "waiting", jobs.c.urgency > given("as_urgent"))
    .values(urgency=given("as_urgent_now"), due_at=given("now"))
)


def hurry(tx: Transaction, kind: str, lane: str, urgency: int) -> None:
    """Make less urgent jobs that wait in a lane due now, and as urgent as the job to follow."""
    hurried = tx.run(
        _HURRY,
        of_kind=kind,
        in_lane=hashed_lane(tx.vault, lane),
        as_urgent=urgency,
        as_urgent_now=urgency,
        now=tx.now,
    )
    if hurried:
        tx.wake(kind)


_OF_LANE_AND_INSIDE = and_(
    jobs.c.kind == given("of_kind"),
    or_(jobs.c.lane == given("in_lane"), jobs.c.lane.like(given("inside"))),
)
_WIPE_LANE = Query(
    delete(jobs)
    .where(_OF_LANE_AND_INSIDE, jobs.c.state.in_(["waiting", "dead"]))
    .returning(jobs.c.lane),
    as_value,
)
_WIPE_DEAD = Change(delete(jobs).where(_OF_LANE, jobs.c.state == "dead"))


def wipe(tx: Transaction, kind: str, lane: str) -> None:
    """Delete the waiting and dead jobs of a lane and of the lanes inside it.

    Running jobs end by themselves.
    """
    hashed = hashed_lane(tx.vault, lane)
    for wiped in set(tx.all(_WIPE_LANE, of_kind=kind, in_lane=hashed, inside=f"{hashed}/%")):
        lane_heads.move_up(tx, kind, wiped)  # another transaction may have added a job
    tx.wake(kind)


def wipe_dead(tx: Transaction, kind: str, lane: str) -> None:
    """Delete the dead jobs of a lane."""
    tx.run(_WIPE_DEAD, of_kind=kind, in_lane=hashed_lane(tx.vault, lane))


_OPEN_IN_LANES = Query(
    JOBS.where(jobs.c.kind == given("of_kind"), among(jobs.c.lane, "in_lanes"), IS_OPEN).order_by(
        jobs.c.id
    ),
    JobRow,
)


def open_jobs(tx: Transaction, kind: str, *lanes: str) -> list[OpenJob]:
    """Return the open jobs of some lanes, in the order in which they were added."""
    open_jobs = []
    hashed = [hashed_lane(tx.vault, lane) for lane in lanes]
    for row in tx.all(_OPEN_IN_LANES, of_kind=kind, in_lanes=hashed):
        _, key, body = unsealed(tx.vault, row)
        open_jobs.append(OpenJob(EffectKey(key), body, row.error, row.due_at))
    return open_jobs


_FRONT = jobs.alias("front")
_BEHIND = Query(
    JOBS.where(
        _OF_LANE,
        IS_OPEN,
        jobs.c.state == "waiting",
        NEVER_TRIED,
        jobs.c.id > given("front_id"),
        exists().where(_FRONT.c.id == given("front_id"), _FRONT.c.state == "waiting"),
    ).order_by(jobs.c.id),
    JobRow,
)


def behind(tx: Transaction, job: Job) -> list[Job]:
    """Return, in order, the never tried jobs that stand behind a job that had to wait."""
    lane = hashed_lane(tx.vault, job.lane)
    rows = tx.all(_BEHIND, of_kind=job.kind, in_lane=lane, front_id=job.id)
    return [opened(tx, row) for row in rows]
