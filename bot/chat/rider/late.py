"""Late: a rider says with two taps that it takes longer; shop and customers read it.

On the card of a pickup it applies to all jobs that were accepted there.
"""

from bot.actions.access import Action
from bot.actions.follow_ups import delays
from bot.actions.notice_kinds import View
from bot.actions.rider import pickups
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.rider.own_job import pressed_job, say_changed
from bot.chat.turn import Turn, settled
from bot.domain.limits import LATE_MINUTES
from bot.texts.callbacks import Verb
from bot.texts.rider import late as texts

_MINUTES = {str(count): count for count in LATE_MINUTES}


@settled
def late(tx: Transaction, turn: Turn) -> None:
    (pressed,), (answer,) = turn.objects(), turn.tokens()
    # The button is for the pickup of several jobs or for one job, by the card that has it.
    rows = pickups.waiting(tx, turn.person, pressed)
    if not rows:
        row = pressed_job(tx, turn, Action.SAY_LATE)
        if row is None:
            return
        rows = [row]
    late = [row for row in rows if row.state in texts.CAN_BE_LATE]
    if not late:
        say_changed(tx, turn)
    elif answer == texts.ASK:
        orders = [row.order_number for row in late]
        question = texts.how_late(turn.say, pressed, orders)
        turn.reply(tx, question, under=(late[0].uuid, View.RIDER))
    elif answer in _MINUTES:
        turn.erase_message(tx)
        if not delays.say_late(tx, turn.person, late, _MINUTES[answer], turn.job.key):
            turn.reply(tx, texts.said_already(turn.say))


LATE = Button(Verb.LATE, Action.SAY_LATE, late, tokens=1)
