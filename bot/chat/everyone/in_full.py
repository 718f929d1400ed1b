"""`⋯` under a card: it shows what the card folds away, until the card is updated."""

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.cards import views
from bot.actions.notice_kinds import ShowCard, Urgency, View
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.store import cards
from bot.store.cards import Card
from bot.texts.callbacks import Verb


@settled
def show_in_full(tx: Transaction, turn: Turn) -> None:
    known = cards.at(tx, turn.place, turn.message_id)
    if known is not None:
        _open(tx, turn, known)
        return
    # What is over has no card any more, and the message may be one that a single person sees.
    subject, (view,) = turn.delivery(), turn.tokens()
    shown = next((each for each in View if each == view), None)  # anything can be sent back
    zone = turn.context.identity.zone
    card = views.render(tx, turn.chat.id, subject, shown, zone=zone) if shown else None
    if card is not None and card.folded is not None:
        turn.replace(tx, card.in_full())
    else:
        turn.stale()
        turn.clear_pressed(tx)


def _open(tx: Transaction, turn: Turn, card: Card) -> None:
    """Let the card's own writer open it, in turn with its changes: it never shows old news."""
    notice = ShowCard(
        chat_id=card.chat_id,
        delivery=card.delivery,
        view=View(card.view),
        create=False,
        alone=True,
        in_full=True,
    )
    key = effect_keys.card_asked_for(turn.job.key, card.delivery)
    notices.post(tx, notice, key, urgency=Urgency.ANSWER)


IN_FULL = Button(Verb.IN_FULL, Action.SEE_IN_FULL, show_in_full, tokens=1, is_quiet=True)
