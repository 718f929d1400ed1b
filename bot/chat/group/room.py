"""The handlers for groups: they route updates, and leave unanswered what is not for the bot."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any

from telegram import Update
from telegram.ext import BaseHandler, CommandHandler, MessageHandler, filters

from bot.actions.access import Action, may_ask
from bot.chat.dispatcher.find import find
from bot.chat.dispatcher.new import answered, is_answer
from bot.chat.dispatcher.pasted_orders import heard_order, is_order
from bot.chat.group.commands import (
    at_desk,
    bind,
    board,
    hide_code,
    is_desk,
    owners_only,
    show_help,
    tell_anonymous,
    unbind,
    write_privately,
)
from bot.chat.group.membership import moved
from bot.chat.group.shops import order_heard, shop
from bot.chat.group.turn import GroupTurn
from bot.chat.handler import Command
from bot.chat.own_words import hidden_codes
from bot.chat.turn import Turn
from bot.store.drafts import OpenDraft

GroupHandler = Callable[[GroupTurn], Awaitable[None]]
_Handler = BaseHandler[Update, Any, Any]
_Callback = Callable[[Update, Any], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class GroupCommand:
    """A command of a group; `refusal` answers people with a role who may not use it."""

    name: str
    action: Action
    handler: GroupHandler
    refusal: GroupHandler = write_privately


GROUP_COMMANDS = (
    GroupCommand("bind", Action.BIND_GROUP, bind, refusal=owners_only),
    GroupCommand("unbind", Action.BIND_SHOP, unbind, refusal=owners_only),
    GroupCommand("shop", Action.BIND_SHOP, shop),
    GroupCommand("board", Action.SEE_BOARD, board),
    GroupCommand("help", Action.HELP, show_help),
)

_TYPED = filters.ChatType.GROUPS & filters.UpdateType.MESSAGE


def group_handlers(private_commands: Iterable[Command], bot_username: str) -> list[_Handler]:
    """Return the library's handlers; they refer commands of private chats to the private chat.

    Strangers get no answer in a group at all.
    """
    elsewhere = _guarded(GroupCommand("", Action.HELP, write_privately))
    hidden: _Callback = _hidden
    here = {command.name for command in GROUP_COMMANDS}
    private = [
        CommandHandler(command.name, hidden if command.carries_code else elsewhere, filters=_TYPED)
        for command in private_commands
        if command.name not in here and not command.is_at_desk
    ]
    desk = [
        GroupCommand(command.name, command.action, at_desk(command.handler))
        for command in private_commands
        if command.is_at_desk
    ]
    # An unknown command may be one of another bot: answer it only if it names this bot.
    addressed = filters.Regex(rf"(?i)^/\w+@{bot_username}\b")
    return [
        *(
            CommandHandler(each.name, _guarded(each), filters=_TYPED)
            for each in (*GROUP_COMMANDS, *desk)
        ),
        *private,
        MessageHandler(_TYPED & addressed, elsewhere),
        MessageHandler(_TYPED & filters.TEXT, _overheard),
        MessageHandler(filters.StatusUpdate.MIGRATE, moved),
    ]


def _guarded(command: GroupCommand) -> _Callback:
    async def callback(_update: Update, turn: GroupTurn) -> None:
        if not turn.is_by_them:
            return
        if turn.is_anonymous:
            await tell_anonymous(turn)
        elif turn.person.roles:
            allowed = may_ask(turn.person, command.action)
            await (command.handler if allowed else command.refusal)(turn)

    return callback


async def _hidden(_update: Update, turn: GroupTurn) -> None:
    """Delete a command that carries a code."""
    if turn.person.roles:
        await hide_code(turn)


async def _overheard(_update: Update, turn: GroupTurn) -> None:
    """Listen for a rider's code, which must not stay in the group, and for a shop's order.

    Also take a dispatcher's answer to an ephemeral message, and an order that they paste.
    """
    if turn.person.rider:
        hidden = await turn.context.database.read(hidden_codes, turn, turn.text)
        if hidden.codes:
            await hide_code(turn)
            return
    dispatches = may_ask(turn.person, Action.FIND) and not turn.is_anonymous
    if turn.ephemeral_message is not None:
        if dispatches:
            await at_desk(_said_alone)(turn)
    elif not dispatches or not await is_desk(turn):
        await order_heard(turn)
    elif turn.person.reachable and await is_order(turn):
        turn.takes_out = True
        await at_desk(_said_alone)(turn)


async def _said_alone(turn: Turn) -> None:
    """Take the answer to a draft in this group, or another order; search for any other words."""
    opened = OpenDraft.read(turn.dialog)
    turn.is_answer = opened is not None and opened.place == turn.place and is_answer(turn)
    if turn.is_answer:
        await answered(turn)
    elif not await heard_order(turn):
        turn.meant = f"/find {turn.text}"
        await find(turn)
