"""Sends without an answer: how often to repeat them, and how to find the message again.

The Bot API has no key that would let Telegram recognise a repeated message. So after a send without
an answer, or an attempt that was cut off, the message may be in its chat or not. Words are then
sent once more, and never a third time. A card, or words that go with a delivery, are looked for
first: the sender records the message behind which they will stand, and checks the messages there.
"""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import count, filterfalse, islice
from typing import Any

from pydantic import BaseModel
from telegram.error import BadRequest, NetworkError

from bot.actions.cards.found_messages import SentMessage, take_in
from bot.actions.context import Context
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.identifiers import DeliveryUuid
from bot.store import cards
from bot.store.digests import DigestKind
from bot.store.message_numbers import TOGETHER, counted_as
from bot.telegram.connection import TelegramBot
from bot.telegram.errors import MESSAGE_GONE, says
from bot.telegram.message_ids import LatestMessages
from bot.telegram.rendering import inline_keyboard, rows_shown
from bot.telegram.sent_log import SentRecord
from bot.texts.html import heading, plain
from bot.texts.message import Ask, Button, Message, Place

_AGAIN = "again"
_TWICE = 2
_FOR_A_MOMENT = "looked-at"
LOOKED_AT_TOGETHER = 8
"""How many messages to look at in private chats and small groups, which share one count.

As many as are sent at once when an event is told to everybody concerned. Each look counts as a
message in the chat: these, and the card behind them, fit into ten seconds of a chat.
"""
_LOOKED_AT_IN_SUPERGROUP = 2
"""Only messages that people have just written stand between, and a group takes 20 a minute."""
_NOT_OURS = (*MESSAGE_GONE, "message is not modified")


class SentTwice(Exception):
    """The message may have been sent twice already, and is not sent a third time."""


class _Intent(BaseModel):
    """A message that is about to be sent: its card or words, and the message before it.

    `tries` counts the attempts so far, each with an unknown result.
    """

    delivery: DeliveryUuid
    view: str | None
    digest: DigestKind | None = None
    rang_for: datetime | None
    sent_at: datetime
    behind_any: int
    first_line: str
    tries: int = 1


class Doubts:
    """Records each message before it is sent, and looks for one that an earlier attempt sent."""

    def __init__(
        self, context: Context, bot: TelegramBot, latest: LatestMessages, sent: SentRecord
    ) -> None:
        self._database = context.database
        self._bot = bot
        self._latest = latest
        self._sent = sent

    async def words_are_sent(self, job: Job) -> None:
        """Make sure that words are sent at most twice; the first time this costs nothing.

        The second time is the last, so it is not spent while Telegram does not answer.

        Raises:
            SentTwice: the words may have been sent twice already.
            NetworkError: the words are surely not sent now.
        """
        if job.unsure <= 1:
            return
        if job.intent == _AGAIN:
            raise SentTwice
        await self._hear_telegram()
        await self._database.write(jobs.intend, job, _AGAIN)

    async def _hear_telegram(self) -> None:
        try:
            await self._bot.post("getMe")
        except NetworkError as error:
            raise NetworkError("nothing is sent again before Telegram answers") from error

    async def is_sent(self, job: Job, sent: SentMessage, message: Message) -> None:
        """Record that a card or words are about to be sent, and behind which message.

        A place is not recorded: it has no words by which to find it again. A message that opens the
        keyboard cannot be found either, for nobody can edit it: like other words, it is sent at
        most twice.

        Raises:
            SentTwice: the message may have been sent twice already.
            NetworkError: the message is surely not sent now.
        """
        if isinstance(message.attachment, Place):
            return
        if message.ask is not Ask.NOTHING and _tries(job):
            if _tries(job) >= _TWICE:
                raise SentTwice
            await self._hear_telegram()
        await self._database.write(self._intend, job, sent, message)

    def _intend(self, tx: Transaction, job: Job, sent: SentMessage, message: Message) -> None:
        intent = _Intent(
            delivery=sent.delivery,
            view=sent.view,
            digest=sent.digest,
            rang_for=sent.rang_for,
            sent_at=tx.now,
            behind_any=self._latest.in_any(sent.chat_id),
            first_line=_hashed(plain(message.html)),
            tries=_tries(job) + 1,
        )
        jobs.intend(tx, job, intent.model_dump_json())

    async def find(self, job: Job, chat_id: int, message: Message | None) -> bool:
        """Find and keep the message that an earlier attempt has sent; `False` if there is none.

        `message` is what it should show now; the message that is found gets its buttons at once.
        """
        if job.intent in {None, _AGAIN}:
            return False
        intent = _Intent.model_validate_json(job.intent)
        for message_id in self._places(chat_id, intent):
            if await self._database.read(_is_another, chat_id, message_id, intent):
                continue
            if await self._is_it(job, chat_id, message_id, intent, message):
                about = intent.model_dump(
                    include={"delivery", "view", "digest", "rang_for", "sent_at"}
                )
                sent = SentMessage(chat_id=chat_id, message_id=message_id, **about)
                await self._sent.note(sent)
                await self._database.write(take_in, sent)
                self._latest.seen(chat_id, message_id)
                return True
        return False

    def _places(self, chat_id: int, intent: _Intent) -> Iterator[int]:
        """Return the message ids that it may have, the likeliest first.

        An id that was seen in another chat meanwhile is left out. A supergroup without a known
        message may have just become one, and then its ids begin at 1.
        """
        is_together = counted_as(chat_id) == TOGETHER
        if is_together and not intent.behind_any:
            return iter(())
        most = LOOKED_AT_TOGETHER if is_together else _LOOKED_AT_IN_SUPERGROUP
        is_elsewhere = partial(self._latest.is_elsewhere, chat_id)
        return islice(filterfalse(is_elsewhere, count(intent.behind_any + 1)), most)

    async def _is_it(
        self, job: Job, chat_id: int, message_id: int, intent: _Intent, message: Message | None
    ) -> bool:
        """Tell whether a message is the one that was sent.

        Telegram shows a message to a bot only when the bot changes its buttons: a message that
        should have none is given one for a moment.
        """
        rows = rows_shown(self._bot, message) if message else ()
        # Telegram refuses an edit that changes nothing, so this button must be a new one.
        unique = Button(label="⏳", data=f"{_FOR_A_MOMENT}:{job.id}:{job.attempts}")
        try:
            answer = await self._bot.post(
                "editMessageReplyMarkup",
                chat_id=chat_id,
                message_id=message_id,
                reply_markup=inline_keyboard(rows or ((unique,),)),
            )
        except BadRequest as error:
            if not says(error, _NOT_OURS):
                raise
            return says(error, ("message is not modified",))
        # The heading of a rich message is the first line of its plain form.
        blocks = (answer.get("rich_message") or {}).get("blocks") or [{}]
        heading_words = "".join(_flat(blocks[0].get("text", "")))
        text = answer.get("text") or answer.get("caption") or heading_words
        is_it = bool(text) and _hashed(text) == intent.first_line  # no picture has a first line
        # Take away the button that was put there for the look.
        if not (is_it and rows):
            with suppress(BadRequest):
                await self._bot.edit_message_reply_markup(chat_id, message_id)
        return is_it


def _flat(text: Any) -> Iterator[str]:  # noqa: ANN401 - a RichText of the Bot API
    match text:
        case str():
            yield text
        case list():
            for part in text:
                yield from _flat(part)
        case {"text": inner}:
            yield from _flat(inner)


def _tries(job: Job) -> int:
    """Return how often it may have been sent; an attempt without a record sent nothing."""
    if job.intent in {None, _AGAIN}:
        return 0
    return _Intent.model_validate_json(job.intent).tries


def _is_another(tx: Transaction, chat_id: int, message_id: int, intent: _Intent) -> bool:
    """Tell whether a message is known as another card, which must not lose its buttons."""
    card = cards.at(tx, chat_id, message_id)
    return card is not None and (card.delivery, card.view) != (intent.delivery, intent.view)


def _hashed(text: str) -> str:
    return hashlib.sha256(heading(text).encode()).hexdigest()[:16]
