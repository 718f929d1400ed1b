"""What becomes of a group: the bot is let in or put out, and a group becomes a supergroup."""

from telegram import ChatMember

from bot.actions.access import Action, may
from bot.actions.recipients import groups
from bot.actions.recipients.groups import Loss
from bot.base.database.transaction import Transaction
from bot.chat.group.turn import GroupTurn
from bot.texts.group import announcements as texts
from bot.texts.group import shops
from bot.texts.message import Message

_OUTSIDE = {ChatMember.BANNED, ChatMember.LEFT}


async def membership_changed(turn: GroupTurn) -> None:
    """Unbind a group that the bot was put out of; greet an owner who has let it in.

    In a channel nobody could answer, and its readers are strangers: nothing is said there.
    """
    change = turn.update.my_chat_member
    if change is None:
        return
    was_outside = change.old_chat_member.status in _OUTSIDE
    is_outside = change.new_chat_member.status in _OUTSIDE

    def change_binding(tx: Transaction) -> None:
        if is_outside:
            groups.lost(tx, turn.group.id, Loss.REMOVED)
        elif was_outside and may(turn.person, Action.BIND_SHOP) and not turn.is_in_channel:
            turn.say_aloud(tx, _greeting(turn))

    await turn.settle(change_binding)


def _greeting(turn: GroupTurn) -> Message:
    """Tell what the group can be for: an owner may let it get the dispatchers' cards, too."""
    owns = may(turn.person, Action.BIND_GROUP)
    said = turn.said(texts.HOW_TO_BIND if owns else shops.HOW_TO)
    return said.model_copy(update={"rows": ((shops.this_is_a_shop(turn.say),),)})


async def moved(turn: GroupTurn) -> None:
    new = turn.message.migrate_to_chat_id
    if new is None:
        return
    await turn.settle(groups.moved, turn.group.id, new)
