"""What can be asked in a group: /board in figures, /help in short, the rest in private."""

from bot.actions.cards import board as actions
from bot.base.database.transaction import Transaction
from bot.chat.group.turn import GroupTurn
from bot.chat.turn import settled
from bot.texts.group import announcements as texts


@settled
def board(tx: Transaction, turn: GroupTurn) -> None:
    """Count the open deliveries, without a name."""
    group = turn.bound(tx)
    say = turn.words_of(group)
    if group is None:
        turn.say_aloud(tx, say.message(texts.NOT_BOUND))
    else:
        actions.show(tx, turn.group.id, turn.job.key, is_fresh=True)


@settled
def show_help(tx: Transaction, turn: GroupTurn) -> None:
    say = turn.words_of(turn.bound(tx))
    turn.say_aloud(tx, texts.group_help(say, turn.context.identity.bot_username))


@settled
def write_privately(tx: Transaction, turn: GroupTurn) -> None:
    say = turn.words_of(turn.bound(tx))
    turn.say_aloud(tx, texts.write_privately(say, turn.context.identity.bot_username))


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
    """Say how to be known to whoever commands as the group itself: it may be an owner."""
    turn.say_aloud(tx, turn.words_of(turn.bound(tx)).message(texts.WHO_ARE_YOU))
