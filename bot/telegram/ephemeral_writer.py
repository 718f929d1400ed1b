"""Messages that one person alone sees in a group: shown, changed and taken away."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken

from bot.actions import effect_keys, notices
from bot.actions.cards import views
from bot.actions.context import Context
from bot.actions.notice_kinds import EraseEphemeral, Say, SayEphemeral
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue.jobs import Job
from bot.store import people
from bot.telegram.chat_writer import ChatWriter, Keep, keep_nothing
from bot.telegram.connection import TelegramBot
from bot.telegram.errors import says
from bot.telegram.rendering import post_words
from bot.texts.html import Html
from bot.texts.message import Ask, Message

_log = Logger(__name__)

_WITHOUT_A_WORD = Message(html=Html("…"))

_REFUSED = (BadRequest, ChatMigrated, Forbidden, InvalidToken)
"""Telegram does not show it: too late, the person has left, or the group is not ours any more."""


class EphemeralWriter:
    """Answers in the group where somebody has asked, and in their private chat if that fails.

    See https://core.telegram.org/bots/api#ephemeral-messages-and-commands. Whether a person gets
    such a message is not guaranteed: nothing is kept of it.
    """

    def __init__(self, context: Context, bot: TelegramBot, writer: ChatWriter) -> None:
        self._context = context
        self._bot = bot
        self._writer = writer
        self._is_proven = False

    async def show(self, job: Job, notice: SayEphemeral) -> Keep:
        """Show it in the group; where that cannot be, let the private chat have it instead."""
        message = await self._context.database.read(self._message, notice)
        if message is not None and await self._is_shown(notice, self._writer.finished(message)):
            return keep_nothing
        return partial(_tell_privately, job=job, notice=notice)

    def _message(self, tx: Transaction, notice: SayEphemeral) -> Message | None:
        otherwise, zone = notice.otherwise, self._context.identity.zone
        if isinstance(otherwise, Say):
            return otherwise.message
        return views.render(tx, otherwise.chat_id, otherwise.delivery, otherwise.view, zone=zone)

    async def _is_shown(self, notice: SayEphemeral, message: Message) -> bool:
        """Show a message, if it is one of words and buttons alone; tell whether it is shown."""
        asks = message.ask is not Ask.NOTHING or message.attachment is not None
        if asks or not self._context.telegram.takes_ephemeral:
            return False
        try:
            if notice.changes is not None and await self._is_changed(notice, message):
                return True
            if not await self._knows_ephemeral(notice):
                return False
            await self._send(notice, message)
        except _REFUSED as error:
            _log.info("an answer was not shown in its group", reason=error.message)
            return False
        return True

    async def _is_changed(self, notice: SayEphemeral, message: Message) -> bool:
        """Change what is shown already; `False` if it is not there any more."""
        try:
            await post_words(
                self._bot,
                "editEphemeralMessageText",
                message,
                chat_id=notice.group,
                receiver_user_id=notice.chat_id,
                ephemeral_message_id=notice.changes,
            )
        except BadRequest as error:
            return says(error, ("message is not modified",))
        return True

    async def _knows_ephemeral(self, notice: SayEphemeral) -> bool:
        """Try it once in each process, without a word.

        A server that does not know ephemeral messages passes over the parameter, and shows
        everybody what was meant for one.
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


def _tell_privately(tx: Transaction, job: Job, notice: SayEphemeral) -> None:
    """Let the private chat have it, with a sound: the person looks at the group."""
    person = people.get(tx, notice.chat_id)
    if person is not None and person.reachable:
        key = effect_keys.privately(job.key)
        notices.post(tx, notice.otherwise, key, urgency=notice.urgency)
