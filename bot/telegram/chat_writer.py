"""Single messages in a chat, whatever they are about: sent, edited and deleted."""

import hashlib
from collections.abc import Callable

from telegram.error import BadRequest

from bot.actions.context import Context
from bot.actions.recipients import quiet_hours
from bot.base.database.transaction import Transaction
from bot.domain.person import Person
from bot.store import people
from bot.telegram.connection import TelegramBot
from bot.telegram.errors import MESSAGE_GONE, UNDELETABLE, says
from bot.telegram.message_ids import LatestMessages
from bot.telegram.rendering import edit, send
from bot.texts import moments
from bot.texts.html import Html
from bot.texts.message import Message, Picture, Place

Keep = Callable[[Transaction], None]
"""Records, in the transaction that finishes the notice, what Telegram has accepted."""

_BLANK = Message(html=Html("🗑"))
_BLANK_CAPTION = _BLANK.model_copy(update={"attachment": Picture(file_id="")})


def keep_nothing(_tx: Transaction) -> None:
    """Record nothing."""


def private(tx: Transaction, chat_id: int) -> Person | None:
    """Return the person of a private chat; `None` for a group."""
    return people.get(tx, chat_id) if chat_id > 0 else None


def hash_of(message: Message) -> str:
    return hashlib.sha256(message.model_dump_json().encode()).hexdigest()


class ChatWriter:
    """Sends, edits and deletes single messages, and copes with those that Telegram has lost."""

    def __init__(self, context: Context, bot: TelegramBot, latest: LatestMessages) -> None:
        self._context = context
        self._bot = bot
        self._latest = latest

    def finished(self, message: Message) -> Message:
        """Return the message as it is sent now: with the dates of times that are not of today.

        The mark of a test environment comes first. A picture is left out if the business does not
        show pictures from its host.
        """
        identity, picture = self._context.identity, message.attachment
        now, rich = self._context.clock.now(), message.rich
        html = moments.as_of(message.html, now, identity.zone)
        changes: dict[str, object] = {"html": Html(identity.mark + html)}
        if rich is not None:
            dated = moments.as_of(rich.html, now, identity.zone)
            changes["rich"] = rich.model_copy(update={"html": dated})
        if isinstance(picture, Picture) and picture.url and not identity.shows(picture.url):
            changes["attachment"] = None
        return message.model_copy(update=changes)

    def is_quiet(self, tx: Transaction, chat_id: int) -> bool:
        return self.wants_quiet(tx, private(tx, chat_id))

    def wants_quiet(self, tx: Transaction, person: Person | None) -> bool:
        return person is not None and quiet_hours.is_quiet(
            person, tx.now, self._context.identity.zone
        )

    async def send(
        self,
        chat_id: int,
        message: Message,
        reply_to: int | None = None,
        *,
        topic: int | None,
        silent: bool,
    ) -> int:
        """Send a message; a place has no sound."""
        silent = silent or isinstance(message.attachment, Place)
        sent = await send(self._bot, chat_id, message, reply_to, silent=silent, topic=topic)
        self._latest.seen(chat_id, sent)
        return sent

    async def edit(self, chat_id: int, message_id: int, message: Message) -> bool:
        """Edit a message; return `False` if it no longer exists."""
        try:
            await edit(self._bot, chat_id, message_id, message)
        except BadRequest as error:
            if says(error, ("message is not modified",)):
                return True
            if says(error, MESSAGE_GONE):
                return False
            raise
        return True

    async def delete_all(self, chat_id: int, message_ids: list[int]) -> None:
        if len(message_ids) > 1:
            try:
                await self._bot.delete_messages(chat_id, message_ids)
            except BadRequest as error:  # one of them may be at fault for all
                if not says(error, MESSAGE_GONE):
                    raise
            else:
                return
        for message_id in message_ids:
            await self.delete(chat_id, message_id)

    async def delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message; if it is too old for that, blank its text."""
        try:
            await self._bot.delete_message(chat_id, message_id)
        except BadRequest as error:
            if not says(error, MESSAGE_GONE):
                raise
            # Blank the text or caption of such a message; its picture or voice message stays.
            if says(error, UNDELETABLE) and not await self.edit(chat_id, message_id, _BLANK):
                await self.edit(chat_id, message_id, _BLANK_CAPTION)
