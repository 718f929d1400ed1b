"""A shop says with a tap that it has a parcel back."""

from bot.actions.access import Action, may
from bot.actions.follow_ups import undelivered
from bot.actions.recipients import shops
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.store import deliveries
from bot.texts import undelivered as texts
from bot.texts.callbacks import Verb


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    row = deliveries.get(tx, turn.delivery())
    speaks = row is not None and shops.words_in(tx, turn.place, row) is not None
    if row is None or not may(turn.person, Action.TAKE_BACK, row, follows=speaks):
        turn.stale()
    elif undelivered.came_back(tx, turn.user.id, row, turn.job.key):
        turn.replace(tx, texts.has_it_back(turn.say, row.order_number, turn.user.first_name))
    else:
        turn.stale()


CAME_BACK = Button(Verb.CAME_BACK, Action.TAKE_BACK, pressed)
