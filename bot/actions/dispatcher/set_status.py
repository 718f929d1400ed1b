"""Setting the status: a dispatcher moves a delivery on instead of its rider."""

from datetime import timedelta

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, View
from bot.actions.rider import code_limit
from bot.actions.rider.code_limit import Locked, Open
from bot.actions.rider.codes import Stage
from bot.actions.rider.unsent_word import AskedCode
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.identifiers import DeliveryUuid
from bot.store import code_attempts, dialogs
from bot.texts.dispatcher import replies as dispatcher_texts
from bot.texts.message import Message
from bot.texts.rider import replies as rider_texts
from bot.texts.words import Words


class StaffCodeQuestion(AskedCode):
    name = "status_code"
    lasts = timedelta(minutes=30)


def ask_for_code(
    tx: Transaction, person: Person, row: DeliveryRow, stage: Stage, key: EffectKey
) -> None:
    """Ask a dispatcher for a code, or say why none may be typed now."""
    question = refusal(tx, person, row, stage)
    if question is None:
        StaffCodeQuestion(delivery=row.uuid, stage=stage).ask(tx, person.user_id)
        question = rider_texts.code_prompt(Words(person.language), row.order_number, stage)
    prompt = Say(chat_id=person.user_id, message=question, under=(row.uuid, View.DISPATCHER))
    notices.answer(tx, prompt, effect_keys.staff_code_prompt(key), asked_at=tx.now)


def answered(tx: Transaction, user_id: int, delivery: DeliveryUuid, stage: Stage) -> None:
    """Close the question for a code that was asked again, if an earlier code answers it."""
    question = StaffCodeQuestion.current(tx, user_id)
    if question is not None and (question.delivery, question.stage) == (delivery, stage):
        dialogs.close(tx, user_id)


def refusal(tx: Transaction, person: Person, row: DeliveryRow, stage: Stage) -> Message | None:
    """Return why this dispatcher may not type a code for this delivery now, if they may not."""
    guesser = code_attempts.guesser(person.user_id)
    limit = code_limit.current(tx, row.uuid, stage, guesser)
    if isinstance(limit, Open):
        return None
    return dispatcher_texts.codes_stopped(
        Words(person.language),
        row.order_number,
        person.first_name,
        row.uuid,
        locked=isinstance(limit, Locked),
    )
