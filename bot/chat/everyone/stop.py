"""/stop: no more messages; and what Telegram tells when somebody blocks the bot."""

from telegram import ChatMember

from bot.actions.access import Action
from bot.base.transaction import Transaction
from bot.chat.handler import Command
from bot.chat.turn import Turn, settled
from bot.store import people
from bot.store.people import Unreachable
from bot.texts.everyone import replies as texts
from bot.texts.words import phrase


@settled
def stop(tx: Transaction, turn: Turn) -> None:
    """Stop to write to this person of our own accord."""
    people.set_unreachable(tx, turn.person.user_id, Unreachable.STOPPED)
    turn.reply(tx, texts.STOPPED)


@settled
def membership_changed(tx: Transaction, turn: Turn) -> None:
    change = turn.update.my_chat_member
    gone = change is not None and change.new_chat_member.status in {
        ChatMember.BANNED,
        ChatMember.LEFT,
    }
    if gone:
        people.set_unreachable(tx, turn.person.user_id, Unreachable.BLOCKED)
    else:
        people.set_reachable(tx, turn.person.user_id)


STOP = Command("stop", Action.STOP, phrase("get no more messages"), stop)
