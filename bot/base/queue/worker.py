"""The worker's loop: it claims jobs, works on them, and lets failed ones wait for a retry."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from bot.base.clock import Clock
from bot.base.database import correlation
from bot.base.database.database import Database
from bot.base.database.signals import AT_ONCE
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.log import Logger
from bot.base.loops import report_fault
from bot.base.queue import held_jobs, jobs
from bot.base.queue.jobs import Job, LeaseLost
from bot.base.queue.outage import pause

_log = Logger(__name__)

_AFTER_TROUBLE = timedelta(seconds=1)
_GRACE_SECONDS = 5.0
_IN_DOUBT_SECONDS = 60.0
"""How long a claim that was not answered may still turn out to have been made."""
# Another process, such as `handover jobs retry` or a replica, cannot wake a worker in this one.
_LOOK_AGAIN = timedelta(seconds=30)
_LOOK_AGAIN_AMONG_REPLICAS = timedelta(seconds=1)

Work = Callable[[Job], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often a job may fail, and how long it waits after each failure (the last wait repeats).

    A postponed attempt, for example one that met a service that does not answer, is no failure.
    """

    attempts: int
    waits: tuple[timedelta, ...]

    def wait(self, faults: int) -> timedelta:
        return pause(faults, self.waits)


class Worker:
    """Works off one kind of job, several lanes at a time, each lane in order.

    `work` settles its job itself, in the transaction that keeps the job's results. If it raises,
    the job comes again later; after the last attempt it becomes a dead letter, and
    `on_dead_letter` may tell somebody. `label` is the kind as operators read it in logs.
    `look_again` is how soon the worker finds a job that another process has added. When the
    worker is stopped, jobs under way have `grace` seconds to end.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        kind: str,
        work: Work,
        *,
        patience: RetryPolicy,
        concurrency: int,
        on_dead_letter: Work | None = None,
        label: str | None = None,
        look_again: timedelta | None = None,
        grace: float = _GRACE_SECONDS,
    ) -> None:
        self._database = database
        self._clock = clock
        self._kind = kind
        self._label = label or kind
        self._work = work
        self._patience = patience
        self._concurrency = concurrency
        self._on_dead_letter = on_dead_letter
        self._signal = database.signals[kind]
        usual = _LOOK_AGAIN if database.is_sqlite else _LOOK_AGAIN_AMONG_REPLICAS
        self._look_again = look_again or usual
        self._grace = grace
        self._next_look = AT_ONCE
        self._running: dict[asyncio.Task[None], Job] = {}
        self._claiming: asyncio.Task[datetime | None] | None = None
        self._may_be_more = False
        self._is_stopping = False
        self._unsettled: list[Job] = []
        self._in_doubt_until = 0.0
        self.finished = 0

    async def run(self) -> None:
        """Work until cancelled; a job that runs on beyond the grace is cut off and comes again.

        A request that was cut off may be made twice, because its outcome is unknown.
        """
        self._is_stopping, self._claiming, self._next_look = False, None, AT_ONCE
        self._database.claims[self._kind] = self._claim
        try:
            while True:
                await self._pass()
        finally:
            await self._stop()

    async def _stop(self) -> None:
        """Let jobs under way end, or cut them off; leave the rest to the next worker."""
        self._is_stopping, self._unsettled = True, []
        if self._database.claims.get(self._kind) == self._claim:
            del self._database.claims[self._kind]
        tasks = list(self._running)
        try:
            if tasks:
                await asyncio.wait(tasks, timeout=self._grace)
        finally:  # a second stop does not wait
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._claiming is not None:
            await asyncio.gather(self._claiming, return_exceptions=True)
        try:
            await self._database.write(held_jobs.release_unknown, self._kind)
        except DatabaseFailed:  # nobody here would try again
            if not self._database.is_sqlite:  # else it is free at the next start
                self._database.process.begin_anew()  # and what was held until now runs out

    async def idle(self) -> None:
        """Return when nothing is due and nothing is under way."""
        self.look_soon()
        await self.at_rest()

    def look_soon(self) -> None:
        """Look for due jobs without being notified: another process may have added some."""
        self._signal.notify()

    async def at_rest(self) -> None:
        """Return when this process knows of no due job and none is under way."""
        await self._signal.idle.wait()

    @property
    def is_idle(self) -> bool:
        """Whether nothing was due at the last look and nothing has come since."""
        return self._signal.idle.is_set()

    async def _pass(self) -> None:
        """Look for due jobs if it is time to, then rest until the next look."""
        told_for = self._signal.take_note()
        now = self._clock.now()
        look_again = now + self._look_again
        # Never later than that: the time may have been set back since.
        self._next_look = min(self._next_look, told_for or self._next_look, look_again)
        if self._next_look > now:
            look_again = min(self._next_look, look_again)
        elif len(self._running) < self._concurrency:  # else the next that ends says so
            try:
                due = await self._look()
                look_again = self._clock.now() + self._look_again
                self._next_look = look_again = min(due or look_again, look_again)
            except Exception as error:  # noqa: BLE001 - what is under way must not be cut off by it
                if isinstance(error, DatabaseFailed):
                    _log.error("store does not answer", kind=self._label, exc_info=error)
                else:
                    report_fault(self._look, error)
                # It is unknown whether the failed look has claimed jobs.
                self._claiming = None
                self._in_doubt_until = self._clock.elapsed() + _IN_DOUBT_SECONDS
                await self._clock.wait(asyncio.Event(), self._clock.now() + _AFTER_TROUBLE)
                return
        self._rest_if_idle()
        await self._clock.wait(self._signal.notified, look_again)

    async def _look(self) -> datetime | None:
        """Claim due jobs; return when the next ones are due."""
        # Where other processes share the database, an unanswered claim may have been made: for a
        # while this worker releases every job that it does not know to hold.
        is_in_doubt = self._clock.elapsed() < self._in_doubt_until
        known = None
        if is_in_doubt and not self._database.is_sqlite:
            known = [*self._running.values(), *self._unsettled]
        # A transaction cannot be cut off: where the worker is, it has still claimed what it has.
        look = self._database.write(self._claim_and_ask, known)
        self._claiming = asyncio.create_task(look, name=f"{self._kind} claim")
        next_due = await asyncio.shield(self._claiming)
        self._claiming = None
        return next_due

    def _claim_and_ask(self, tx: Transaction, known: Collection[Job] | None) -> datetime | None:
        if known is not None:
            held_jobs.release_unknown(tx, self._kind, known)
        unsettled = tuple(self._unsettled)
        held_jobs.release(tx, unsettled)
        tx.after(partial(self._settled, unsettled))
        self._claim(tx)
        return jobs.next_due(tx, self._kind)

    def _settled(self, released: Collection[Job]) -> None:
        self._unsettled = [job for job in self._unsettled if job not in released]

    def _claim(self, tx: Transaction) -> None:
        """Claim what there is room for; it begins after the commit."""
        room = self._concurrency - len(self._running) if not self._is_stopping else 0
        claimed = jobs.claim(tx, self._kind, room) if room > 0 else []
        tx.after(partial(self._begin, claimed, is_full=len(claimed) >= room))

    def _begin(self, claimed: Sequence[Job], *, is_full: bool) -> None:
        self._may_be_more = is_full
        if self._is_stopping:  # they are released with those that were cut off
            return
        for job in claimed:
            self._signal.idle.clear()
            task = asyncio.create_task(self._do(job), name=f"{self._kind} {job.id}")
            self._running[task] = job
            task.add_done_callback(self._ended)

    def _rest_if_idle(self) -> None:
        if not (self._running or self._claiming or self._signal.notified.is_set()):
            self._signal.idle.set()

    def _ended(self, task: asyncio.Task[None]) -> None:
        job = self._running.pop(task)
        self.finished += 1
        if not task.cancelled() and task.exception() is not None:
            _log.error("job could not be settled", kind=self._label, error=task.exception())
            self._leave_unsettled(job)
        # The last claim took as many jobs as there was room for, and now there is room again.
        if self._may_be_more:
            self._signal.notify()
        self._rest_if_idle()

    async def _do(self, job: Job) -> None:
        with correlation.working_on(job.correlation_id):
            try:
                await self._work(job)
            except LeaseLost:
                _log.warning("lease lost", kind=self._label, job=job.id)
                self._leave_unsettled(job)
            except Exception as error:  # noqa: BLE001 - the one place where a job may fail in any way
                attempt = job.attempts
                _log.error("job failed", kind=self._label, job=job.id, attempt=attempt, error=error)
                await self._fail(job, error)

    def _leave_unsettled(self, job: Job) -> None:
        """Release a job that this process may still hold: no other process would free it."""
        self._unsettled.append(job)
        self._signal.notify(self._clock.now() + _AFTER_TROUBLE)

    async def _fail(self, job: Job, error: Exception) -> None:
        reason = type(error).__name__
        faults = job.faults + 1
        if faults < self._patience.attempts:
            await self._database.write(_fail, job, self._patience.wait(faults), reason)
            return
        try:
            if self._on_dead_letter is not None:
                await self._on_dead_letter(job)
        except (LeaseLost, DatabaseFailed):  # then it is not dead yet, and comes again
            raise
        except Exception as untold:  # noqa: BLE001 - like the work itself
            # The job is dead all the same: an unreadable job must not block its lane for ever.
            fault = type(untold).__name__
            _log.error("dead letter could not be told", kind=self._label, job=job.id, error=fault)
        await self._database.write(jobs.dead_letter, job, reason)


def _fail(tx: Transaction, job: Job, wait: timedelta, reason: str) -> None:
    jobs.fail(tx, job, tx.now + wait, reason)
