"""Checks that a pressed card, or an answered question, is still good for its delivery."""

from bot.actions import notices
from bot.actions.access import Action, may
from bot.actions.notice_kinds import Urgency, View
from bot.base.database.transaction import Transaction
from bot.chat.turn import Turn
from bot.domain.known_delivery import DeliveryRow
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, dialogs
from bot.texts.dispatcher import status as texts


def pressed_open(tx: Transaction, turn: Turn, action: Action) -> DeliveryRow | None:
    """Return the delivery whose button was pressed, if it is open and this person may do that.

    Otherwise tell them, and return `None`.
    """
    row = deliveries.get(tx, turn.delivery())
    if row is not None and row.is_open and may(turn.person, action, row):
        return row
    say_changed(tx, turn, row)
    return None


def still_open(
    tx: Transaction, turn: Turn, delivery: DeliveryUuid, action: Action
) -> DeliveryRow | None:
    """Return the delivery of an answered question, if it is open and this person may do that.

    Otherwise close the question, tell them, and return `None`.
    """
    row = deliveries.get(tx, delivery)
    if row is not None and row.is_open and may(turn.person, action, row):
        return row
    dialogs.close(tx, turn.person.user_id)
    turn.reply(tx, texts.over(turn.say, row.order_number if row else ""))
    return None


def say_changed(tx: Transaction, turn: Turn, row: DeliveryRow | None) -> None:
    """Tell that a button is out of date, and show the card as it is now."""
    turn.stale()
    if row is not None:
        show_card(tx, turn, row.uuid)


def show_card(tx: Transaction, turn: Turn, delivery: DeliveryUuid) -> None:
    """Bring the card up to date, if this chat has one."""
    row = deliveries.get(tx, delivery)
    if row is not None:
        notices.show_card(
            tx, turn.chat.id, row, View.DISPATCHER, create=False, urgency=Urgency.ANSWER
        )
