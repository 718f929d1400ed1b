"""Accept: a rider takes a job, by button or by `/accept <order>`."""

from bot.actions import notices
from bot.actions.access import Action
from bot.actions.fleet_requests.accept import accept
from bot.actions.notice_kinds import View
from bot.actions.rider import code_questions
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.rider.own_job import pressed_job, typed_job
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.texts.callbacks import Verb
from bot.texts.rider import replies as texts
from bot.texts.words import phrase


@settled
def accept_pressed(tx: Transaction, turn: Turn) -> None:
    row = pressed_job(tx, turn, Action.ACCEPT)
    if row is not None:
        _accept(tx, turn, row)


@settled
def accept_typed(tx: Transaction, turn: Turn) -> None:
    order = turn.argument
    if not order:
        turn.reply(tx, texts.HOW_TO_ACCEPT)
        return
    row = typed_job(tx, turn, order, Action.ACCEPT)
    if row is not None:
        _accept(tx, turn, row)


def _accept(tx: Transaction, turn: Turn, row: DeliveryRow) -> None:
    accept(tx, turn.context, turn.person, row, turn.job.key)
    # The fleet service is asked only after the time for Undo: until then the card has its button.
    if turn.context.identity.undo:
        code_questions.show_rider(tx, turn.person, row.uuid)
    else:
        notices.show_progress(tx, turn.person.user_id, row.uuid, View.RIDER)


ACCEPT = Command(
    "accept",
    Action.ACCEPT,
    phrase("take a job that was given to you"),
    accept_typed,
    takes=phrase("<order>"),
)
ACCEPT_BUTTON = Button(Verb.ACCEPT, Action.ACCEPT, accept_pressed)
