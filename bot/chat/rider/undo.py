"""Undo: the button that takes back a press made by mistake."""

from bot.actions.access import Action
from bot.actions.rider import code_questions, undo
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.texts import toasts
from bot.texts.callbacks import Verb


@settled
def take_back(tx: Transaction, turn: Turn) -> None:
    """Take back a press of which nobody has been told yet."""
    delivery, (verb,) = turn.delivery(), turn.tokens()
    undone = verb in set(Verb) and undo.take_back(tx, turn.person, delivery, Verb(verb))
    turn.toast(toasts.TAKEN_BACK if undone else toasts.TOO_LATE)
    code_questions.show_rider(tx, turn.person, delivery)


UNDO = Button(Verb.UNDO, Action.UNDO, take_back, tokens=1)
