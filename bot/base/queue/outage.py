"""Outages: jobs that wait because a service does not answer, and go on together when it does."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from bot.base.database.prepared import Query, among, as_value
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.base.queue.tables import IS_OPEN
from bot.base.queue.tables import jobs as jobs_table

_HELD_UP = Query(
    select(jobs_table.c.id)
    .where(
        IS_OPEN,
        among(jobs_table.c.kind, "kinds"),
        among(jobs_table.c.error, "reasons"),
    )
    .limit(1),
    as_value,
)


@dataclass(frozen=True, slots=True)
class Outage:
    """A service that may be away: the `kinds` of jobs that wait for it, and for which `reasons`.

    The loop that finds out when it is back is woken by its `name`, as a worker by its kind.
    """

    name: str
    kinds: tuple[str, ...]
    reasons: tuple[str, ...]

    def postpone(
        self, tx: Transaction, job: Job, until: datetime, reason: str, *, is_unsure: bool = False
    ) -> None:
        """Let a job wait until a later time, or until the service answers again."""
        postpone = jobs.postpone_unsure if is_unsure else jobs.postpone
        postpone(tx, job, until, reason)
        if reason in self.reasons:
            tx.wake(self.name)

    def holds_up(self, tx: Transaction) -> bool:
        """Tell whether a job met the outage at its last attempt, also while it is tried again."""
        return tx.one(_HELD_UP, kinds=self.kinds, reasons=self.reasons) is not None

    def end(self, tx: Transaction) -> None:
        """Let all that waits for the service be due now."""
        for kind in self.kinds:
            for reason in self.reasons:
                jobs.resume(tx, kind, reason)
