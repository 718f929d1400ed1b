"""The card of a round: which stop is the next, which one comes later, and one of them in full."""

from collections.abc import Callable

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.notice_kinds import Urgency, View
from bot.actions.rider import rounds, usual_span
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.rider.own_job import pressed_job
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.texts.callbacks import Verb


@settled
def next_pressed(tx: Transaction, turn: Turn) -> None:
    _put(tx, turn, rounds.put_first)


@settled
def later_pressed(tx: Transaction, turn: Turn) -> None:
    _put(tx, turn, rounds.put_last)


@settled
def in_full_pressed(tx: Transaction, turn: Turn) -> None:
    """Show one stop with all its buttons, behind the card of the round."""
    row = pressed_job(tx, turn, Action.NAVIGATE)
    if row is not None:
        key = effect_keys.card_asked_for(turn.job.key, row.uuid)
        turn.send_card(tx, row.uuid, View.RIDER, key, alone=True)


def _put(
    tx: Transaction, turn: Turn, put: Callable[[Transaction, Person, DeliveryRow], None]
) -> None:
    """Put the stop whose button was pressed into its place, and show the round so."""
    row = pressed_job(tx, turn, Action.NAVIGATE)
    if row is None:
        return
    put(tx, turn.person, row)
    key = effect_keys.shared_card(turn.job.key, View.ROUND)
    rider = turn.person.as_rider
    notices.show_shared(tx, turn.person.user_id, View.ROUND, rider, key, Urgency.ANSWER)
    usual_span.refresh(tx, rider, turn.job.key)


STOP_NEXT = Button(Verb.STOP_NEXT, Action.NAVIGATE, next_pressed)
STOP_LATER = Button(Verb.STOP_LATER, Action.NAVIGATE, later_pressed)
STOP_IN_FULL = Button(Verb.STOP_IN_FULL, Action.NAVIGATE, in_full_pressed)
