"""Housekeeping: deletes data that was kept for long enough, without a trace in the files."""

from collections.abc import Collection
from datetime import datetime, timedelta

from bot.actions.context import Context
from bot.actions.dispatcher.drafts import usual
from bot.actions.everyone.forget import forget_stranger
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue import dead_letters, upkeep
from bot.base.settings.loader import RetentionSettings
from bot.store import people, retention
from bot.store.job_kind import JobKind
from bot.telegram import sent_log
from bot.telegram.sent_log import SentRecord
from bot.workers.on_call import OnCall
from bot.workers.regular import Regular

_log = Logger(__name__)

_KEYS_KEPT = timedelta(days=35)
_EVERY = timedelta(minutes=10)
_PEOPLE_EVERY = timedelta(days=1)


def housekeeping(context: Context, kept: RetentionSettings) -> Regular:
    """Delete data that was kept for long enough, and empty the write-ahead log."""
    people_due: datetime | None = None

    async def work() -> timedelta:
        nonlocal people_due
        database = context.database
        await database.write(_keep_in_order, kept)
        # Each portion is a short transaction, and returns whether there may be more to delete.
        for portion in (retention.forget_deliveries, retention.forget_expired):
            while await database.write(portion, kept):
                pass
        if people_due is None or people_due <= context.clock.now():
            # Forget each stranger in a separate transaction.
            after: int | None = 0
            while after is not None:
                strangers, after = await database.read(retention.strangers, after, kept)
                for user_id in strangers:
                    await database.write(forget_stranger, user_id, kept)
            people_due = context.clock.now() + _PEOPLE_EVERY
        await database.checkpoint()
        return _EVERY

    return Regular(context, work)


def _keep_in_order(tx: Transaction, kept: RetentionSettings) -> None:
    upkeep.keep_in_order(tx, JobKind, _KEYS_KEPT)
    usual.forget_before(tx, tx.now - kept.ended)
    dropped = dead_letters.drop_old(tx, tx.now - kept.ended)
    if dropped:
        _log.warning("what was given up long ago is dropped", jobs=dropped)


def forgetting_sent(context: Context, sent: SentRecord) -> OnCall:
    """Shorten the record of sent messages once a day; each process shortens its own."""

    async def work() -> timedelta:
        # Messages to people who were forgotten are removed, too.
        chats = await context.database.read(_chats_of_people, await sent.private_chats())
        try:
            await sent.forget(context.clock.now() - sent_log.KEPT, keep_chats=chats)
        except OSError as error:
            _log.warning("what was sent cannot be forgotten next to the key file", error=error)
        return _PEOPLE_EVERY

    forgetting = OnCall(context.clock, context.database.signals["sent"], work)
    forgetting.call()
    return forgetting


def _chats_of_people(tx: Transaction, chats: Collection[int]) -> set[int]:
    return {chat_id for chat_id in chats if people.get(tx, chat_id) is not None}
