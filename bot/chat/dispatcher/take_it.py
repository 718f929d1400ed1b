"""I take it: somebody who dispatches and rides gives a delivery to themselves."""

from bot.actions.access import Action
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.assign import as_it_was, give
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.texts import toasts
from bot.texts.callbacks import Verb


@settled
def take(tx: Transaction, turn: Turn) -> None:
    rider = turn.person.rider
    if rider is None:
        turn.toast(toasts.NOT_FOR_YOU)
        return
    row = as_it_was(tx, turn)
    if row is None:
        return
    if row.rider == rider:
        turn.stale()
    else:
        give(tx, turn, row, rider)


TAKE_IT = Button(Verb.TAKE_IT, Action.ASSIGN, take, tokens=1)
