"""The card of a pickup: Accept all, its one Undo, and the way to one of its orders."""

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.fleet_requests.accept import accept_all
from bot.actions.notice_kinds import Urgency, View
from bot.actions.rider import code_questions, pickups, undo
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.rider.own_job import pressed_job
from bot.chat.turn import Turn, settled
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.rider import replies as texts


@settled
def accept_all_pressed(tx: Transaction, turn: Turn) -> None:
    """Accept all jobs that were new when the card was rendered, and none that came later."""
    (until,) = turn.tokens()
    given_until = int(until) if until.isdecimal() else 0
    pickup = turn.objects()[0]
    accepted = accept_all(tx, turn.context, turn.person, pickup, given_until, turn.job.key)
    if not accepted:
        _say_changed(tx, turn)
    # The card of the pickup has one Undo for all of them.
    elif turn.context.identity.undo:
        code_questions.show_rider(tx, turn.person, accepted[0].uuid)
    else:
        notices.show_progress(tx, turn.person.user_id, accepted[0].uuid, View.RIDER)


@settled
def undo_all_pressed(tx: Transaction, turn: Turn) -> None:
    """Take back the jobs accepted there of which nobody has been told yet."""
    rows = pickups.waiting(tx, turn.person, turn.objects()[0])
    undone = [undo.take_back(tx, turn.person, row.uuid, Verb.ACCEPT) for row in rows]
    turn.toast(toasts.TAKEN_BACK if any(undone) else toasts.TOO_LATE)
    _show(tx, turn)


@settled
def orders_pressed(tx: Transaction, turn: Turn) -> None:
    rows = pickups.waiting(tx, turn.person, turn.objects()[0])
    if rows:
        orders = [(row.uuid, row.order_number) for row in rows]
        turn.reply(tx, texts.which_order(turn.say, orders), under=(rows[0].uuid, View.RIDER))
    else:
        _say_changed(tx, turn)


@settled
def order_chosen(tx: Transaction, turn: Turn) -> None:
    """Show one order in full, next to the card of its pickup."""
    turn.erase_message(tx)
    row = pressed_job(tx, turn, Action.NAVIGATE)
    if row is not None:
        key = effect_keys.card_asked_for(turn.job.key, row.uuid)
        turn.send_card(tx, row.uuid, View.RIDER, key, alone=True)


def _say_changed(tx: Transaction, turn: Turn) -> None:
    turn.stale()
    turn.clear_pressed(tx)
    _show(tx, turn)


def _show(tx: Transaction, turn: Turn) -> None:
    user, pickup = turn.person.user_id, turn.objects()[0]
    key = effect_keys.shared_card(turn.job.key, View.PICKUP)
    notices.show_shared(tx, user, View.PICKUP, pickup, key, Urgency.ANSWER)


ACCEPT_ALL = Button(Verb.ACCEPT_ALL, Action.ACCEPT, accept_all_pressed, tokens=1)
UNDO_ALL = Button(Verb.UNDO_ALL, Action.UNDO, undo_all_pressed)
PICKUP_ORDERS = Button(Verb.PICKUP_ORDERS, Action.LIST_JOBS, orders_pressed)
SHOW_JOB = Button(Verb.SHOW_JOB, Action.NAVIGATE, order_chosen)
