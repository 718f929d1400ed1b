"""The card of a round: which stop is the next, and which one comes later."""

from collections.abc import Callable, Sequence
from functools import partial

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.notice_kinds import Urgency, View
from bot.actions.rider import rounds, usual_span
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Handler
from bot.chat.rider.own_job import pressed_job
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import Reading
from bot.texts.callbacks import Verb

Put = Callable[[Transaction, Person, DeliveryRow], None]
"""Moves a stop to its place in a rider's round."""


def _pressed(put: Put) -> Handler:
    @settled
    def move(tx: Transaction, turn: Turn) -> None:
        """Move the stop whose button was pressed, and show the round in its new order."""
        row = pressed_job(tx, turn, Action.NAVIGATE)
        if row is not None:
            put(tx, turn.person, row)
            _show(tx, turn)

    return move


def plan(
    turn: Turn, reading: Reading, named: Sequence[DeliveryRow], mine: Sequence[DeliveryRow]
) -> Callable[[Transaction], None] | None:
    """Return the step that moves a stop first or last, if a rider says only that.

    A stop that moves first must be named; one that moves last is named, or else the next stop.
    """
    stops = [row for row in mine if rounds.brings(turn.person, row)]
    meant = [row for row in named if row in stops]
    if len(stops) <= 1 or len(meant) != len(named) or len(meant) > 1:
        return None
    if reading.means(Intent.STOP_LATER) and not reading.says_more_than(Intent.STOP_LATER):
        return partial(_put_said, turn, rounds.put_last, (*meant, stops[0])[0])
    is_first = reading.means(Intent.STOP_FIRST) and not reading.says_more_than(Intent.STOP_FIRST)
    return partial(_put_said, turn, rounds.put_first, meant[0]) if is_first and meant else None


def _put_said(turn: Turn, put: Put, row: DeliveryRow, tx: Transaction) -> None:
    put(tx, turn.person, row)
    turn.receipt(tx)
    _show(tx, turn)


def _show(tx: Transaction, turn: Turn) -> None:
    key = effect_keys.shared_card(turn.job.key, View.ROUND)
    rider = turn.person.as_rider
    notices.show_shared(tx, turn.person.user_id, View.ROUND, rider, key, Urgency.ANSWER)
    # Update the customers' cards, which show how many stops come before theirs.
    usual_span.refresh(tx, rider, turn.job.key)


STOP_NEXT = Button(Verb.STOP_NEXT, Action.NAVIGATE, _pressed(rounds.put_first))
STOP_LATER = Button(Verb.STOP_LATER, Action.NAVIGATE, _pressed(rounds.put_last))
