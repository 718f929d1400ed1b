"""Refusals: settling a notice that Telegram did not take, by the error that it answered."""

from collections import Counter
from datetime import timedelta

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.notice_kinds import Notice, Say, SetMenu, Urgency
from bot.actions.recipients import groups as group_actions
from bot.actions.recipients.groups import Loss
from bot.actions.rider import out_of_reach
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.base.queue.outage import Outage, pause
from bot.domain.person import Unreachable
from bot.store import deliveries, people
from bot.store.job_kind import JobKind
from bot.telegram.connection import pause_of
from bot.telegram.http_request import LostAnswer
from bot.texts.everyone import conversation
from bot.texts.words import Words

_log = Logger(__name__)

TELEGRAM_OUTAGE = Outage(
    "telegram outage",
    (JobKind.NOTICE, JobKind.PHOTO),
    tuple(error.__name__ for error in (NetworkError, TimedOut, LostAnswer)),
)

# Telegram's words for a message that cannot be edited or deleted because it no longer exists.
MESSAGE_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message to delete not found",
    "message can't be deleted",
    "message can't be deleted for everyone",
    "message not found",
    "message identifier is not specified",
    "message_id_invalid",
    "message_delete_forbidden",
    "message_author_required",
    "message_edit_time_expired",
    "there is no text in the message to edit",
    "there is no caption in the message to edit",
)
# Those of them that may also mean that the message is too old (48 hours) to be deleted.
UNDELETABLE = ("message can't be deleted", "message_delete_forbidden")
# Its words for chats that will never take a message again, apart from those that answer 403.
_CHAT_GONE = (
    "chat not found",
    "user not found",
    "user is deactivated",
    "user_deactivated",
    "chat was deactivated",
    "chat was deleted",
    "bot was kicked",
    "bot is not a member",
    "peer_id_invalid",
    "chat_id_invalid",
    "channel_invalid",
    "channel_private",
)
# Its words for a group, or a topic of a group, in which the bot may no longer write.
_GROUP_SILENCED = (
    "message thread not found",
    "topic_closed",
    "topic_deleted",
    "topic_id_invalid",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_admin_required",
    "chat_send_plain_forbidden",
    "user_banned_in_channel",
    "need administrator rights",
    "not enough rights to send",
    "have no rights to send",
)


_IN_A_ROW = 3
"""After so many messages in a row refused in unknown words, a group counts as lost."""

_MENU_ATTEMPTS = 5
"""How often to try a menu if Telegram answers "not found", which means the token or the menu."""


def says(error: BadRequest, sentences: tuple[str, ...]) -> bool:
    """Tell whether Telegram's error contains one of these sentences."""
    reason = error.message.lower()
    return any(sentence in reason for sentence in sentences)


class Refusals:
    """Settles notices that were not sent: deferred, given up with their chat, or dead."""

    def __init__(self, context: Context) -> None:
        self._database = context.database
        self._in_a_row = Counter[int]()

    def taken(self, chat_id: int) -> None:
        """Note that Telegram accepts messages to a chat."""
        self._in_a_row.pop(chat_id, None)

    async def settle(self, job: Job, notice: Notice, error: TelegramError) -> None:
        """Settle a notice that was not sent."""
        match error:
            case RetryAfter():
                wait = pause_of(error)
                _log.warning("telegram asks to wait", seconds=wait.total_seconds())
                await self._database.write(_postpone, job, wait, "retry_after")
            case ChatMigrated():
                await self._database.write(_move, job, notice, error.new_chat_id)
            case Forbidden():
                await self._give_up(job, notice, error.message)
            # Match BadRequest before NetworkError: in the library it is a subclass of it.
            case BadRequest() if says(error, _CHAT_GONE):
                await self._give_up(job, notice, error.message)
            case BadRequest() if says(error, _GROUP_SILENCED):
                _log.info("group is silent", chat=notice.chat_id, reason=error.message)
                await self._database.write(_fall_silent, job, notice)
            case BadRequest():
                await self._dead_letter(job, notice, error.message)
                # Give up a group that takes nothing, whatever words Telegram has for it.
                self._in_a_row[notice.chat_id] += 1
                if self._in_a_row[notice.chat_id] >= _IN_A_ROW:
                    self.taken(notice.chat_id)
                    await self._database.write(group_actions.lost, notice.chat_id, Loss.REFUSED)
            case InvalidToken() | NetworkError():  # the operator or Telegram will mend that
                await self._unanswered(job, notice, error)
            case _:
                raise error

    async def sent_twice(self, job: Job, notice: Notice) -> None:
        """Give up a message that may be in its chat twice already, and tell its author at once."""
        reason = "no answer to two attempts"
        _log.error("telegram refused a message", kind=notice.kind, job=job.id, reason=reason)
        await self._database.write(_give_up_words, job, notice, reason)

    async def _unanswered(self, job: Job, notice: Notice, error: TelegramError) -> None:
        is_menu = isinstance(notice, SetMenu) and isinstance(error, InvalidToken)
        if is_menu and job.attempts >= _MENU_ATTEMPTS:
            await self._dead_letter(job, notice, error.message)
            return
        _log.warning("telegram takes nothing", error=error)
        wait, reason = pause(job.attempts), type(error).__name__
        is_unsure = isinstance(error, TimedOut | LostAnswer)
        await self._database.write(_postpone, job, wait, reason, is_unsure=is_unsure)

    async def _give_up(self, job: Job, notice: Notice, reason: str) -> None:
        _log.info("chat is gone", chat=notice.chat_id, reason=reason)
        await self._database.write(_give_up, job, notice)

    async def _dead_letter(self, job: Job, notice: Notice, reason: str) -> None:
        """Dead-letter a notice that would be refused again, so that those behind it can go on."""
        _log.error("telegram refused a message", kind=notice.kind, job=job.id, reason=reason)
        await self._database.write(jobs.dead_letter, job, reason)


def _postpone(
    tx: Transaction, job: Job, wait: timedelta, reason: str, *, is_unsure: bool = False
) -> None:
    TELEGRAM_OUTAGE.postpone(tx, job, tx.now + wait, reason, is_unsure=is_unsure)


def _give_up_words(tx: Transaction, job: Job, notice: Notice, reason: str) -> None:
    jobs.dead_letter(tx, job, reason)
    if not isinstance(notice, Say) or notice.author is None:
        return
    author = people.get(tx, notice.author)
    if author is None or not author.reachable:
        return
    row = deliveries.get(tx, notice.under[0]) if notice.under else None
    message = conversation.may_be_lost(Words(author.language), row.order_number if row else "")
    notice_to_author = Say(chat_id=author.user_id, message=message)
    notices.post(tx, notice_to_author, effect_keys.may_be_lost(job.key))


def _move(tx: Transaction, job: Job, notice: Notice, new_chat_id: int) -> None:
    jobs.finish(tx, job)
    # The group has become a supergroup, so its notices go to the new chat id.
    group_actions.moved(tx, notice.chat_id, new_chat_id)
    redirected = group_actions.redirected(notice, new_chat_id)
    if redirected is not None:
        key, urgency = effect_keys.moved(job.key), Urgency(job.urgency)
        notices.post(tx, redirected, key, urgency=urgency)


def _give_up(tx: Transaction, job: Job, notice: Notice) -> None:
    """The chat will not take anything: stop to write there, until its person comes back."""
    jobs.finish(tx, job)
    out_of_reach.lose(tx, notice.chat_id, Unreachable.BLOCKED)
    group_actions.lost(tx, notice.chat_id, Loss.REMOVED)


def _fall_silent(tx: Transaction, job: Job, notice: Notice) -> None:
    """The group, or its topic, takes nothing any more, though the bot is still there."""
    jobs.finish(tx, job)
    group_actions.silenced(tx, notice)
