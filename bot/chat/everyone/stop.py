"""/stop: no more messages; and Telegram's update when somebody blocks the bot.

The bot asks people whom others count on to confirm, and tells them what stopping means.
"""

from telegram import ChatMember

from bot.actions.access import Action
from bot.actions.cards import back_in_reach
from bot.actions.follow_ups import sent_orders
from bot.actions.recipients import staff
from bot.actions.rider import out_of_reach
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.passing_on import pass_on_beside
from bot.chat.turn import Turn, settled
from bot.domain.person import Role, Unreachable
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import read
from bot.store import deliveries, people
from bot.texts.callbacks import Verb
from bot.texts.everyone import replies as texts
from bot.texts.words import phrase


@settled
def stop(tx: Transaction, turn: Turn) -> None:
    orders = [row.order_number for row in deliveries.open_of_rider(tx, turn.person.as_rider)]
    is_last = turn.person.reachable and staff.is_last_reached(tx, turn.person)
    works_here = bool(turn.person.roles - {Role.CUSTOMER})
    # Others count on a rider with jobs and on the last dispatcher. From people who work here a word
    # such as "stop" may be meant for somebody else, so ask about that, too.
    # A customer's words that say more, such as "stop sending me that rider", are a complaint.
    says_more = bool(turn.meant) and read(turn.text, turn.person.language).intents.get(Intent.STOP)
    if orders or is_last or says_more or (turn.meant and works_here):
        turn.reply(tx, texts.ask_to_stop(turn.say, orders, is_last=is_last))
        if says_more:
            pass_on_beside(tx, turn)
    else:
        _stop(tx, turn)
        turn.reply(tx, texts.STOPPED)


@settled
def stop_anyway(tx: Transaction, turn: Turn) -> None:
    _stop(tx, turn)
    turn.replace(tx, texts.STOPPED)


def _stop(tx: Transaction, turn: Turn) -> None:
    """Stop writing to this person unasked."""
    sent_orders.rest(tx, turn.person.user_id)
    out_of_reach.lose(tx, turn.person.user_id, Unreachable.STOPPED)


@settled
def membership_changed(tx: Transaction, turn: Turn) -> None:
    # Telegram sends this when somebody blocks the bot, and when they unblock it.
    change = turn.update.my_chat_member
    gone = change is not None and change.new_chat_member.status in {
        ChatMember.BANNED,
        ChatMember.LEFT,
    }
    if gone:
        out_of_reach.lose(tx, turn.person.user_id, Unreachable.BLOCKED)
    else:
        people.set_reachable(tx, turn.person.user_id)
        back_in_reach.put_cards_right(tx, turn.person.user_id, turn.job.key)


STOP = Command("stop", Action.STOP, phrase("get no more messages"), stop)
STOP_ANYWAY = Button(Verb.STOP, Action.STOP, stop_anyway, about=0, is_quiet=True)
