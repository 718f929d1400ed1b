"""The reception: takes an update from its job through the library's handlers to its settlement."""

import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from telegram import Chat, Update
from telegram.ext import (
    BaseHandler,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    ExtBot,
    InlineQueryHandler,
    MessageHandler,
    filters,
)

from bot.actions import effect_keys, notices
from bot.actions.access import Action, may_ask
from bot.actions.arrivals import Pressed
from bot.actions.context import Context
from bot.actions.notice_kinds import Say
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.chat.dispatcher.choice import was_chosen
from bot.chat.dispatcher.find import look_up
from bot.chat.everyone.contact import contact_shared, is_own
from bot.chat.everyone.stop import membership_changed
from bot.chat.free_text import edited, is_withdrawal, listen
from bot.chat.group.membership import membership_changed as group_membership_changed
from bot.chat.group.presses import pressed as pressed_in_group
from bot.chat.group.room import group_handlers
from bot.chat.group.turn import GroupTurn
from bot.chat.handler import Answer, Button, Command, Handler
from bot.chat.meanwhile import seen_meanwhile
from bot.chat.press_answers import PressAnswer, PressAnswers
from bot.chat.registry import ANSWERS, BUTTONS, COMMANDS
from bot.chat.rider import location
from bot.chat.rider.answered_question import replied_stage
from bot.chat.search_answers import answer_search
from bot.chat.turn import Turn
from bot.domain.person import Person
from bot.store import dialogs, people
from bot.store.dialogs import Dialog
from bot.store.drafts import OpenDraft
from bot.texts import toasts
from bot.texts.callbacks import Press, decode
from bot.texts.catalogues import ENGLISH, nearest
from bot.texts.dispatcher.choices import CHOICE_OVER
from bot.texts.everyone import replies as texts
from bot.texts.words import Words

_log = Logger(__name__)

_CHOSEN = filters.StatusUpdate.CHAT_SHARED | filters.StatusUpdate.USERS_SHARED
_Callback = Callable[[Update, Any], Coroutine[Any, Any, None]]


class Reception:
    """Routes updates to the bot's own handlers, each through the access policy.

    The library's handlers only match updates; the context that they pass on is the turn. `seen` is
    called for each message that comes, with the ids of its chat and of itself.
    """

    def __init__(
        self,
        context: Context,
        bot: ExtBot[None],
        answers: PressAnswers,
        seen: Callable[[int, int], None],
    ) -> None:
        self._context = context
        self._bot = bot
        self._press_answers = answers
        self._seen = seen
        self._buttons = {button.verb: button for button in BUTTONS}
        self._answers = {answer.dialog: answer for answer in ANSWERS}
        self._handlers = self._make_handlers()
        self.kinds = tuple(self._handlers)

    async def handle(self, job: Job) -> None:
        """Handle one update; its job is settled when this returns.

        Raises:
            Exception: a handler raised it before it settled the turn; nothing was changed.
        """
        try:
            update = Update.de_json(json.loads(job.body), self._bot)
        except Exception as error:  # noqa: BLE001 - the library stumbles in many ways over what it does not know
            # The library's own words may quote the update, so log only the kind of error.
            _log.error("update cannot be read", job=job.id, reason=type(error).__name__)
            # Keep the update for the operator: a later version of the library may read it.
            await self._context.database.write(jobs.dead_letter, job, "UnreadableUpdate")
            return
        if update.effective_message is not None and update.effective_chat is not None:
            self._seen(update.effective_chat.id, update.effective_message.message_id)
        _log.info("update", update=update.update_id, job=job.id)
        query = update.callback_query
        press_answer = self._press_answers.to(query.id) if query else None
        async with seen_meanwhile(self._bot, self._context.clock, update, press_answer):
            turn = await self._take_turn(update, job, press_answer)
        await turn.show_toast()
        if turn.hits is not None and update.inline_query is not None:
            await answer_search(update.inline_query, turn.hits, self._context.identity.mark)

    def answer_press(self, pressed: Pressed) -> None:
        """Answer a press at once if its button is quiet, and so needs no toast."""
        button = self._button(decode(pressed.data))
        if button is not None and button.is_quiet:
            self._press_answers.give_early(pressed.query_id)

    async def _take_turn(self, update: Update, job: Job, press_answer: PressAnswer | None) -> Turn:
        """Let the first handler that wants the update settle it; return the settled turn."""
        who, dialog = await self._who(update)
        kind_of_turn = GroupTurn if _is_elsewhere(update) else Turn
        turn = kind_of_turn(self._context, update, job, who, press_answer)
        turn.dialog = dialog
        kinds = (kind for kind in Update.ALL_TYPES if getattr(update, kind) is not None)
        try:
            for handler in self._handlers.get(next(kinds, ""), ()):
                match = handler.check_update(update)
                if match is not None and match is not False:  # an empty list of arguments matches
                    await handler.callback(update, turn)
                    break
        except Exception as error:
            _log.error("handler failed", update=update.update_id, error=error)
            # A settled turn is not done again, so its error ends here.
            if not turn.settled:
                raise
        if not turn.settled:  # no handler wants this kind of update, so only its job ends
            await turn.settle(lambda _tx: None)
        return turn

    async def apologise(self, job: Job) -> None:
        """Tell somebody that their update was given up after several attempts."""
        update = Update.de_json(json.loads(job.body), self._bot)
        chat = update.effective_chat
        if chat is None or _is_elsewhere(update):
            return
        who, _ = await self._who(update)
        message = Words(who.language).message(texts.SOMETHING_WENT_WRONG)

        def say_sorry(tx: Transaction) -> None:
            notice = Say(chat_id=chat.id, message=message)
            notices.answer(tx, notice, effect_keys.sorry(job.key), asked_at=job.created_at)

        await self._context.database.write(say_sorry)

    async def _who(self, update: Update) -> tuple[Person, Dialog | None]:
        """Return the person of an update, and the question that is open for them."""
        user = update.effective_user
        # Telegram also sends updates about the messages that the bot itself has pinned.
        if user is None or user.id == self._context.identity.bot_id:
            return Person(0, "", ENGLISH), None
        known, dialog = await self._context.database.read(
            lambda tx: (people.get(tx, user.id), dialogs.current(tx, user.id))
        )
        who = known or Person(user.id, user.first_name, nearest(user.language_code))
        return who, dialog

    def _make_handlers(self) -> Mapping[str, Sequence[BaseHandler[Update, Any, Any]]]:
        """Make the handlers of each kind of update; the bot asks Telegram for no other kind."""
        private = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE
        changed = filters.ChatType.PRIVATE & filters.UpdateType.EDITED_MESSAGE
        return {
            Update.MESSAGE: [
                *(
                    CommandHandler(command.name, self._typed(command), filters=private)
                    for command in COMMANDS
                ),
                *group_handlers(COMMANDS, self._bot.username),
                MessageHandler(private & filters.CONTACT, self._contact_sent),
                MessageHandler(private & filters.StatusUpdate.PINNED_MESSAGE, _pinned),
                MessageHandler(private & _CHOSEN, self._chosen),
                MessageHandler(private & filters.LOCATION, self._at_a_place),
                MessageHandler(private, self._said),
            ],
            Update.EDITED_MESSAGE: [
                MessageHandler(changed & filters.LOCATION, _moved),
                MessageHandler(
                    changed & filters.TEXT, lambda _update, turn: _ask(turn, Action.TALK, edited)
                ),
            ],
            Update.CALLBACK_QUERY: [CallbackQueryHandler(self._pressed)],
            # Every search is answered: `look_up` itself checks who may find something.
            Update.INLINE_QUERY: [InlineQueryHandler(lambda _update, turn: look_up(turn))],
            Update.MY_CHAT_MEMBER: [
                ChatMemberHandler(_let_in_or_put_out, ChatMemberHandler.MY_CHAT_MEMBER)
            ],
        }

    def _typed(self, command: Command) -> _Callback:
        async def callback(update: Update, turn: Turn) -> None:
            if not turn.is_by_them:
                await self._said(update, turn)
                return
            # Close a question whose answer cannot be taken back before the command asks something
            # else: the next words may be meant for that. /cancel closes any question itself.
            answer = self._answers.get(turn.dialog.name) if turn.dialog else None
            if answer and answer.is_final and command.action is not Action.CANCEL_DIALOG:
                await self._context.database.write(dialogs.close, turn.person.user_id)
                turn.is_withdrawn = True
            await _ask(turn, command.action, command.handler)

        return callback

    async def _contact_sent(self, update: Update, turn: Turn) -> None:
        """Let people join by their own number; a dispatcher may send somebody else's."""
        if turn.person.dispatches and not is_own(turn):
            await self._said(update, turn)
        else:
            await _ask(turn, Action.SHARE_CONTACT, contact_shared)

    async def _at_a_place(self, update: Update, turn: Turn) -> None:
        """Take a rider's location; treat anybody else's, and one for a draft, as a message."""
        answers = turn.message.location and not turn.message.location.live_period
        if OpenDraft.read(turn.dialog) is not None and answers:
            await self._said(update, turn)
        elif turn.is_by_them and may_ask(turn.person, Action.SHARE_LOCATION):
            await location.shared(turn)
        else:
            await self._said(update, turn)

    async def _said(self, _update: Update, turn: Turn) -> None:
        answer = self._answer(turn)
        turn.is_answer = answer is not None
        action, handler = (answer.action, answer.handler) if answer else (Action.TALK, listen)
        await _ask(turn, action, handler)

    async def _chosen(self, _update: Update, turn: Turn) -> None:
        """Take a choice made with a key; people who never see such keys get no answer."""
        answer = self._answer(turn)
        turn.is_answer = answer is not None
        if answer is not None and may_ask(turn.person, answer.action):
            await answer.handler(turn)
        elif turn.person.dispatches:
            await turn.answer(CHOICE_OVER)

    def _answer(self, turn: Turn) -> Answer | None:
        """Find the handler of the question that this message answers, if it can be an answer.

        The question is the one for a code that this replies to, or else the open one.
        """
        replied = self._fitting(turn, replied_stage(turn))
        return replied or self._fitting(turn, turn.dialog.name if turn.dialog else None)

    def _fitting(self, turn: Turn, name: str | None) -> Answer | None:
        answer = self._answers.get(name) if name else None
        if answer is None or answer.chooses != was_chosen(turn):
            return None
        # A code may stand under a picture; any other answer in words is a text message.
        words = turn.text if answer.wants_code else turn.message.text
        is_of_kind = answer.takes_all or bool(words)
        is_taken = is_of_kind and (answer.takes_others or turn.is_by_them) and not turn.is_command
        if not is_taken or is_withdrawal(turn, of_any_words=not answer.wants_code):
            return None
        return answer if answer.fits is None or answer.fits(turn) else None

    async def _pressed(self, _update: Update, turn: Turn) -> None:
        button = self._button(turn.press)
        if button is None:
            turn.toast(toasts.DEAD_BUTTON)
        elif isinstance(turn, GroupTurn):
            await pressed_in_group(turn, button)
        else:
            await _ask(turn, button.action, button.handler)

    def _button(self, pressed: Press | None) -> Button | None:
        """Find the handler of a pressed button; `None` if no button of ours sends this."""
        button = self._buttons.get(pressed.verb) if pressed else None
        if pressed is None or button is None:
            return None
        carried = (len(pressed.objects), len(pressed.tokens))
        return button if carried == (button.about, button.tokens) else None


async def _ask(turn: Turn, action: Action, handler: Handler) -> None:
    """Call a handler, or turn away a person who may not use it; a stranger learns nothing."""
    if may_ask(turn.person, action):
        await handler(turn)
    elif turn.update.callback_query is not None:
        turn.toast(toasts.NOT_FOR_YOU)
        await turn.settle(turn.clear_pressed)
    elif turn.person.roles:
        await turn.answer(texts.CLOSED_DOOR)
    else:
        await turn.answer(texts.POLITE_SENTENCE)


async def _moved(_update: Update, turn: Turn) -> None:
    """Follow a rider's live location; ignore anybody else's."""
    if turn.is_by_them and may_ask(turn.person, Action.SHARE_LOCATION):
        await location.moved(turn)


async def _pinned(_update: Update, turn: Turn) -> None:
    """Delete Telegram's own message that the bot has pinned something."""
    if turn.user.id == turn.context.identity.bot_id:
        await turn.settle(turn.erase_message)


async def _let_in_or_put_out(_update: Update, turn: Turn) -> None:
    if isinstance(turn, GroupTurn):
        await group_membership_changed(turn)
    else:
        await membership_changed(turn)


def _is_elsewhere(update: Update) -> bool:
    chat = update.effective_chat
    return chat is not None and chat.type != Chat.PRIVATE
