"""Late: a rider says with two taps that it takes longer; shop and customers read it.

On the card of a pickup it is said of all that was taken there.
"""

from bot.actions.access import Action
from bot.actions.follow_ups import delays
from bot.actions.notice_kinds import View
from bot.actions.rider import pickups
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.rider.own_job import pressed_job, say_changed
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import LATE_MINUTES
from bot.texts.callbacks import Verb
from bot.texts.rider import late as texts

_MINUTES = {str(count): count for count in LATE_MINUTES}


@settled
def late(tx: Transaction, turn: Turn) -> None:
    rows = _pressed_jobs(tx, turn)
    (said,) = turn.tokens()
    if rows is None:
        return
    late = [row for row in rows if row.state in texts.CAN_BE_LATE]
    if not late:
        say_changed(tx, turn)
    elif said == texts.ASK:
        orders = [row.order_number for row in late]
        asked = texts.how_late(turn.say, turn.objects()[0], orders)
        turn.reply(tx, asked, under=(late[0].uuid, View.RIDER))
    elif said in _MINUTES:
        turn.erase_message(tx)
        if not delays.say_late(tx, turn.person, late, _MINUTES[said], turn.job.key):
            turn.reply(tx, texts.said_already(turn.say))


def _pressed_jobs(tx: Transaction, turn: Turn) -> list[DeliveryRow] | None:
    """Return what waits at the pickup whose card was pressed, or the job whose card it was."""
    waiting = pickups.waiting(tx, turn.person, turn.objects()[0])
    if waiting:
        return waiting
    row = pressed_job(tx, turn, Action.SAY_LATE)
    return None if row is None else [row]


LATE = Button(Verb.LATE, Action.SAY_LATE, late, tokens=1)
