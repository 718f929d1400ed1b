"""/bind in private: a group is chosen among those that Telegram knows, and gets the cards."""

from datetime import timedelta

from telegram import ChatMember
from telegram.error import BadRequest, Forbidden

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.notice_kinds import Say
from bot.actions.recipients import groups as actions
from bot.base.transaction import Transaction
from bot.chat.dispatcher.choosing import Choice, new_request_id
from bot.chat.handler import Command
from bot.chat.turn import Turn, settled
from bot.store import dialogs, groups
from bot.store.groups import Group
from bot.texts.dispatcher import bind as texts
from bot.texts.group import announcements
from bot.texts.words import phrase

_KEYS = 2
_OUTSIDE = {ChatMember.LEFT, ChatMember.BANNED}


class WhichGroup(Choice):
    """Which group is to be bound."""

    name = "which_group"
    lasts = timedelta(hours=1)


@settled
def bind(tx: Transaction, turn: Turn) -> None:
    asked = WhichGroup(request_id=new_request_id())
    asked.ask(tx, turn.person.user_id)
    turn.reply(tx, texts.which_group(turn.say, asked.request_id))


async def group_chosen(turn: Turn) -> None:
    """Bind the group as the command in it would, if it was asked for and both are in it."""
    shared, asked = turn.message.chat_shared, WhichGroup.read(turn.dialog)
    if shared is None or asked is None or not asked.is_answered_by(shared.request_id, _KEYS):
        await turn.answer(texts.QUESTION_OVER)
    elif not await _are_both_in(turn, shared.chat_id):
        await turn.answer(texts.NOT_IN_THERE)
    else:
        await turn.settle(_bind, turn, shared.chat_id, shared.title or "")


async def _are_both_in(turn: Turn, chat_id: int) -> bool:
    """Ask Telegram whether the bot and this person are in a group now."""
    bot = turn.message.get_bot()
    try:
        members = [await bot.get_chat_member(chat_id, who) for who in (bot.id, turn.user.id)]
    except (BadRequest, Forbidden):
        return False
    return not any(member.status in _OUTSIDE for member in members)


def _bind(tx: Transaction, turn: Turn, chat_id: int, title: str) -> None:
    """Bind the group; one that is bound already keeps the topic that was chosen in it."""
    dialogs.close(tx, turn.person.user_id)
    former = groups.of_dispatchers(tx, chat_id)
    group = Group(
        chat_id=chat_id,
        topic=former.topic if former else None,
        title=title,
        language=turn.person.language,
        bound_by=turn.person.user_id,
    )
    actions.bind(tx, group)
    turn.reply(tx, texts.bound(turn.say, title))
    notice = Say(chat_id=chat_id, message=turn.said(announcements.BOUND), topic=group.topic)
    notices.post(tx, notice, effect_keys.aloud(turn.job.key, 1))


BIND = Command("bind", Action.BIND_GROUP, phrase("let a group get the cards"), bind)
