"""Late: a rider says with two taps that it takes longer; shop and customers read it."""

from bot.actions.access import Action
from bot.actions.deliveries import delays
from bot.actions.notice_kinds import View
from bot.base.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.rider.own_job import pressed_job, say_changed
from bot.chat.turn import Turn, settled
from bot.store.deliveries import DeliveryRow
from bot.texts.callbacks import Verb
from bot.texts.promises import LATE_MINUTES
from bot.texts.rider import late as texts

_MINUTES = {str(count): count for count in LATE_MINUTES}


@settled
def late(tx: Transaction, turn: Turn) -> None:
    row = pressed_job(tx, turn, Action.SAY_LATE)
    (said,) = turn.tokens()
    if row is None:
        return
    if row.state not in texts.CAN_BE_LATE:
        say_changed(tx, turn)
    elif said == texts.ASK:
        turn.reply(tx, texts.how_late(turn.say, row), under=(row.uuid, View.RIDER))
    elif said in _MINUTES:
        turn.erase_message(tx)
        _say(tx, turn, row, _MINUTES[said])


def _say(tx: Transaction, turn: Turn, row: DeliveryRow, minutes: int) -> None:
    if not delays.say_late(tx, turn.person, row, minutes, turn.job.key):
        turn.reply(tx, texts.said_already(turn.say))


LATE = Button(Verb.LATE, Action.SAY_LATE, late, tokens=1)
