"""A turn: one update of one person, from its arrival to the transaction that settles it."""

import re
from collections.abc import Callable, Coroutine
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from telegram import (
    Chat,
    Message,
    Update,
    User,
)

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.notice_kinds import React, Replace, Say, ShowCard, Urgency, View
from bot.actions.recipients import strangers
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.log import Logger
from bot.base.queue import jobs
from bot.base.queue.jobs import EffectKey, Job
from bot.chat.press_answers import PressAnswer, ToastText, has
from bot.chat.put_aside import is_put_aside, told
from bot.domain.person import Person
from bot.identifiers import DeliveryUuid
from bot.store import cards, dialogs
from bot.store.dialogs import Dialog, Question
from bot.texts import message as texts
from bot.texts import toasts
from bot.texts.callbacks import Press, decode
from bot.texts.dispatcher.inline import Hits
from bot.texts.message import FixedMessage
from bot.texts.words import Words

_log = Logger(__name__)

_COMMAND = re.compile(r"/(?!\d)")
"""A command begins with a slash; a slash before a number is none."""

Sayable = texts.Message | FixedMessage
QuestionT = TypeVar("QuestionT", bound=Question)
TurnT = TypeVar("TurnT", bound="Turn")
P = ParamSpec("P")
T = TypeVar("T")


class Turn:
    """The update that a handler works on, and the means to answer it.

    A handler reads what it needs, from the fleet service too, and then settles the turn in one
    transaction: its changes, its answers, and the end of the update's job. With `is_aloud` others
    read the answer, too: it may hold no surname, number or address.
    """

    is_aloud = False

    def __init__(
        self,
        context: Context,
        update: Update,
        job: Job,
        person: Person,
        press_answer: PressAnswer | None = None,
    ) -> None:
        self.context = context
        self.update = update
        self.job = job
        self.person = person
        self.say = Words(person.language)
        self.dialog: Dialog | None = None
        self.meant = ""
        """The command that the person's own words mean, as it would have been typed."""
        self.is_answer = False
        self.is_withdrawn = False
        self.settled = False
        self._answers = 0
        self._press_answer = press_answer
        self._toast: ToastText | None = None
        self._toast_is_kept = False
        self.hits: Hits | None = None
        """The hits of a search from any chat, which are shown once the turn is settled."""

    @property
    def user(self) -> User:
        user = self.update.effective_user
        if user is None:
            raise LookupError("an update without a person reached a handler")
        return user

    @property
    def chat(self) -> Chat:
        chat = self.update.effective_chat
        if chat is None:
            raise LookupError("an update without a chat reached a handler")
        return chat

    @property
    def place(self) -> int:
        """The id of the chat of this message or press: a private chat, or a group."""
        chat = self.update.effective_chat
        return chat.id if chat else self.user.id

    @property
    def message(self) -> Message:
        message = self.update.effective_message
        if message is None:
            raise LookupError("an update without a message reached a handler")
        return message

    @property
    def ephemeral_message(self) -> int | None:
        return None

    @property
    def message_id(self) -> int:
        """The id of the message that they wrote, or whose button they pressed, however old."""
        query = self.update.callback_query
        pressed = query.message if query else None
        return pressed.message_id if pressed else self.message.message_id

    @property
    def message_date(self) -> datetime:
        """When that message was written; long ago if Telegram no longer tells."""
        query = self.update.callback_query
        return (query.message if query and query.message else self.message).date

    @property
    def asked_at(self) -> datetime:
        """When they wrote; for a press, which Telegram does not date, when its job was created."""
        written = self.update.message
        return written.date if written else self.job.created_at

    @property
    def is_command(self) -> bool:
        """Whether a command was typed, known or not."""
        return _COMMAND.match(self.message.text or "") is not None

    @property
    def is_by_them(self) -> bool:
        """Whether they wrote it themselves: a message forwarded, or sent via a bot, commands
        nothing."""
        return self.message.forward_origin is None and self.message.via_bot is None

    @property
    def text(self) -> str:
        """The text of the message, or its caption."""
        return self.message.text or self.message.caption or ""

    @property
    def words(self) -> list[str]:
        """The words behind the command that was typed or meant."""
        return self.argument_as_written.split()

    @property
    def argument_as_written(self) -> str:
        """The text behind the command, with its line breaks."""
        return "".join((self.meant or self.message.text or "").split(maxsplit=1)[1:])

    @property
    def argument(self) -> str:
        return " ".join(self.words)

    @property
    def press(self) -> Press | None:
        """The press of a button, if its data can be ours."""
        query = self.update.callback_query
        return decode(query.data) if query and query.data else None

    def objects(self) -> list[str]:
        return [str(uuid) for uuid in self.press.objects] if self.press else []

    def delivery(self) -> DeliveryUuid:
        """Return the delivery that the pressed button is about: its first object."""
        return DeliveryUuid(self.objects()[0])

    def tokens(self) -> tuple[str, ...]:
        return self.press.tokens if self.press else ()

    def answered(self, kind: type[QuestionT]) -> QuestionT:
        """Return the open question that is being answered."""
        question = kind.read(self.dialog)
        if question is None:
            raise LookupError("an answer without its question reached a handler")
        return question

    async def settle(
        self, decide: Callable[Concatenate[Transaction, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run the transaction that ends this turn."""
        toast = self._toast

        def end(tx: Transaction) -> T:
            self._toast = toast  # a run that was rolled back leaves no toast
            decided = decide(tx, *args, **kwargs)
            before = self.dialog
            if before is not None and not self.is_answer:
                now = dialogs.current(tx, before.user_id)
                if self.is_withdrawn or (now is not None and is_put_aside(before, now)):
                    # The question was asked in the private chat, so a group must not read this.
                    Turn.reply(self, tx, told(self.say, before))
            # A press that was answered meanwhile takes no toast any more: say it in the chat.
            is_late = self._press_answer is not None and self._press_answer.is_given
            self._toast_is_kept = is_late and self._toast is not None
            if self._toast_is_kept:
                self.say_late(tx)
            jobs.finish(tx, self.job)
            return decided

        decided = await self.context.database.write(end)
        self.settled = True
        return decided

    async def answer(self, message: Sayable, under: tuple[str, View] | None = None) -> None:
        await self.settle(self.reply, message, under)

    async def show(self, message: Sayable) -> None:
        """Settle the turn by changing the message whose button was pressed, and nothing else."""
        await self.settle(self.replace, message)

    def reply(
        self,
        tx: Transaction,
        message: Sayable,
        under: tuple[str, View] | None = None,
        *,
        reply_to: int | None = None,
        with_job: DeliveryUuid | None = None,
    ) -> None:
        """Answer in this chat, once for this update however often it is handled.

        A stranger is not answered again and again. An answer `with_job` is deleted with that job.
        """
        message = self.said(message)
        if not strangers.may_be_answered(tx, self.person, message):
            return
        # The count is part of the key: handling the same update once more repeats no answer.
        self._answers += 1
        notice = Say(
            chat_id=self.chat.id,
            message=message,
            under=under,
            reply_to=reply_to,
            with_job=with_job,
        )
        key = effect_keys.answer(self.job.key, self._answers)
        notices.answer(tx, notice, key, asked_at=self.asked_at)

    def replace(self, tx: Transaction, message: Sayable) -> None:
        """Change the message whose button was pressed."""
        self._answers += 1
        notice = Replace(
            chat_id=self.chat.id, message_id=self.message_id, message=self.said(message)
        )
        key = effect_keys.answer(self.job.key, self._answers)
        notices.answer(tx, notice, key, asked_at=self.asked_at)

    def send_card(
        self,
        tx: Transaction,
        delivery: DeliveryUuid,
        view: View,
        key: EffectKey,
        *,
        alone: bool = False,
    ) -> None:
        """Send a card again, at the end of the chat, to somebody who has asked for it.

        A job is shown `alone` if it was asked for by itself.
        """
        notice = ShowCard(
            chat_id=self.chat.id,
            delivery=delivery,
            view=view,
            fresh=True,
            quiet=True,
            alone=alone,
        )
        notices.post(tx, notice, key, urgency=Urgency.ANSWER)

    def said(self, message: Sayable) -> texts.Message:
        """Return a message in this turn's language, with lines for people who read no tables."""
        if isinstance(message, FixedMessage):
            return self.say.message(message)
        return message.without_table() if self.person.plain_lists else message

    def receipt(self, tx: Transaction, picture: str = "👍") -> None:
        """React to the message to show that it was read, without a sound or a word."""
        notice = React(chat_id=self.chat.id, message_id=self.message_id, picture=picture)
        notices.post(tx, notice, effect_keys.receipt(self.job.key))

    def erase_message(self, tx: Transaction) -> None:
        notices.erase(tx, self.chat.id, self.message_id, self.message_date)

    def erase_words(self, tx: Transaction) -> None:
        """Delete the message if it is a text; a picture and its caption stay."""
        if self.message.text:
            self.erase_message(tx)

    def clear_pressed(self, tx: Transaction) -> None:
        """Delete the message whose button was pressed, unless it is a card that is kept.

        It may show a delivery that is no longer this person's, and nothing else would change it.
        """
        if self.carries_press() and cards.at(tx, self.place, self.message_id) is None:
            self.erase_message(tx)

    def carries_press(self) -> bool:
        """Tell whether the message has the pressed button: callback data can be made up."""
        query = self.update.callback_query
        message = query.message if query else None
        return query is not None and isinstance(message, Message) and has(message, query.data)

    def toast(self, sentence: str, **values: object) -> None:
        """Show a short text over the chat once the turn is settled; the button stops spinning.

        Telegram takes it only once, and only for a few moments. If the press was answered before,
        because its button is quiet or the handler took too long, the text is sent to the chat.
        """
        self._toast = ToastText(self.say.label(sentence, **values), self.say(sentence, **values))

    def hint(self, sentence: str) -> None:
        """Set the text of an early answer, or of one without a toast; it is said nowhere else."""
        if self._press_answer is not None:
            self._press_answer.hint = self.say.label(sentence)

    def stale(self) -> None:
        """Show a toast that the pressed button is out of date."""
        self.toast(toasts.CHANGED)

    async def show_toast(self) -> None:
        """Answer a press, unless it is answered already; then send the toast's text to the chat.

        The press may be answered between the transaction that decides on a toast and here. The
        early answer does not wait for that commit, and the toast is not shown before it: a second
        transaction keeps the text, and a crash in between can lose only that sentence.
        """
        if self._press_answer is None or self._toast_is_kept:
            return
        if self._toast is None:
            self._press_answer.give(None)
        elif not self._press_answer.give(self._toast.label, self._say_toast):
            await self._say_toast()

    async def _say_toast(self) -> None:
        try:
            await self.context.database.write(self.say_late)
        except DatabaseFailed as error:
            _log.warning("toast could not be kept", error=error)

    def say_late(self, tx: Transaction) -> None:
        """Send the text of the toast to the chat."""
        if self._toast is not None:
            self.reply(tx, texts.Message(html=self._toast.html))


def settled(
    decide: Callable[Concatenate[Transaction, TurnT, P], None],
) -> Callable[Concatenate[TurnT, P], Coroutine[Any, Any, None]]:
    """Make a handler of a function that settles the turn in one transaction."""

    @wraps(decide)
    async def handle(turn: TurnT, /, *args: P.args, **kwargs: P.kwargs) -> None:
        await turn.settle(decide, turn, *args, **kwargs)

    return handle
