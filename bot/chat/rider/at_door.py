"""At the door: a rider says so with a tap or in words, and the receiver reads it."""

from collections.abc import Callable, Sequence

from bot.actions.access import Action
from bot.actions.rider import approach
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.rider.own_job import pressed_job, say_changed
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import Reading
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.customer import arrival as texts


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    row = pressed_job(tx, turn, Action.SAY_AT_DOOR)
    if row is not None and not approach.comes_to_door(row):
        say_changed(tx, turn)
    elif row is not None and approach.tell_at_door(tx, row):
        turn.toast(toasts.CUSTOMER_READS_IT)
    elif row is not None:
        turn.reply(tx, texts.nobody_here(turn.say, row.order_number))


def plan(
    turn: Turn, reading: Reading, rows: Sequence[DeliveryRow]
) -> Callable[[Transaction], None] | None:
    """Return the next step if a rider says only that they are at the door, else `None`.

    The step tells the receiver of the rider's only job, or of the job that is named. If several
    jobs may be meant, it offers to tell the first one's receiver.
    """
    doors = [row for row in rows if approach.comes_to_door(row)]
    if not doors or not reading.means(Intent.AT_DOOR) or reading.says_more_than(Intent.AT_DOOR):
        return None
    row = doors[0]

    def tell_or_offer(tx: Transaction) -> None:
        if len(rows) > 1:
            turn.reply(tx, texts.offer(turn.say, row.order_number, row.uuid))
        elif approach.tell_at_door(tx, row):
            turn.receipt(tx)
        else:
            turn.reply(tx, texts.nobody_here(turn.say, row.order_number))

    return tell_or_offer


AT_DOOR = Button(Verb.AT_DOOR, Action.SAY_AT_DOOR, pressed)
