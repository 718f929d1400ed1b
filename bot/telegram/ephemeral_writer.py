"""Ephemeral messages, which one person alone sees in a group: sent, edited and deleted."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken

from bot.actions import effect_keys, notices
from bot.actions.cards import views
from bot.actions.context import Context
from bot.actions.notice_kinds import (
    EraseEphemeral,
    RefreshEphemeral,
    Say,
    SayEphemeral,
    View,
)
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue.jobs import Job
from bot.identifiers import DeliveryUuid
from bot.store import people
from bot.telegram.chat_writer import ChatWriter, Keep, hash_of, keep_nothing
from bot.telegram.connection import TelegramBot
from bot.telegram.errors import says
from bot.telegram.rendering import post_words
from bot.texts.html import Html, joined
from bot.texts.message import Ask, Message

_log = Logger(__name__)

_WITHOUT_A_WORD = Message(html=Html("…"))

_REFUSED = (BadRequest, ChatMigrated, Forbidden, InvalidToken)
"""Telegram refuses the message: too late, the person has left, or the bot is out of the group."""


_LIVES = timedelta(hours=1)
"""How long an ephemeral card is kept up to date."""

_MOST = 1000


@dataclass(frozen=True, slots=True)
class _Shown:
    """An ephemeral message that is shown, and the hash of its content."""

    message: int
    hash: str
    until: datetime


class EphemeralWriter:
    """Answers in the group where somebody has asked, and in their private chat if that fails.

    See https://core.telegram.org/bots/api#ephemeral-messages-and-commands. Telegram does not
    guarantee that a person gets such a message, so the process keeps them only in memory.
    """

    def __init__(self, context: Context, bot: TelegramBot, writer: ChatWriter) -> None:
        self._context = context
        self._bot = bot
        self._writer = writer
        self._is_proven = False
        self._shown: dict[tuple[int, int, str], _Shown] = {}

    async def show(self, job: Job, notice: SayEphemeral) -> Keep:
        """Show a message in the group; if that fails, send it to the private chat instead."""
        message = await self._context.database.read(self._message, notice)
        if message is not None:
            here = message.model_copy(update={"html": joined([message.html, notice.hint])})
            if await self._is_shown(notice, self._writer.finished(here)):
                return keep_nothing
        return partial(_tell_privately, job=job, notice=notice)

    def _message(self, tx: Transaction, notice: SayEphemeral) -> Message | None:
        otherwise, zone = notice.otherwise, self._context.identity.zone
        if isinstance(otherwise, Say):
            return otherwise.message
        return views.render(tx, otherwise.chat_id, otherwise.delivery, otherwise.view, zone=zone)

    async def _is_shown(self, notice: SayEphemeral, message: Message) -> bool:
        """Show a message if it has only text and buttons; tell whether it is shown."""
        asks = message.ask is not Ask.NOTHING or message.attachment is not None
        if asks or not self._context.telegram.takes_ephemeral:
            return False
        known = self._shown.get(_key(notice)) if notice.goes_on else None
        place = notice.changes or (known.message if known else None)
        try:
            if place and await self._is_changed(notice.group, notice.chat_id, place, message):
                self._note(notice, place, message)
                return True
            if not await self._knows_ephemeral(notice):
                return False
            sent = await self._send(notice, message)
            self._note(notice, int(sent["ephemeral_message_id"]), message)
        except _REFUSED as error:
            _log.info("an answer was not shown in its group", reason=error.message)
            return False
        return True

    def _note(self, notice: SayEphemeral, number: int, message: Message) -> None:
        """Remember the card that a message shows; its number may have belonged to another card."""
        self._forget(notice.group, notice.chat_id, number)
        if notice.shows:
            until = self._context.clock.now() + _LIVES
            self._shown[_key(notice)] = _Shown(number, hash_of(message), until)
        while len(self._shown) > _MOST:
            del self._shown[next(iter(self._shown))]

    def _forget(self, group: int, reader: int, number: int) -> None:
        for key, shown in list(self._shown.items()):
            if key[:2] == (group, reader) and shown.message == number:
                del self._shown[key]

    def shows(self, group: int, delivery: str) -> bool:
        """Tell whether anybody in a group sees an ephemeral card of a delivery."""
        return any((place, about) == (group, delivery) for place, _, about in self._shown)

    async def refresh(self, notice: RefreshEphemeral) -> None:
        """Bring the ephemeral cards of a delivery in a group up to date.

        Delete those of people who may no longer see the delivery.
        """
        for key, shown in list(self._shown.items()):
            group, reader, about = key
            if (group, about) != (notice.chat_id, notice.delivery):
                continue
            try:
                changed = await self._brought_up_to_date(group, reader, notice.delivery, shown)
            except _REFUSED as error:
                _log.info("a card was not changed in its group", reason=error.message)
                changed = None
            if changed is None:
                del self._shown[key]
            else:
                self._shown[key] = changed

    async def _brought_up_to_date(
        self, group: int, reader: int, delivery: DeliveryUuid, shown: _Shown
    ) -> _Shown | None:
        """Update one person's card of a delivery; return `None` if it is no longer kept."""
        message = await self._context.database.read(self._card, reader, delivery)
        if message is None:
            await self._delete(group, reader, shown.message)
            return None
        finished = self._writer.finished(message)
        now_shows = hash_of(finished)
        if now_shows == shown.hash:
            return shown
        lives = self._context.clock.now() < shown.until
        if lives and await self._is_changed(group, reader, shown.message, finished):
            return replace(shown, hash=now_shows)
        return None

    def _card(self, tx: Transaction, reader: int, delivery: DeliveryUuid) -> Message | None:
        zone = self._context.identity.zone
        return views.render(tx, reader, delivery, View.DISPATCHER, zone=zone)

    async def _is_changed(self, group: int, reader: int, number: int, message: Message) -> bool:
        """Edit a message that is shown; return `False` if it no longer exists."""
        try:
            await post_words(
                self._bot,
                "editEphemeralMessageText",
                message,
                chat_id=group,
                receiver_user_id=reader,
                ephemeral_message_id=number,
            )
        except BadRequest as error:
            return says(error, ("message is not modified",))
        return True

    async def _knows_ephemeral(self, notice: SayEphemeral) -> bool:
        """Tell whether the server knows ephemeral messages; try it once in each process.

        A server that does not know them ignores the parameter, and shows the message to everybody.
        """
        if self._is_proven:
            return True
        sent = await self._send(notice, _WITHOUT_A_WORD)
        if "ephemeral_message_id" not in sent:
            self._context.telegram.takes_ephemeral = False
            await self._writer.delete(notice.group, int(sent["message_id"]))
            return False
        self._is_proven = True
        await self._delete(notice.group, notice.chat_id, int(sent["ephemeral_message_id"]))
        return True

    async def _send(self, notice: SayEphemeral, message: Message) -> Mapping[str, Any]:
        receiver: dict[str, object] = {"receiver_user_id": notice.chat_id}
        if notice.query is not None:
            receiver["callback_query_id"] = notice.query
        sent = await post_words(
            self._bot,
            "sendMessage",
            message,
            chat_id=notice.group,
            message_thread_id=notice.topic,
            reply_parameters={"ephemeral_message_id": notice.said} if notice.said else None,
            ephemeral_message_parameters=receiver,
        )
        return dict(sent)

    async def erase(self, notice: EraseEphemeral) -> None:
        self._forget(notice.group, notice.chat_id, notice.message)
        try:
            await self._delete(notice.group, notice.chat_id, notice.message)
        except _REFUSED as error:
            _log.info("nothing was to be taken away", reason=error.message)

    async def _delete(self, group: int, receiver: int, message: int) -> None:
        await self._bot.post(
            "deleteEphemeralMessage",
            chat_id=group,
            receiver_user_id=receiver,
            ephemeral_message_id=message,
        )


def _key(notice: SayEphemeral) -> tuple[int, int, str]:
    return notice.group, notice.chat_id, notice.shows or ""


def _tell_privately(tx: Transaction, job: Job, notice: SayEphemeral) -> None:
    """Post it to the private chat instead, with a sound: the person is looking at the group."""
    person = people.get(tx, notice.chat_id)
    if person is not None and person.reachable:
        key = effect_keys.privately(job.key)
        notices.post(tx, notice.otherwise, key, urgency=notice.urgency)
