"""Unlock: a dispatcher allows codes again after too many were refused."""

from bot.actions.access import Action, may
from bot.actions.rider import code_questions
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.store import audit, code_attempts, deliveries, people
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import replies as texts


@settled
def unlock(tx: Transaction, turn: Turn) -> None:
    row = deliveries.get(tx, turn.delivery())
    if row is None or not may(turn.person, Action.UNLOCK_CODES, row):
        turn.stale()
        return
    code_attempts.forget(tx, row.uuid)
    rider = people.rider_person(tx, row.rider) if row.rider else None
    if rider is not None:
        deliveries.touch(tx, row.uuid)
        code_questions.show_rider(tx, rider, row.uuid)
    audit.record(tx, turn.person.user_id, Action.UNLOCK_CODES, row.uuid)
    turn.reply(tx, texts.codes_unlocked(turn.say, row.order_number))


UNLOCK = Button(Verb.UNLOCK, Action.UNLOCK_CODES, unlock)
