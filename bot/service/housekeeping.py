"""What is done once a day: the queue forgets what it has done."""

import asyncio
import logging
from datetime import timedelta

from bot.base import jobs
from bot.base.clock import Clock
from bot.base.database import Database
from bot.base.transaction import DatabaseFailed, Transaction

_log = logging.getLogger(__name__)

# What became of a webhook or a text is in its row; its job tells nothing that is not there.
_KEPT = timedelta(days=7)
_EVERY = timedelta(days=1)


async def forget_finished_jobs(database: Database, clock: Clock) -> None:
    """Run until cancelled. What fails is done the next day."""
    while True:
        try:
            await database.write(_forget)
        except DatabaseFailed as error:
            _log.error("finished jobs could not be forgotten: %s", error)
        await clock.wait(asyncio.Event(), clock.now() + _EVERY)


def _forget(tx: Transaction) -> None:
    jobs.forget_finished(tx, tx.now - _KEPT)
