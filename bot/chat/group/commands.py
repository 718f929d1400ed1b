"""The commands of a group: /bind and /unbind, /board in figures, /help; others are private."""

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
    """Unbind the group; only an owner may unbind a group of dispatchers."""
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
    """Show the numbers of open deliveries, without names."""
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
    """Tell whether the bot can answer one person alone here, in a bound group of dispatchers."""
    group = await turn.context.database.read(turn.bound)
    return group is not None and turn.context.telegram.takes_ephemeral


def at_desk(handler: Handler) -> Callable[[GroupTurn], Awaitable[None]]:
    """Make a private command one of a group, whose answer only the person who typed it sees."""

    async def answer(turn: GroupTurn) -> None:
        if not await is_desk(turn):
            await write_privately(turn)
        # An answer that cannot be shown here goes to the private chat, which must be open.
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
    """Delete a message with a code, if the group lets the bot, and do nothing else with it."""
    turn.erase_message(tx)
    say = turn.words_of(turn.bound(tx))
    turn.say_aloud(tx, texts.write_privately(say, turn.context.identity.bot_username))


@settled
def owners_only(tx: Transaction, turn: GroupTurn) -> None:
    turn.say_aloud(tx, turn.words_of(turn.bound(tx)).message(texts.OWNERS_ONLY))


@settled
def tell_anonymous(tx: Transaction, turn: GroupTurn) -> None:
    """Tell a person who writes as the group itself, maybe an owner, how to be recognised."""
    turn.say_aloud(tx, turn.words_of(turn.bound(tx)).message(texts.WHO_ARE_YOU))
