"""Handed over: a dispatcher says that a parcel has changed hands, which its rider cannot say."""

from bot.actions.access import Action
from bot.actions.follow_ups import handovers
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.pressed_card import pressed_open
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.texts import toasts
from bot.texts.callbacks import Verb


@settled
def handed_over(tx: Transaction, turn: Turn) -> None:
    row = pressed_open(tx, turn, Action.END_HANDOVER)
    if row is not None and handovers.confirm(tx, turn.person, row):
        turn.toast(toasts.HANDED_OVER)
    elif row is not None:
        turn.stale()


HANDED_OVER = Button(Verb.HANDED_OVER, Action.END_HANDOVER, handed_over)
