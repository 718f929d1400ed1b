"""What is done once an hour: the queue is kept in order."""

import asyncio
import logging
from datetime import timedelta

from bot.base import upkeep
from bot.base.database import Database
from bot.base.transaction import DatabaseFailed
from bot.service.store.outgoing import Outgoing

_log = logging.getLogger(__name__)

# What became of a webhook or a text is in its row; its job tells nothing that is not there.
_KEPT = timedelta(days=7)
_EVERY = timedelta(hours=1)


async def keep_queue_in_order(database: Database) -> None:
    """Run until cancelled. What fails is done the next time."""
    clock = database.clock
    while True:
        try:
            await database.write(upkeep.keep_in_order, Outgoing, _KEPT)
        except DatabaseFailed as error:
            _log.error("the queue could not be kept in order: %s", error)
        await clock.wait(asyncio.Event(), clock.now() + _EVERY)
