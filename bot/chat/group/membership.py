"""Changes of a group: the bot is added or removed, or the group becomes a supergroup."""

from telegram import Chat, ChatMember, Update

from bot.actions.access import Action, may
from bot.actions.recipients import groups
from bot.actions.recipients.groups import Loss
from bot.base.database.transaction import Transaction
from bot.chat.group.turn import GroupTurn
from bot.texts.group import announcements as texts
from bot.texts.group import shops

_OUTSIDE = {ChatMember.BANNED, ChatMember.LEFT}


async def membership_changed(turn: GroupTurn) -> None:
    """Unbind a group that removed the bot; greet a person who added it and may bind groups.

    In a channel the bot says nothing: nobody could answer, and its readers are strangers.
    """
    change = turn.update.my_chat_member
    if change is None:
        return
    was_outside = change.old_chat_member.status in _OUTSIDE
    is_outside = change.new_chat_member.status in _OUTSIDE

    def change_binding(tx: Transaction) -> None:
        if is_outside:
            groups.lost(tx, turn.group.id, Loss.REMOVED)
        elif was_outside and may(turn.person, Action.BIND_SHOP) and turn.group.type != Chat.CHANNEL:
            # An owner may also bind the group as one of dispatchers.
            is_owner = may(turn.person, Action.BIND_GROUP)
            greeting = turn.said(texts.HOW_TO_BIND if is_owner else shops.HOW_TO)
            rows = ((shops.this_is_a_shop(turn.say),),)
            turn.say_aloud(tx, greeting.model_copy(update={"rows": rows}))

    await turn.settle(change_binding)


async def moved(_update: Update, turn: GroupTurn) -> None:
    """Keep the binding of a group that became a supergroup, which has another number."""
    new = turn.message.migrate_to_chat_id
    if new is not None:
        await turn.settle(groups.moved, turn.group.id, new)
