"""`⋯` under a card: it shows what it hides, until the card is brought up to date."""

from dataclasses import replace

from bot.actions.access import Action
from bot.actions.cards import views
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.store import cards
from bot.texts.callbacks import Verb


@settled
def show_in_full(tx: Transaction, turn: Turn) -> None:
    subject, (view,) = turn.delivery(), turn.tokens()
    known = cards.at(tx, turn.place, turn.message_id)
    rang_for, zone = known.rang_for if known else None, turn.context.identity.zone
    shown = next((each for each in View if each == view), None)  # anything can be sent back
    card = views.render(tx, turn.chat.id, subject, shown, rang_for, zone=zone) if shown else None
    if card is not None and card.folded is not None:
        turn.replace(tx, card.in_full())
        if known:  # it shows something else now, so the next look at it folds it
            cards.save(tx, replace(known, shown=""))
    else:
        turn.stale()
        turn.clear_pressed(tx)


IN_FULL = Button(Verb.IN_FULL, Action.SEE_IN_FULL, show_in_full, tokens=1, is_quiet=True)
