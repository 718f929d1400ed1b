"""The loop that carries out what is due: a few at once, one at a time within a lane."""

import asyncio
import contextlib
import logging
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from bot.base.clock import Clock
from bot.base.transaction import DatabaseFailed
from bot.base.wakeup import Signal
from bot.service import rules
from bot.service.store.outgoing import Outgoing

_log = logging.getLogger(__name__)

_DATABASE_PAUSE = timedelta(seconds=5)
_FAULT_PAUSE = timedelta(seconds=5)


class Outbox(Protocol):
    async def waiting(self, busy: Collection[str], limit: int) -> Sequence[Outgoing]:
        """Return what may go next in each lane not in `busy`, by time due."""

    async def carry_out(self, waiting: Outgoing, /) -> None:
        """Do one of them and store the outcome, so that it is not waiting as before."""


class OutboxWorker:
    """Sleeps until something is due or `signal` rings. After a crash it finds what was left."""

    def __init__(
        self, name: str, outbox: Outbox, signal: Signal, clock: Clock, *, at_once: int
    ) -> None:
        self._name = name
        self._outbox = outbox
        self._signal = signal
        self._clock = clock
        self._at_once = at_once
        self._busy: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=self._name)

    async def stop(self) -> None:
        """Stop at once; what was under way is done again by the next start."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    @property
    def is_idle(self) -> bool:
        """Whether nothing was due or under way when last looked, or it does not work at all."""
        return self._task is None or self._task.done() or self._signal.idle.is_set()

    async def idle(self) -> None:
        self._signal.notify()
        if not self.is_idle:
            await self._signal.idle.wait()

    async def _run(self) -> None:
        try:
            while True:
                await self._work_until_the_database_fails()
                await self._clock.wait(asyncio.Event(), self._clock.now() + _DATABASE_PAUSE)
        finally:
            self._signal.idle.set()

    async def _work_until_the_database_fails(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                await self._work(tasks)
        except* DatabaseFailed as failures:
            _log.error("%s: the database fails: %s", self._name, failures.exceptions[0])

    async def _work(self, tasks: asyncio.TaskGroup) -> None:
        while True:
            self._signal.notified.clear()
            next_due = await self._start_due(tasks)
            if not self._busy and not self._signal.notified.is_set():
                self._signal.idle.set()
            await self._clock.wait(self._signal.notified, self._next_look(next_due))

    def _next_look(self, next_due: datetime | None) -> datetime:
        again = self._clock.now() + rules.LOOK_AGAIN
        return again if next_due is None else min(next_due, again)

    async def _start_due(self, tasks: asyncio.TaskGroup) -> datetime | None:
        """Start what is due, as far as there is room; return when the next will be due."""
        room = self._at_once - len(self._busy)
        # One more than there is room for: the time to wait for, should all others be due.
        for waiting in await self._outbox.waiting(frozenset(self._busy), room + 1):
            if len(self._busy) == self._at_once:
                return None
            if waiting.due_at > self._clock.now():
                return waiting.due_at
            if waiting.lane in self._busy:
                continue
            self._busy.add(waiting.lane)
            tasks.create_task(self._carry_out(waiting))
        return None

    async def _carry_out(self, waiting: Outgoing) -> None:
        try:
            await self._outbox.carry_out(waiting)
        except DatabaseFailed:
            raise
        except Exception as fault:  # noqa: BLE001  # one that nobody thought of holds up no other
            # Its kind alone: its text can hold what was to be sent.
            _log.error("%s: %s met a fault: %s", self._name, waiting.id, type(fault).__name__)
            await self._clock.wait(asyncio.Event(), self._clock.now() + _FAULT_PAUSE)
        finally:
            self._busy.discard(waiting.lane)
            self._signal.notify()
