"""The reception: takes an update from its job through the library's handlers to its settlement."""

import json
from collections.abc import Callable, Coroutine
from typing import Any

import structlog
from telegram import Chat, Update
from telegram.ext import (
    Application,
    CallbackContext,
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
from bot.actions.context import Context
from bot.actions.notices import Say
from bot.base import jobs
from bot.base.jobs import Job
from bot.chat.dispatcher.inline import look_up
from bot.chat.everyone.contact import contact_shared
from bot.chat.everyone.stop import membership_changed
from bot.chat.group.membership import membership_changed as group_membership_changed
from bot.chat.group.presses import pressed as pressed_in_group
from bot.chat.group.room import GroupRoom
from bot.chat.group.turn import GroupTurn
from bot.chat.handler import Answer, Button, Command, Handler
from bot.chat.registry import ANSWERS, BUTTONS, COMMANDS
from bot.chat.rider import location
from bot.chat.talk import edited, talk
from bot.chat.turn import Turn
from bot.store import dialogs, people
from bot.store.people import Person
from bot.texts import toasts
from bot.texts.catalogues import ENGLISH, nearest
from bot.texts.everyone import replies as texts
from bot.texts.words import Words

_log = structlog.get_logger(__name__)

_Callback = Callable[[Update, Any], Coroutine[Any, Any, None]]


class Reception:
    """Routes updates with python-telegram-bot's handlers, each through the policy."""

    def __init__(self, context: Context, bot: ExtBot[None]) -> None:
        self._context = context
        self._bot = bot
        self._turns: dict[int, Turn] = {}
        self._failures: dict[int, Exception] = {}
        self._buttons = {button.verb: button for button in BUTTONS}
        self._answers = {answer.dialog: answer for answer in ANSWERS}
        self._application = Application.builder().bot(bot).updater(None).build()
        self._route()

    async def start(self) -> None:
        """Get ready; the bot must have been initialized."""
        await self._application.initialize()

    async def handle(self, job: Job) -> None:
        """Handle one update; its job is settled when this returns.

        Raises:
            Exception: what a handler raised before it settled; nothing was changed then.
        """
        try:
            update = Update.de_json(json.loads(job.body), self._bot)
        except Exception as error:  # noqa: BLE001 - the library stumbles in many ways over what it does not know
            await self._dead_letter(job, type(error).__name__)
            return
        turn = _kind_of_turn(update)(self._context, update, job, await self._who(update))
        self._turns[update.update_id] = turn
        try:
            await self._application.process_update(update)
        finally:
            del self._turns[update.update_id]
        failure = self._failures.pop(update.update_id, None)
        if failure is not None and not turn.settled:
            raise failure
        if not turn.settled:  # nobody wants this kind of update
            async with turn.settle():
                pass
        await turn.show_toast()
        await turn.show_hits()

    async def _dead_letter(self, job: Job, reason: str) -> None:
        """Keep what cannot be read for the operator: a later version of the library may read it.

        What the library says of it may quote it, and is not told.
        """
        _log.error("update cannot be read", job=job.id, reason=reason)
        async with self._context.database.write() as tx:
            await jobs.dead_letter(tx, job, "UnreadableUpdate")

    async def apologise(self, job: Job) -> None:
        """Tell somebody that their update was given up after several attempts."""
        update = Update.de_json(json.loads(job.body), self._bot)
        if update.effective_chat is None or _is_elsewhere(update):
            return
        message = Words((await self._who(update)).language).message(texts.SOMETHING_WENT_WRONG)
        async with self._context.database.write() as tx:
            notice = Say(chat_id=update.effective_chat.id, message=message)
            await notices.post(tx, notice, effect_keys.sorry(job.key))

    async def _who(self, update: Update) -> Person:
        user = update.effective_user
        if user is None:
            return Person(0, "", ENGLISH)
        async with self._context.database.read() as tx:
            known = await people.get(tx, user.id)
        return known or Person(user.id, user.first_name, nearest(user.language_code))

    def _route(self) -> None:
        add = self._application.add_handler
        private = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE
        for command in COMMANDS:
            add(CommandHandler(command.name, self._typed(command), filters=private))
        groups = GroupRoom(self._group_turn, self._bot.username)
        for group_handler in groups.handlers(COMMANDS):
            add(group_handler)
        add(
            MessageHandler(
                private & filters.CONTACT, self._guarded(Action.SHARE_CONTACT, contact_shared)
            )
        )
        add(MessageHandler(private & filters.LOCATION, self._at_a_place))
        moved = filters.ChatType.PRIVATE & filters.UpdateType.EDITED_MESSAGE & filters.LOCATION
        add(MessageHandler(moved, self._moved))
        reworded = filters.ChatType.PRIVATE & filters.UpdateType.EDITED_MESSAGE & filters.TEXT
        add(MessageHandler(reworded, self._guarded(Action.TALK, edited)))
        add(MessageHandler(private, self._said))
        add(CallbackQueryHandler(self._pressed))
        add(InlineQueryHandler(self._searched))
        add(ChatMemberHandler(self._let_in_or_put_out, ChatMemberHandler.MY_CHAT_MEMBER))
        self._application.add_error_handler(self._note_failure)

    def _guarded(self, action: Action, handler: Handler) -> _Callback:
        async def callback(update: Update, _context: object) -> None:
            turn = self._turns[update.update_id]
            if may_ask(turn.person, action):
                await handler(turn)
            else:
                await _turn_away(turn)

        return callback

    def _typed(self, command: Command) -> _Callback:
        handler = self._guarded(command.action, command.handler)

        async def callback(update: Update, context: object) -> None:
            if command.action is not Action.CANCEL_DIALOG:  # which withdraws any question itself
                await self._withdraw_final(self._turns[update.update_id])
            await handler(update, context)

        return callback

    async def _withdraw_final(self, turn: Turn) -> None:
        """Close a question whose answer could not be taken back, before something else is asked."""
        user_id = turn.person.user_id
        async with self._context.database.read() as tx:
            dialog = await dialogs.current(tx, user_id)
        answer = self._answers.get(dialog.name) if dialog else None
        if answer and answer.is_final:
            async with self._context.database.write() as tx:
                await dialogs.close(tx, user_id)

    def _group_turn(self, update: Update) -> GroupTurn:
        turn = self._turns[update.update_id]
        if not isinstance(turn, GroupTurn):
            raise TypeError("an update of a private chat reached the groups' room")
        return turn

    async def _let_in_or_put_out(self, update: Update, _context: object) -> None:
        turn = self._turns[update.update_id]
        if isinstance(turn, GroupTurn):
            await group_membership_changed(turn)
        else:
            await membership_changed(turn)

    async def _at_a_place(self, update: Update, context: object) -> None:
        """Take a rider's location; anybody else's is something that was said."""
        turn = self._turns[update.update_id]
        if may_ask(turn.person, Action.SHARE_LOCATION):
            await location.shared(turn)
        else:
            await self._said(update, context)

    async def _moved(self, update: Update, _context: object) -> None:
        """Go along with a rider's live location; nobody else's is looked at."""
        turn = self._turns[update.update_id]
        if may_ask(turn.person, Action.SHARE_LOCATION):
            await location.moved(turn)

    async def _said(self, update: Update, context: object) -> None:
        """Take what is no command: the answer to the open question, or something else."""
        turn = self._turns[update.update_id]
        async with self._context.database.read() as tx:
            turn.dialog = await dialogs.current(tx, turn.person.user_id)
        answer = self._answer(turn)
        action, handler = (answer.action, answer.handler) if answer else (Action.TALK, talk)
        await self._guarded(action, handler)(update, context)

    def _answer(self, turn: Turn) -> Answer | None:
        """Find the handler of the open question, unless what was said cannot be an answer."""
        answer = self._answers.get(turn.dialog.name) if turn.dialog else None
        own_words = turn.message.text and turn.message.forward_origin is None
        fits = answer and (answer.takes_all or own_words) and not turn.is_command
        return answer if fits else None

    async def _pressed(self, update: Update, context: object) -> None:
        turn = self._turns[update.update_id]
        button = self._button(turn)
        if button is None:
            turn.toast(toasts.DEAD_BUTTON)
            return
        if isinstance(turn, GroupTurn):
            await pressed_in_group(turn, button)
            return
        await self._guarded(button.action, button.handler)(update, context)

    async def _searched(self, update: Update, _context: object) -> None:
        await look_up(self._turns[update.update_id])

    def _button(self, turn: Turn) -> Button | None:
        """Find the handler of a pressed button; what no button of ours sends finds none."""
        pressed = turn.press
        button = self._buttons.get(pressed.verb) if pressed else None
        if button is None:
            return None
        carried = (len(turn.objects()), len(turn.tokens()))
        return button if carried == (button.about, button.tokens) else None

    async def _note_failure(self, update: object, context: CallbackContext) -> None:  # type: ignore[type-arg] # PTB's four parameters say nothing here
        if isinstance(update, Update) and context.error is not None:
            self._failures[update.update_id] = context.error
            _log.error("handler failed", update=update.update_id, error=repr(context.error))


def _is_elsewhere(update: Update) -> bool:
    """Tell whether an update comes from a chat with more people than one, or from a channel."""
    chat = update.effective_chat
    return chat is not None and chat.type != Chat.PRIVATE


def _kind_of_turn(update: Update) -> type[Turn]:
    return GroupTurn if _is_elsewhere(update) else Turn


async def _turn_away(turn: Turn) -> None:
    """Answer somebody for whom this is not meant; a stranger learns nothing at all."""
    if turn.update.callback_query is not None:
        turn.toast(toasts.NOT_FOR_YOU)
        return
    if turn.person.roles:
        await turn.answer(texts.CLOSED_DOOR)
    else:
        await turn.answer(texts.POLITE_SENTENCE)
