"""What becomes of a group: the bot is let in or put out, and a group becomes a supergroup."""

from telegram import ChatMember

from bot.actions.access import Action, may
from bot.actions.recipients import groups
from bot.actions.recipients.groups import Loss
from bot.base.transaction import Transaction
from bot.chat.group.turn import GroupTurn
from bot.texts.group import announcements as texts

_OUTSIDE = {ChatMember.BANNED, ChatMember.LEFT}


async def membership_changed(turn: GroupTurn) -> None:
    """Unbind a group that the bot was put out of; greet an owner who has let it in."""
    change = turn.update.my_chat_member
    if change is None:
        return
    was_outside = change.old_chat_member.status in _OUTSIDE
    is_outside = change.new_chat_member.status in _OUTSIDE

    def change_binding(tx: Transaction) -> None:
        if is_outside:
            groups.lost(tx, turn.group.id, Loss.REMOVED)
        elif was_outside and may(turn.person, Action.BIND_GROUP):
            turn.say_aloud(tx, texts.HOW_TO_BIND)

    await turn.settle(change_binding)


async def moved(turn: GroupTurn) -> None:
    new = turn.message.migrate_to_chat_id
    if new is None:
        return
    await turn.settle(groups.moved, turn.group.id, new)
