"""The job that a rider means: the one whose button was pressed, or whose number was typed."""

from bot.actions.access import Action, may
from bot.actions.rider import code_questions
from bot.actions.rider.own_deliveries import own_open
from bot.base.transaction import Transaction
from bot.chat.turn import Turn
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow
from bot.texts.rider import replies as texts


def pressed_job(tx: Transaction, turn: Turn, action: Action) -> DeliveryRow | None:
    """Return the delivery whose button was pressed, if this rider may do that with it.

    Otherwise they are told, and `None` is returned.
    """
    row = deliveries.get(tx, turn.delivery())
    if row is not None and may(turn.person, action, row):
        return row
    say_changed(tx, turn)
    return None


def say_changed(tx: Transaction, turn: Turn) -> None:
    """Tell that a button does not fit any more, and show the card as it is now, and no other."""
    turn.stale()
    turn.clear_pressed(tx)
    code_questions.show_rider(tx, turn.person, turn.delivery())


def typed_job(tx: Transaction, turn: Turn, order: str, action: Action) -> DeliveryRow | None:
    """Return the open delivery with the number that was typed, if it is this rider's.

    Otherwise they are told, and `None` is returned.
    """
    row = own_open(tx, turn.person, order, action)
    if row is None:
        turn.reply(tx, texts.not_among_your_jobs(turn.say, order))
    return row
