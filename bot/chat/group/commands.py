"""What is typed in a group: /bind and /unbind, /board in figures, /help; all else is private."""

from collections.abc import Awaitable, Callable

from bot.actions.access import Action, may
from bot.actions.cards import board as boards
from bot.actions.recipients import groups
from bot.base.database.transaction import Transaction
from bot.chat.group.turn import GroupTurn
from bot.chat.handler import Handler
from bot.chat.turn import settled
from bot.store import audit
from bot.store.groups import Group
from bot.texts import toasts
from bot.texts.group import announcements as texts
from bot.texts.group import shops
from bot.texts.message import Message


@settled
def bind(tx: Transaction, turn: GroupTurn) -> None:
    here = turn.group
    group = Group(
        chat_id=here.id,
        topic=turn.topic,
        title=here.title or "",
        language=turn.person.language,
        bound_by=turn.person.user_id,
    )
    groups.bind(tx, group)
    turn.say_aloud(tx, texts.BOUND)


@settled
def unbind(tx: Transaction, turn: GroupTurn) -> None:
    """End what the group is bound for; only an owner ends that dispatchers get their cards."""
    shop = turn.shop(tx)
    if shop is not None:
        groups.unbind(tx, shop.chat_id)
        audit.record(tx, turn.person.user_id, "unbind_shop", detail=str(shop.chat_id))
        turn.say_aloud(tx, turn.words_of(shop).message(shops.UNBOUND))
    elif not may(turn.person, Action.BIND_GROUP):
        turn.say_aloud(tx, turn.words_of(turn.bound(tx)).message(texts.OWNERS_ONLY))
    elif groups.let_go(tx, turn.group.id):
        audit.record(tx, turn.person.user_id, "unbind_group", detail=str(turn.group.id))
        turn.say_aloud(tx, texts.UNBOUND)
    else:
        turn.say_aloud(tx, texts.NOT_BOUND)


@settled
def board(tx: Transaction, turn: GroupTurn) -> None:
    """Count the open deliveries, without a name."""
    group = turn.bound(tx)
    say = turn.words_of(group)
    if group is None:
        turn.say_aloud(tx, say.message(texts.NOT_BOUND))
    else:
        boards.show(tx, turn.group.id, turn.job.key, is_fresh=True)


@settled
def show_help(tx: Transaction, turn: GroupTurn) -> None:
    say = turn.words_of(turn.bound(tx))
    alone = turn.context.telegram.takes_ephemeral
    bot = turn.context.identity.bot_username
    turn.say_aloud(tx, texts.group_help(say, bot, answers_one_alone=alone))


@settled
def write_privately(tx: Transaction, turn: GroupTurn) -> None:
    say = turn.words_of(turn.bound(tx))
    turn.say_aloud(tx, texts.write_privately(say, turn.context.identity.bot_username))


async def is_desk(turn: GroupTurn) -> bool:
    """Tell whether one can be answered alone here: else the whole group would read the answer."""
    group = await turn.context.database.read(turn.bound)
    return group is not None and turn.context.telegram.takes_ephemeral


def at_desk(handler: Handler) -> Callable[[GroupTurn], Awaitable[None]]:
    """Make a command of a private chat one of a group, which answers who has typed it alone."""

    async def answer(turn: GroupTurn) -> None:
        if not await is_desk(turn):
            await write_privately(turn)
        # An answer that cannot be shown here goes to the private chat, which has to be open.
        elif turn.ephemeral_message is None and not turn.person.reachable:
            await cannot_write(turn)
        else:
            turn.is_ephemeral = True
            await handler(turn)

    return answer


@settled
def cannot_write(tx: Transaction, turn: GroupTurn) -> None:
    turn.say_aloud(tx, Message.of(turn.say(toasts.CANNOT_WRITE_TO_YOU)))


@settled
def hide_code(tx: Transaction, turn: GroupTurn) -> None:
    """Delete what carries a code, where the group lets the bot, and do nothing with it."""
    turn.erase_message(tx)
    say = turn.words_of(turn.bound(tx))
    turn.say_aloud(tx, texts.write_privately(say, turn.context.identity.bot_username))


@settled
def owners_only(tx: Transaction, turn: GroupTurn) -> None:
    turn.say_aloud(tx, turn.words_of(turn.bound(tx)).message(texts.OWNERS_ONLY))


@settled
def tell_anonymous(tx: Transaction, turn: GroupTurn) -> None:
    """Say how to be known to somebody who commands as the group itself: it may be an owner."""
    turn.say_aloud(tx, turn.words_of(turn.bound(tx)).message(texts.WHO_ARE_YOU))
