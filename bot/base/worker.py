"""The loop that works jobs off: claim, work, and let what failed wait and come again."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from bot.base import jobs
from bot.base.backoff import pause
from bot.base.clock import Clock
from bot.base.database import Database
from bot.base.jobs import Job, LeaseLost
from bot.base.transaction import DatabaseFailed, Transaction

_log = structlog.get_logger(__name__)

_LEASE = timedelta(seconds=60)
_RENEWED = timedelta(seconds=20)
_AFTER_TROUBLE = timedelta(seconds=1)
# Another process wakes nobody in this one: `handover jobs retry`, or another replica of the bot.
_LOOK_AGAIN = timedelta(seconds=30)
_LOOK_AGAIN_AMONG_REPLICAS = timedelta(seconds=1)

Work = Callable[[Job], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often a job may fail, and how long it waits after each time (the last wait repeats).

    An attempt after which a job was let wait, as for a service that did not answer, has not failed.
    """

    attempts: int
    waits: tuple[timedelta, ...]

    def wait(self, faults: int) -> timedelta:
        return pause(faults, self.waits)


class Worker:
    """Works off one kind of job, several lanes at a time, each lane in order.

    `work` settles its job itself, in the transaction that keeps what follows from it. If it
    raises, the job comes again later; after the last attempt it becomes a dead letter, and
    `on_dead_letter` may say so to somebody. `label` is the kind as operators read it in logs.
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
        self._look_again = _LOOK_AGAIN if database.is_sqlite else _LOOK_AGAIN_AMONG_REPLICAS
        self._running: dict[asyncio.Task[None], Job] = {}
        self._claiming: asyncio.Task[tuple[list[Job], datetime | None]] | None = None
        self.finished = 0

    async def run(self) -> None:
        """Work until cancelled; what is under way then is cut off and comes again."""
        renewing = asyncio.create_task(self._renew(), name=f"{self._kind} leases")
        try:
            while True:
                await self._pass()
        finally:
            await self._stop(renewing)

    async def _stop(self, renewing: asyncio.Task[None]) -> None:
        """Cut off what is under way, and let whoever works next take it at once."""
        held = [*self._running.values(), *await self._claimed_at_last()]
        tasks = (renewing, *self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if held:
            with suppress(DatabaseFailed):  # then their leases run out
                await self._database.write(jobs.release, held)

    async def _claimed_at_last(self) -> list[Job]:
        """Return what was claimed while the worker was stopped."""
        if self._claiming is None:
            return []
        with suppress(DatabaseFailed):
            claimed, _ = await self._claiming
            return claimed
        return []

    async def idle(self) -> None:
        """Return when nothing is due and nothing is under way."""
        self._signal.notify()
        await self._signal.idle.wait()

    @property
    def is_idle(self) -> bool:
        """Whether nothing was due at the last look and nothing has come since."""
        return self._signal.idle.is_set()

    async def _pass(self) -> None:
        self._signal.notified.clear()
        try:
            claimed, next_due = await self._claim()
        except DatabaseFailed:
            _log.exception("store does not answer", kind=self._label)
            await self._clock.wait(asyncio.Event(), self._clock.now() + _AFTER_TROUBLE)
            return
        for job in claimed:
            task = asyncio.create_task(self._do(job), name=f"{self._kind} {job.id}")
            self._running[task] = job
            task.add_done_callback(self._ended)
        if not claimed:
            await self._rest(next_due)

    async def _claim(self) -> tuple[list[Job], datetime | None]:
        """Take what is due; where nothing is, tell when something will be."""
        free = self._concurrency - len(self._running)
        if free <= 0:
            return [], None
        # A transaction cannot be cut off: where the worker is, it has still claimed what it has.
        claim = self._database.write(_claim, self._kind, free)
        self._claiming = asyncio.create_task(claim, name=f"{self._kind} claim")
        claimed = await asyncio.shield(self._claiming)
        self._claiming = None
        return claimed

    async def _rest(self, until: datetime | None) -> None:
        if not self._running and not self._signal.notified.is_set():
            self._signal.idle.set()
        look_again = self._clock.now() + self._look_again
        await self._clock.wait(self._signal.notified, min(until or look_again, look_again))

    async def _renew(self) -> None:
        """Keep the leases of what is under way: a slow answer is no reason to do it twice."""
        while True:
            await self._clock.wait(asyncio.Event(), self._clock.now() + _RENEWED)
            if not self._running:
                continue
            try:
                await self._database.write(jobs.renew, list(self._running.values()), _LEASE)
            except DatabaseFailed:
                _log.exception("leases could not be renewed", kind=self._label)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.pop(task, None)
        self.finished += 1
        self._signal.notify()
        if not task.cancelled() and task.exception() is not None:
            _log.error("job could not be settled", kind=self._label, error=repr(task.exception()))

    async def _do(self, job: Job) -> None:
        try:
            await self._work(job)
        except LeaseLost:
            _log.warning("lease lost", kind=self._label, job=job.id)
        except Exception as error:  # noqa: BLE001 - the one place where a job may fail in any way
            _log.error(
                "job failed", kind=self._label, job=job.id, attempt=job.attempts, error=repr(error)
            )
            await self._fail(job, error)

    async def _fail(self, job: Job, error: Exception) -> None:
        reason = type(error).__name__
        faults = job.faults + 1
        if faults >= self._patience.attempts:
            await self._tell_of_dead_letter(job)
            await self._database.write(jobs.dead_letter, job, reason)
        else:
            await self._database.write(_fail, job, self._patience.wait(faults), reason)

    async def _tell_of_dead_letter(self, job: Job) -> None:
        """Say so, if it can be said: what nobody can read must not block its lane for ever."""
        if self._on_dead_letter is None:
            return
        try:
            await self._on_dead_letter(job)
        except (LeaseLost, DatabaseFailed):  # then it is no dead letter yet, and comes again
            raise
        except Exception as error:  # noqa: BLE001 - like the work itself
            reason = type(error).__name__
            _log.error("dead letter could not be told", kind=self._label, job=job.id, error=reason)


def _claim(tx: Transaction, kind: str, free: int) -> tuple[list[Job], datetime | None]:
    claimed = jobs.claim(tx, kind, free, _LEASE)
    return claimed, None if claimed else jobs.next_due(tx, kind)


def _fail(tx: Transaction, job: Job, wait: timedelta, reason: str) -> None:
    jobs.fail(tx, job, tx.now + wait, reason)
