"""The waits of jobs that met no answer, and outages, after which they go on together."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from bot.base.database.prepared import Query, among, as_value
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.base.queue.tables import IS_OPEN
from bot.base.queue.tables import jobs as jobs_table

STEPS = tuple(timedelta(seconds=seconds) for seconds in (2, 5, 10, 30, 60))
"""The waits after the first attempt, the second, and so on; the last step repeats."""

_JITTER = 0.2

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


def pause(attempts: int, steps: Sequence[timedelta] = STEPS) -> timedelta:
    """Return how long to wait after so many attempts, up to a fifth longer or shorter.

    It grows with each attempt and differs from job to job.
    """
    step = steps[min(attempts, len(steps)) - 1]
    return step * random.uniform(1 - _JITTER, 1 + _JITTER)  # noqa: S311 - spreads load, hides nothing


@dataclass(frozen=True, slots=True)
class Outage:
    """A service that may be away: the `kinds` of jobs that wait for it, and for which `reasons`.

    Its `name` wakes the loop that finds out when the service is back, as a kind wakes a worker.
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
        """Tell whether any job met the outage at its last attempt, even if it is being retried."""
        return tx.one(_HELD_UP, kinds=self.kinds, reasons=self.reasons) is not None

    def end(self, tx: Transaction) -> None:
        """Make every job that waits for the service due now."""
        for kind in self.kinds:
            for reason in self.reasons:
                jobs.resume(tx, kind, reason)
