"""A turn in a group: its answers go to the person alone, unless they are said aloud."""

from telegram import Chat

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import (
    EraseEphemeral,
    Replace,
    Say,
    SayEphemeral,
    ShowCard,
    View,
)
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.chat.dispatcher.assign_many import Ticks
from bot.chat.turn import Sayable, Turn
from bot.identifiers import DeliveryUuid
from bot.store import dialogs, groups
from bot.store.drafts import OpenDraft
from bot.store.groups import Group
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.group.announcements import ANSWER_BY_REPLY
from bot.texts.html import Html
from bot.texts.words import Words

_GO_ON_HERE = {Ticks.name, OpenDraft.name}
"""Questions that are asked and answered in the group by ephemeral messages."""


class GroupTurn(Turn):
    """The turn of somebody who speaks or presses in a group.

    To handlers made for private chats it looks like one: `chat`, `reply` and `replace` mean the
    private chat of the person, so nothing personal gets into a group by mistake. With `is_aloud`
    the whole group reads the answer. With `is_ephemeral` the answer is shown in the group to this
    person alone; a question for words is asked in the private chat.
    """

    is_ephemeral = False
    takes_out = False
    """Whether to delete the person's message from the group at the answer: all can read it."""

    @property
    def chat(self) -> Chat:
        """The private chat of the person who speaks."""
        return Chat(self.user.id, Chat.PRIVATE)

    @property
    def group(self) -> Chat:
        return super().chat

    @property
    def topic(self) -> int | None:
        message = self.update.effective_message
        # A reply in a group without topics has a thread id, too.
        return message.message_thread_id if message and message.is_topic_message else None

    @property
    def ephemeral_message(self) -> int | None:
        """The id of the ephemeral message that they wrote, or whose button they pressed."""
        message = self.update.effective_message
        number = message.api_kwargs.get("ephemeral_message_id") if message else None
        return number if isinstance(number, int) else None

    @property
    def is_anonymous(self) -> bool:
        """Whether an administrator writes as the group, so that nobody can tell who it is."""
        author = self.message.sender_chat
        return author is not None and author.id == self.group.id

    def bound(self, tx: Transaction) -> Group | None:
        """Return the group, if it is bound as one of dispatchers."""
        return groups.of_dispatchers(tx, self.group.id)

    def shop(self, tx: Transaction) -> Group | None:
        """Return the group, if it is bound as one of a shop."""
        group = groups.get(tx, self.group.id)
        return group if group and group.shop else None

    def words_of(self, group: Group | None) -> Words:
        """Return the words of a group's language; of the person's own if the group is unbound."""
        return Words(group.language) if group else self.say

    def reply(
        self,
        tx: Transaction,
        message: Sayable,
        under: tuple[str, View] | None = None,
        *,
        reply_to: int | None = None,
        with_job: DeliveryUuid | None = None,
    ) -> None:
        """Answer the person alone; with `is_aloud`, answer under the group's own card."""
        if self.is_aloud:
            self.say_aloud(tx, message, (under[0], View.GROUP) if under else None)
        elif self._is_answered_here(tx):
            notice = Say(
                chat_id=self.user.id,
                message=self.said(message),
                under=under,
                with_job=with_job,
            )
            self._say_here(tx, notice)
        else:
            # The group does not show that the private chat goes on, so a toast says it.
            if self.is_ephemeral and self.person.reachable:
                self.hint(toasts.SENT_PRIVATELY)
            elif self.is_ephemeral:
                self.toast(toasts.CANNOT_WRITE_TO_YOU)
            super().reply(tx, message, under, reply_to=reply_to, with_job=with_job)

    def send_card(
        self,
        tx: Transaction,
        delivery: DeliveryUuid,
        view: View,
        key: EffectKey,
        *,
        alone: bool = False,
    ) -> None:
        if self._is_answered_here(tx):
            notice = ShowCard(
                chat_id=self.user.id, delivery=delivery, view=view, fresh=True, alone=alone
            )
            self._say_here(tx, notice, shows=delivery)
        else:
            super().send_card(tx, delivery, view, key, alone=alone)

    def _is_answered_here(self, tx: Transaction) -> bool:
        """Tell whether to show the answer in the group; questions for words go to private chat."""
        if not self.is_ephemeral:
            return False
        asked = dialogs.current(tx, self.person.user_id)
        return asked is None or asked == self.dialog or asked.name in _GO_ON_HERE

    def _asks_of_draft(self, tx: Transaction) -> bool:
        """Tell whether the answer asks about a draft, so that the next answer replaces it."""
        asked = dialogs.current(tx, self.person.user_id)
        draft = OpenDraft.read(asked)
        if draft is None or draft.place != self.place:
            return False
        # A press under the draft may only have turned its page.
        is_step = self.press is not None and self.press.verb in {Verb.NEW_STEP, Verb.NEW}
        return self.is_answer or is_step or asked != self.dialog

    def _say_here(
        self,
        tx: Transaction,
        private: Say | ShowCard,
        changes: int | None = None,
        shows: str | None = None,
    ) -> None:
        """Show an answer in the group to this person alone; if that fails, send `private`."""
        query, hint = self.update.callback_query, Html("")
        if not shows and self._asks_of_draft(tx):
            shows, hint = OpenDraft.name, self.say(ANSWER_BY_REPLY)
        if self.takes_out:
            self.erase_message(tx)
        notice = SayEphemeral(
            chat_id=self.user.id,
            group=self.group.id,
            topic=self.topic,
            query=query.id if query else None,
            said=None if query else self.ephemeral_message,
            changes=changes,
            shows=shows,
            goes_on=self.is_answer,
            hint=hint,
            otherwise=private,
        )
        self._answers += 1
        notices.post(tx, notice, effect_keys.answer(self.job.key, self._answers))

    def say_aloud(
        self, tx: Transaction, message: Sayable, under: tuple[str, View] | None = None
    ) -> None:
        if self.ephemeral_message is not None:  # only this person sees the message to answer
            self._say_here(tx, Say(chat_id=self.user.id, message=self.said(message)))
            return
        notice = Say(
            chat_id=self.group.id, message=self.said(message), under=under, topic=self.topic
        )
        notices.answer(tx, notice, self._aloud_key(), asked_at=self.asked_at)

    def replace(self, tx: Transaction, message: Sayable) -> None:
        """Change the pressed message if all who see it may read the answer; else answer alone."""
        if self.ephemeral_message is not None and self._is_answered_here(tx):
            private = Say(chat_id=self.user.id, message=self.said(message))
            # A card shown in full is still the delivery's card.
            is_card = self.press is not None and self.press.verb is Verb.IN_FULL
            shows = self.delivery() if is_card else None
            self._say_here(tx, private, changes=self.ephemeral_message, shows=shows)
            return
        if not self.is_aloud:
            self.reply(tx, message)
            return
        notice = Replace(
            chat_id=self.group.id,
            message_id=self.message_id,
            message=self.said(message),
            topic=self.topic,
        )
        notices.answer(tx, notice, self._aloud_key(), asked_at=self.asked_at)

    def _aloud_key(self) -> EffectKey:
        self._answers += 1
        return effect_keys.aloud(self.job.key, self._answers)

    def say_late(self, tx: Transaction) -> None:
        """Say the toast's text where the person can read it; strangers get no answer in a group."""
        self.is_aloud = self.is_aloud or not self.person.reachable
        if self.person.roles:
            super().say_late(tx)

    def erase_message(self, tx: Transaction) -> None:
        """Delete the message of this turn from the group."""
        if self.ephemeral_message is not None:
            if self.update.callback_query is None:
                return  # nobody else sees their ephemeral message, so it may stay
            notice = EraseEphemeral(
                chat_id=self.user.id, group=self.group.id, message=self.ephemeral_message
            )
            notices.post(tx, notice, effect_keys.not_shown(self.job.key))
            return
        notices.erase(tx, self.group.id, self.message_id, self.message_date)
