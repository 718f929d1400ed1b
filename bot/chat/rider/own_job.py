"""The job that a rider means: the one whose button was pressed, or whose number was typed."""

from telegram import Message

from bot.actions import notices
from bot.actions.access import Action, may
from bot.actions.cards import rider_cards, views
from bot.actions.notice_kinds import View
from bot.actions.rider import code_questions
from bot.actions.rider.own_deliveries import own_open
from bot.base.database.transaction import Transaction
from bot.chat.turn import Turn
from bot.domain.known_delivery import DeliveryRow
from bot.store import cards, deliveries
from bot.store.cards import Card
from bot.texts.html import heading, plain
from bot.texts.rider import replies as texts

_OF_CARDS = {Action.ACCEPT, Action.CONFIRM_PICKUP, Action.CONFIRM_DROPOFF}


def pressed_job(tx: Transaction, turn: Turn, action: Action) -> DeliveryRow | None:
    """Return the delivery whose button was pressed, if this rider may do that with it.

    Otherwise tell them, and return `None`.
    """
    row = deliveries.get(tx, turn.delivery())
    if row is not None and may(turn.person, action, row):
        if action in _OF_CARDS and turn.carries_press():
            _be_the_card(tx, turn, row)
        return row
    say_changed(tx, turn)
    return None


def _be_the_card(tx: Transaction, turn: Turn, row: DeliveryRow) -> None:
    """Keep one message as the card, the later one: an unknown message becomes it, or is deleted.

    A card that is pressed at once may become known only a moment later.
    """
    card, pressed = rider_cards.message_of(tx, turn.place, row.uuid, View.RIDER), turn.message_id
    if card is not None and card.message_id == pressed:
        return
    if cards.at(tx, turn.place, pressed) is not None:  # a card that it shares with other jobs
        return
    if card is not None:
        # Other messages have such a button, too: a card has the heading of the present card.
        is_later = card.view == View.RIDER and card.message_id < pressed
        query = turn.update.callback_query
        text = query.message.text if query and isinstance(query.message, Message) else None
        now = views.render(tx, turn.place, row.uuid, View.RIDER, row=row, person=turn.person)
        is_card = now is not None and heading(text or "") == heading(plain(now.html))
        if not is_later or not is_card:
            turn.erase_message(tx)
            return
    cards.save(tx, Card(turn.place, row.uuid, View.RIDER, pressed, "", row.given_at))
    if card is not None:
        notices.erase(tx, turn.place, card.message_id, card.sent_at)


def say_changed(tx: Transaction, turn: Turn) -> None:
    """Tell that a button is out of date, and leave only the card as it is now."""
    turn.stale()
    turn.clear_pressed(tx)
    code_questions.show_rider(tx, turn.person, turn.delivery())


def typed_job(tx: Transaction, turn: Turn, order: str, action: Action) -> DeliveryRow | None:
    """Return the open delivery with the number that was typed, if it is this rider's.

    Otherwise tell them, and return `None`.
    """
    row = own_open(tx, turn.person, order, action)
    if row is None:
        turn.reply(tx, texts.not_among_your_jobs(turn.say, order))
    return row
