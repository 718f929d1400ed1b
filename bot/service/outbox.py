"""Messages out: each is handed to its carrier, tried again later, or given up."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, Protocol, TypeVar

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.base.vault import SealBroken
from bot.service.carriers import CarrierError, CarrierRefusedError
from bot.service.store.outbox import row_id_in
from bot.service.store.tables import DONE, FAILED

_log = logging.getLogger(__name__)


class CarrierFault(Exception):
    """A carrier has failed in an unexpected way; it names only the class of the error."""


class WaitingMessage(Protocol):
    """A row to send; `attempts` counts the failed attempts."""

    @property
    def id(self) -> int: ...

    @property
    def attempts(self) -> int: ...


W = TypeVar("W", bound=WaitingMessage)


@dataclass(frozen=True, slots=True)
class Carrying(Generic[W]):
    """Works off the jobs of one kind of message, whose `name` the log uses.

    `unseal` opens the message, and `hand_over` sends it and returns the carrier's name for it.
    `end` and `later` store the result; `ended` is called with the outcome of each message.
    """

    name: str
    database: Database
    pauses: Sequence[timedelta]
    find: Callable[[Transaction, Job], W | None]
    unseal: Callable[[W], str]
    hand_over: Callable[[W, str], Awaitable[str | None]]
    end: Callable[[Transaction, W, str, str | None], None]
    later: Callable[[Transaction, W, datetime], None]
    ended: Callable[[str], None]

    async def send(self, job: Job) -> None:
        """Hand a message to the carrier and settle its job: sent, later, or given up."""
        waiting = await self.database.read(self.find, job)
        if waiting is None:
            await self.database.write(jobs.finish, job)
            return
        # A process that was paused may have lost the job: without this, the message could go twice.
        jobs.ensure_held(job, self.database.process)
        try:
            named = await self._hand_over(waiting)
        except SealBroken:
            _log.error("%s %s was sealed with another secret", self.name, waiting.id)
            await self._end(job, waiting, FAILED)
        except CarrierRefusedError as error:
            _log.error("%s %s is given up: %s", self.name, waiting.id, error)
            await self._end(job, waiting, FAILED)
        except CarrierError as error:
            _log.warning("%s %s was not taken: %s", self.name, waiting.id, error)
            if waiting.attempts < len(self.pauses):
                await self.database.write(self._pause, job, waiting)
            else:
                attempts = waiting.attempts + 1
                _log.error("%s %s is given up after %s attempts", self.name, waiting.id, attempts)
                await self._end(job, waiting, FAILED)
        else:
            await self._end(job, waiting, DONE, named)

    async def _hand_over(self, waiting: W) -> str | None:
        content = self.unseal(waiting)
        try:
            return await self.hand_over(waiting, content)
        except CarrierError:
            raise
        except Exception as fault:  # noqa: BLE001 - its words are logged, and can hold the content
            raise CarrierFault(type(fault).__name__) from None

    def _pause(self, tx: Transaction, job: Job, waiting: W) -> None:
        self.later(tx, waiting, tx.now + self.pauses[waiting.attempts])
        jobs.finish(tx, job)

    async def _end(self, job: Job, waiting: W, outcome: str, named: str | None = None) -> None:
        def end(tx: Transaction) -> None:
            self.end(tx, waiting, outcome, named)
            jobs.finish(tx, job)

        await self.database.write(end)
        self.ended(outcome)

    async def give_up(self, job: Job) -> None:
        """Record that a message cannot be sent because of a fault of this service."""
        _log.error(
            "%s %s is given up: this service fails to send it", self.name, row_id_in(job.body)
        )
        waiting = await self.database.read(self.find, job)
        if waiting is not None:
            await self.database.write(self.end, waiting, FAILED, None)
            self.ended(FAILED)
