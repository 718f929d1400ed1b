"""Acceptance: many arrivals share one commit, and nobody is answered before it is durable."""

import asyncio
from contextlib import suppress
from typing import Self

import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.base import jobs
from bot.base.database import Database
from bot.base.jobs import NewJob

_BATCH = 512
_QUEUE = 4096

_log = structlog.get_logger(__name__)


class IntakeFull(Exception):
    """More arrives than can be written down; whoever sent it should come again."""


class Intake:
    """Writes arrivals down in batches; a batch is what came while the last one was written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: asyncio.Queue[tuple[NewJob, asyncio.Future[None]]] = asyncio.Queue(_QUEUE)
        self._writer: asyncio.Task[None] | None = None
        self._is_open = False

    async def __aenter__(self) -> Self:
        self._writer = asyncio.create_task(self._write_batches(), name="intake")
        self._is_open = True
        return self

    async def __aexit__(self, *_: object) -> None:
        """Take nothing more, and answer those who wait."""
        self._is_open = False
        if self._writer is not None:
            written = asyncio.create_task(self._queue.join())
            await asyncio.wait({written, self._writer}, return_when=asyncio.FIRST_COMPLETED)
            written.cancel()
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer

    async def accept(self, job: NewJob) -> None:
        """Return once the job is durable (or was known already).

        Raises:
            IntakeFull: the queue is full, or the bot is stopping; nothing was kept.
            SQLAlchemyError: the database would not take it; nothing was kept.
        """
        if not self._is_open or self._writer is None or self._writer.done():
            raise IntakeFull("the intake does not run")
        durable = asyncio.get_running_loop().create_future()
        try:
            self._queue.put_nowait((job, durable))
        except asyncio.QueueFull as error:
            raise IntakeFull("the intake queue is full") from error
        await durable

    async def _write_batches(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < _BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            await self._write(batch)
            for _ in batch:
                self._queue.task_done()

    async def _write(self, batch: list[tuple[NewJob, asyncio.Future[None]]]) -> None:
        failure: SQLAlchemyError | None = None
        try:
            async with self._database.write() as tx:
                await jobs.accept(tx, [job for job, _ in batch])
        except SQLAlchemyError as error:
            _log.warning("arrivals were not kept", arrivals=len(batch), error=repr(error))
            failure = error
        for _, durable in batch:
            if durable.done():
                continue
            if failure is None:
                durable.set_result(None)
            else:
                durable.set_exception(failure)
