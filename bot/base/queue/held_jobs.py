"""Held jobs that must be released though their work has not ended, so that others may take them.

The former holder finds out when it settles the job (`jobs.LeaseLost`).
"""

from collections.abc import Collection, Mapping

from sqlalchemy import select, update

from bot.base.database.prepared import Change, Query, among, as_value, given
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import Job
from bot.base.queue.tables import IS_OPEN, jobs, processes

# An attempt that was cut off met no answer, so it does not count among the attempts by which the
# waits of a job grow.
_FREED: Mapping[str, object] = {
    "state": "waiting",
    "lease": None,
    "process": None,
    "attempts": jobs.c.attempts - 1,
}
_HELD = update(jobs).where(IS_OPEN, jobs.c.state == "running").values(_FREED)
_LIVING = select(processes.c.token)
_RELEASE = Change(_HELD.where(among(jobs.c.id, "ids"), among(jobs.c.lease, "leases")))
_RELEASE_UNKNOWN = Change(
    _HELD.where(
        jobs.c.kind == given("of_kind"),
        jobs.c.process == given("of_process"),
        ~among(jobs.c.id, "ids"),
    )
)
_RELEASE_ORPHANS = Query(
    _HELD.where(jobs.c.process.not_in(_LIVING)).returning(jobs.c.kind), as_value
)
_RELEASE_ALL = Change(_HELD)


def release(tx: Transaction, held: Collection[Job]) -> None:
    """Release jobs that this process holds and has stopped working on."""
    if held:
        tx.run(_RELEASE, ids=[job.id for job in held], leases={job.lease for job in held})
    for kind in {job.kind for job in held}:
        tx.wake(kind)


def release_unknown(tx: Transaction, kind: str, known: Collection[Job] = ()) -> None:
    """Release the jobs of a kind that this process holds without knowing it.

    They were claimed and the answer was lost: nobody else would free them while it lives.
    """
    ids = [job.id for job in known]
    if tx.run(_RELEASE_UNKNOWN, of_kind=kind, of_process=tx.process.token, ids=ids):
        tx.wake(kind)


def release_orphans(tx: Transaction) -> int:
    """Release the jobs that dead processes hold; return how many there were."""
    kinds = tx.all(_RELEASE_ORPHANS)
    for kind in set(kinds):
        tx.wake(kind)
    return len(kinds)


def release_all(tx: Transaction) -> int:
    """Release every job: at the start of the only process that works with this database."""
    return tx.run(_RELEASE_ALL)
