"""The sender: a notice becomes a message, an edit or a deletion in Telegram."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import structlog
from telegram import BotCommand, BotCommandScopeChat
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.deliveries import views
from bot.actions.notices import (
    Erase,
    EraseCard,
    Notice,
    Replace,
    Say,
    SetMenu,
    ShowCard,
    Urgency,
    View,
)
from bot.actions.recipients import groups as group_actions
from bot.actions.recipients import quiet_hours
from bot.actions.recipients.groups import Loss
from bot.base import jobs
from bot.base.backoff import pause
from bot.base.jobs import Job
from bot.base.transaction import DatabaseFailed, Transaction
from bot.store import cards, groups, people
from bot.store.cards import Card
from bot.store.groups import Group
from bot.store.people import Person
from bot.texts.html import Html
from bot.texts.message import Message, Picture, Place
from bot.workers import deletions
from bot.workers.pacing import NotNow, Pacing, Sending
from bot.workers.telegram_connection import TelegramBot, pause_of
from bot.workers.telegram_messages import edit, send

_log = structlog.get_logger(__name__)

Keep = Callable[[Transaction], None]
"""What is written down, in the transaction that ends the notice, once Telegram has taken it."""

Menu = Callable[[Person], list[tuple[str, str]]]

KEEP_AGAIN = timedelta(seconds=1)

# Telegram's words for a message that cannot be edited or deleted because it is not there any more.
_MESSAGE_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message to delete not found",
    "message can't be deleted",
    "message_id_invalid",
    "there is no text in the message to edit",
)
# Among them those for a message that may be there, but is too old (48 hours) to be deleted.
_UNDELETABLE = ("message can't be deleted",)
_BLANK = Message(html=Html("🗑"))
# Its words for chats that will never take a message again, beside those it answers 403 to.
_CHAT_GONE = ("chat not found", "user is deactivated", "peer_id_invalid")
# Its words for a group in which, or in whose topic, the bot may not write any more.
_GROUP_SILENCED = (
    "message thread not found",
    "topic_closed",
    "topic_deleted",
    "chat_write_forbidden",
    "not enough rights to send",
    "have no rights to send",
)


class NoticeSender:
    """Sends notices, each when it is its turn."""

    def __init__(self, context: Context, bot: TelegramBot, pacing: Pacing, menu: Menu) -> None:
        self._context = context
        self._bot = bot
        self._pacing = pacing
        self._menu = menu

    async def send(self, job: Job) -> None:
        """Send one notice and settle its job: sent, later, given up with its chat, or dead."""
        notice = notices.read(job.body)
        check = partial(jobs.ensure_held, job, self._context.database.process)
        sending = Sending(job.id, notice.chat_id, Urgency(job.urgency), notice.writes, check)
        try:
            async with self._pacing.turn(sending):
                keep = await self._deliver(job, notice)
        except NotNow as error:
            await self._context.database.write(jobs.defer, job, error.until)
        except TelegramError as error:
            await self._decide(job, notice, error)
        else:
            await self._finish(job, keep)

    async def _finish(self, job: Job, keep: Keep) -> None:
        """End a notice that Telegram has taken: given up, it would be sent once more."""
        while True:
            try:
                return await self._context.database.write(_finish, job, keep)
            except DatabaseFailed as error:
                _log.warning("what was sent could not be kept", job=job.id, error=str(error))
            await self._context.clock.wait(asyncio.Event(), self._context.clock.now() + KEEP_AGAIN)

    async def _decide(self, job: Job, notice: Notice, error: TelegramError) -> None:
        """Settle what was not sent. To the library a refusal is a kind of network error."""
        match error:
            case RetryAfter():
                await self._later(job, error)
            case ChatMigrated():
                await self._move(job, notice, error.new_chat_id)
            case Forbidden():
                await self._give_up(job, notice, error.message)
            case BadRequest() if _says(error, _CHAT_GONE):
                await self._give_up(job, notice, error.message)
            case BadRequest() if _says(error, _GROUP_SILENCED):
                await self._fall_silent(job, notice, error.message)
            case BadRequest():
                await self._dead_letter(job, notice, error.message)
            case InvalidToken() | NetworkError():  # the operator or Telegram will mend that
                _log.warning("telegram takes nothing", error=repr(error))
                until = self._context.clock.now() + pause(job.attempts)
                await self._postpone(job, until, type(error).__name__)
            case _:
                raise error

    async def _postpone(self, job: Job, until: datetime, reason: str) -> None:
        await self._context.database.write(jobs.postpone, job, until, reason)

    async def _deliver(self, job: Job, notice: Notice) -> Keep:
        match notice:
            case Say():
                return await self._say(notice)
            case Replace():
                await self._replace(notice)
            case ShowCard():
                return await self._show_card(notice)
            case EraseCard():
                return await self._erase_card(notice)
            case Erase():
                return await self._erase(job, notice)
            case SetMenu():
                await self._set_menu(notice)
        return _nothing

    async def _say(self, notice: Say) -> Keep:
        under = None
        if notice.under is not None:
            under = await self._context.database.read(cards.get, notice.chat_id, *notice.under)
        reply_to = under.message_id if under else None
        message = self._marked(notice.message)
        sent = await self._send(notice.chat_id, message, reply_to, topic=notice.topic)
        if notice.under is None or notice.becomes is None:
            return _nothing
        delivery, _ = notice.under
        return _kept(Card(notice.chat_id, delivery, notice.becomes, sent, _hash(message)))

    async def _send(
        self,
        chat_id: int,
        message: Message,
        reply_to: int | None = None,
        *,
        topic: int | None = None,
        silent: bool = False,
    ) -> int:
        """Send a message; places, and what is for somebody who wants quiet, have no sound."""
        silent = (
            silent
            or isinstance(message.attachment, Place)
            or await self._context.database.read(self._is_quiet, chat_id)
        )
        return await send(self._bot, chat_id, message, reply_to, silent=silent, topic=topic)

    def _is_quiet(self, tx: Transaction, chat_id: int) -> bool:
        person = people.get(tx, chat_id)
        return person is not None and quiet_hours.is_quiet(
            person, tx.now, self._context.identity.zone
        )

    async def _replace(self, notice: Replace) -> None:
        message = self._marked(notice.message)
        if not await self._edit(notice.chat_id, notice.message_id, message):
            await self._send(notice.chat_id, message, topic=notice.topic)

    async def _show_card(self, notice: ShowCard) -> Keep:
        message, card, group = await self._context.database.read(_card, notice)
        if message is None:
            return await self._take_away(card) if card else _nothing
        if card is None and not notice.create:
            return _nothing
        message = self._marked(message)
        if card is not None and not notice.fresh:
            if card.shown == _hash(message):
                return _nothing
            if _can_change(message) and await self._edit(card.chat_id, card.message_id, message):
                return _kept(replace(card, shown=_hash(message)))
        if card is not None:
            await self._delete(card.chat_id, card.message_id)
        topic = group.topic if group else None
        # What takes the place of a lost card would have been an edit, without a sound.
        silent = notice.quiet or (card is not None and not notice.fresh)
        sent = await self._send(notice.chat_id, message, topic=topic, silent=silent)
        new = Card(notice.chat_id, notice.delivery, notice.view, sent, _hash(message))
        return _kept(new)

    def _marked(self, message: Message) -> Message:
        """Put the sign of a test environment in front of everything that is said there.

        A picture from a host that the business does not show pictures from is left out.
        """
        changes: dict[str, object] = {"html": Html(self._context.identity.mark + message.html)}
        picture = message.attachment
        if (
            isinstance(picture, Picture)
            and picture.url
            and not self._context.identity.shows(picture.url)
        ):
            changes["attachment"] = None
        return message.model_copy(update=changes)

    async def _edit(self, chat_id: int, message_id: int, message: Message) -> bool:
        """Edit a message; `False` if it is not there any more."""
        try:
            await edit(self._bot, chat_id, message_id, message)
        except BadRequest as error:
            if _says(error, ("message is not modified",)):
                return True
            if _says(error, _MESSAGE_GONE):
                return False
            raise
        return True

    async def _take_away(self, card: Card) -> Keep:
        if card.view == View.LOCATION:
            await self._stop_moving(card)
        else:
            await self._delete(card.chat_id, card.message_id)
        return lambda tx: cards.forget(tx, card)

    async def _stop_moving(self, card: Card) -> None:
        try:
            await self._bot.stop_message_live_location(card.chat_id, card.message_id)
        except BadRequest as error:
            if not _says(error, (*_MESSAGE_GONE, "message is not modified")):
                raise

    async def _erase_card(self, notice: EraseCard) -> Keep:
        card = await self._context.database.read(
            cards.get, notice.chat_id, notice.delivery, notice.view
        )
        if card is None:
            return _nothing
        await self._delete(card.chat_id, card.message_id)
        return lambda tx: cards.forget(tx, card)

    async def _erase(self, job: Job, notice: Erase) -> Keep:
        """Delete a message, and by the same request what stands behind it to be deleted."""
        behind = await self._context.database.read(deletions.going_along, job, notice)
        await self._delete_all(notice.chat_id, [notice.message_id, *behind.values()])
        return lambda tx: deletions.settle(tx, behind)

    async def _delete_all(self, chat_id: int, message_ids: list[int]) -> None:
        if len(message_ids) > 1:
            try:
                await self._bot.delete_messages(chat_id, message_ids)
            except BadRequest as error:  # one of them may be at fault for all
                if not _says(error, _MESSAGE_GONE):
                    raise
            else:
                return
        for message_id in message_ids:
            await self._delete(chat_id, message_id)

    async def _delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message; where it is too old for that, leave nothing to be read in it."""
        try:
            await self._bot.delete_message(chat_id, message_id)
        except BadRequest as error:
            if not _says(error, _MESSAGE_GONE):
                raise
            if _says(error, _UNDELETABLE):
                await self._edit(chat_id, message_id, _BLANK)

    async def _set_menu(self, notice: SetMenu) -> None:
        person = await self._context.database.read(people.get, notice.chat_id)
        scope = BotCommandScopeChat(notice.chat_id)
        if person is None:
            await self._bot.delete_my_commands(scope=scope)
            return
        listed = [BotCommand(name, what) for name, what in self._menu(person)]
        await self._bot.set_my_commands(listed, scope=scope)

    async def _later(self, job: Job, error: RetryAfter) -> None:
        pause = pause_of(error)
        _log.warning("telegram asks to wait", seconds=pause.total_seconds())
        await self._postpone(job, self._context.clock.now() + pause, "retry_after")

    async def _move(self, job: Job, notice: Notice, new_chat_id: int) -> None:
        redirected = group_actions.redirected(notice, new_chat_id)

        def move(tx: Transaction) -> None:
            jobs.finish(tx, job)
            group_actions.moved(tx, notice.chat_id, new_chat_id)
            if redirected is not None:
                key, urgency = effect_keys.moved(job.key), Urgency(job.urgency)
                notices.post(tx, redirected, key, urgency=urgency)

        await self._context.database.write(move)

    async def _give_up(self, job: Job, notice: Notice, reason: str) -> None:
        """The chat will not take anything: stop to write there, until its person comes back."""
        _log.info("chat is gone", chat=notice.chat_id, reason=reason)

        def give_up(tx: Transaction) -> None:
            jobs.finish(tx, job)
            people.set_reachable(tx, notice.chat_id, False)
            group_actions.lost(tx, notice.chat_id, Loss.REMOVED)

        await self._context.database.write(give_up)

    async def _fall_silent(self, job: Job, notice: Notice, reason: str) -> None:
        """The group, or its topic, takes nothing any more, though the bot is still there."""
        _log.info("group is silent", chat=notice.chat_id, reason=reason)

        def fall_silent(tx: Transaction) -> None:
            jobs.finish(tx, job)
            group_actions.silenced(tx, notice)

        await self._context.database.write(fall_silent)

    async def _dead_letter(self, job: Job, notice: Notice, reason: str) -> None:
        """Telegram will refuse this again: what waits behind it in its chat must not wait."""
        _log.error("telegram refused a message", kind=notice.kind, job=job.id, reason=reason)
        await self._context.database.write(jobs.dead_letter, job, reason)


def _finish(tx: Transaction, job: Job, keep: Keep) -> None:
    jobs.finish(tx, job)
    keep(tx)


def _card(tx: Transaction, notice: ShowCard) -> tuple[Message | None, Card | None, Group | None]:
    """Return what a card should show, the message that it is, and the group it is in, if any."""
    where = (notice.chat_id, notice.delivery, notice.view)
    group = groups.get(tx, notice.chat_id) if notice.chat_id < 0 else None
    return views.render(tx, *where), cards.get(tx, *where), group


def _can_change(message: Message) -> bool:
    """Tell whether Telegram lets this be edited: a place that is not live stays where it is."""
    place = message.attachment
    return not isinstance(place, Place) or place.live_seconds is not None


def _says(error: BadRequest, sentences: tuple[str, ...]) -> bool:
    said = error.message.lower()
    return any(sentence in said for sentence in sentences)


def _hash(message: Message) -> str:
    return hashlib.sha256(message.model_dump_json().encode()).hexdigest()


def _kept(card: Card) -> Keep:
    return lambda tx: cards.save(tx, card)


def _nothing(_tx: Transaction) -> None:
    """Nothing to write down."""
