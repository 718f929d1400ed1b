"""The picture in which an order came: only the dispatchers and its rider get it."""

from bot.actions import effect_keys
from bot.actions.access import Action, may
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.store import deliveries
from bot.texts import toasts
from bot.texts.callbacks import Verb


@settled
def show_picture(tx: Transaction, turn: Turn) -> None:
    row = deliveries.get(tx, turn.delivery())
    if row is None or not may(turn.person, Action.SEE_ORDER_PICTURE, row):
        turn.toast(toasts.NOT_FOR_YOU)
    elif row.picture is None:
        turn.stale()
    else:
        key = effect_keys.order_picture(turn.job.key)
        turn.send_card(tx, row.uuid, View.ORDER_PICTURE, key)


SHOW_PICTURE = Button(Verb.SHOW_PICTURE, Action.SEE_ORDER_PICTURE, show_picture)
