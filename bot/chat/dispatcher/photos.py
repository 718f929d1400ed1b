"""Photos of a delivery: a dispatcher asks for one of its pickup, and looks at those there are."""

from bot.actions.access import Action, may
from bot.actions.rider import door_photos
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.pressed_card import pressed_open, say_changed, show_card
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.store import deliveries
from bot.store import door_photos as kept
from bot.texts.callbacks import Verb


@settled
def ask(tx: Transaction, turn: Turn) -> None:
    row = pressed_open(tx, turn, Action.ASK_PHOTO)
    if row is not None and door_photos.can_ask(tx, row):
        door_photos.ask(tx, turn.person, row)
        show_card(tx, turn, row.uuid)
    elif row is not None:
        say_changed(tx, turn, row)


@settled
def show(tx: Transaction, turn: Turn) -> None:
    row = deliveries.get(tx, turn.delivery())
    photos = kept.all_of_delivery(tx, turn.delivery())
    if row is None or not photos or not may(turn.person, Action.SEE_DELIVERY, row):
        turn.stale()
        return
    for photo in photos:
        turn.reply(tx, door_photos.shown(turn.say, row, photo))


ASK_PHOTO = Button(Verb.ASK_PHOTO, Action.ASK_PHOTO, ask)
SHOW_PHOTOS = Button(Verb.SHOW_PHOTOS, Action.SEE_DELIVERY, show)
