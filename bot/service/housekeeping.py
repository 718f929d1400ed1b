"""Housekeeping, once an hour: it tidies the queue and wipes personal data whose time is over."""

import asyncio
import logging
from datetime import timedelta

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.queue import dead_letters, upkeep
from bot.base.settings.loader import RetentionSettings
from bot.service.rules.bookings import BOOKINGS_KEPT
from bot.service.store import operator_rows, retention
from bot.service.store.audit_rows import drop_old_entries
from bot.service.store.booking_rows import drop_bookings
from bot.service.store.invitation_rows import end_old_invitations
from bot.service.store.outbox import Outgoing

_log = logging.getLogger(__name__)

# The outcome of a webhook or a text is in its row; its job holds nothing more.
_KEPT = timedelta(days=7)
_EVERY = timedelta(hours=1)


async def keep_house(database: Database, kept: RetentionSettings) -> None:
    """Run until cancelled; a task that fails is done the next time."""
    clock = database.clock
    while True:
        try:
            await database.write(_tidy_queue, kept)
            # Some deliveries at a time: other writers need not wait until all are wiped.
            while await database.write(retention.wipe_deliveries, kept):
                pass
            await database.write(retention.wipe_riders, kept)
            await database.checkpoint()
        except DatabaseFailed as error:
            _log.error("the database could not be kept in order: %s", error)
        await clock.wait(asyncio.Event(), clock.now() + _EVERY)


def _tidy_queue(tx: Transaction, kept: RetentionSettings) -> None:
    upkeep.keep_in_order(tx, Outgoing, _KEPT)
    dead_letters.drop_old(tx, tx.now - kept.ended)
    operator_rows.drop_ended(tx)
    end_old_invitations(tx)
    drop_old_entries(tx)
    drop_bookings(tx, tx.now - BOOKINGS_KEPT)
