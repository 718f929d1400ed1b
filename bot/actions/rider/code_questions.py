"""The questions that ask a rider for a code, and their removal once they are obsolete."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import EraseCard, Say, ShowCard, Urgency, View
from bot.actions.rider import code_limit
from bot.actions.rider.code_limit import Locked, Open, Paused
from bot.actions.rider.codes import Stage
from bot.actions.rider.unsent_word import AskedCode
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import State
from bot.identifiers import DeliveryUuid
from bot.store import cards, deliveries, dialogs, people
from bot.texts.message import Message
from bot.texts.moments import clock_time
from bot.texts.rider import replies as texts
from bot.texts.words import Words

_PICKED_UP = {State.IN_TRANSIT, State.FAILED}


class CodeQuestion(AskedCode):
    """A question for a code; `door` is an earlier parcel for the same place, if there was one."""

    lasts = timedelta(hours=2)

    door: DeliveryUuid | None = None


class PickupQuestion(CodeQuestion):
    name = Stage.PICKUP
    stage: Stage = Stage.PICKUP


class DropoffQuestion(CodeQuestion):
    name = Stage.DROPOFF
    stage: Stage = Stage.DROPOFF


QUESTIONS: Mapping[str, type[CodeQuestion]] = {
    kind.name: kind for kind in (PickupQuestion, DropoffQuestion)
}


def ask_for_code(
    tx: Transaction,
    person: Person,
    row: DeliveryRow,
    stage: Stage,
    key: EffectKey,
    *,
    door: DeliveryUuid | None = None,
) -> Message | None:
    """Ask a rider for a code; return an answer instead if no code may be typed now."""
    refused = refusal(tx, person, row, stage)
    if refused is not None:
        return refused
    withdraw_question(tx, person, key)
    QUESTIONS[stage](delivery=row.uuid, stage=stage, door=door).ask(tx, person.user_id)
    show_prompt(tx, person.user_id, row.uuid, key)
    return None


def show_prompt(tx: Transaction, user_id: int, delivery: DeliveryUuid, key: EffectKey) -> None:
    """Send the message that asks for a code; its question must be open."""
    prompt = ShowCard(
        chat_id=user_id, delivery=delivery, view=View.CODE_PROMPT, fresh=True, quiet=True
    )
    notices.post(tx, prompt, effect_keys.code_prompt(key), urgency=Urgency.ANSWER)


def ask_again(
    tx: Transaction,
    person: Person,
    row: DeliveryRow,
    stage: Stage,
    refused: Message,
    key: EffectKey,
    *,
    asked_at: datetime,
    door: DeliveryUuid | None,
) -> None:
    """Say why the code typed at `asked_at` was refused, and ask for another one in that message.

    Unlike a card, the message is sent even if the question is over by then, unless the delivery is.
    """
    QUESTIONS[stage](delivery=row.uuid, stage=stage, door=door).ask(tx, person.user_id)
    say = Words(person.language)
    message = (
        texts.code_asked_again(say, stage, refused)
        if door is None
        else texts.parcel_asked_again(say, row.uuid, refused)
    )
    under = (row.uuid, View.RIDER)
    prompt = Say(chat_id=person.user_id, message=message, under=under, becomes=View.CODE_PROMPT)
    notices.answer(tx, prompt, key, asked_at=asked_at)


def door_of(tx: Transaction, person: Person, delivery: DeliveryUuid) -> DeliveryUuid | None:
    """Return the parcel at the same place after which this delivery's code is asked for, if any."""
    question = current(tx, person.user_id)
    return question.door if question and question.delivery == delivery else None


def refusal(tx: Transaction, person: Person, row: DeliveryRow, stage: Stage) -> Message | None:
    """Return why this rider may not type a code for this delivery now, or `None` if they may."""
    say = Words(person.language)
    if is_past(row, stage):
        return texts.picked_up_already(say, row.order_number)
    limit = code_limit.current(tx, row.uuid, stage, person.as_rider)
    return None if isinstance(limit, Open) else stopped(say, row.order_number, limit)


def is_past(row: DeliveryRow, stage: Stage) -> bool:
    return stage is Stage.PICKUP and row.state in _PICKED_UP


def stopped(say: Words, order: str, limit: Paused | Locked) -> Message:
    if isinstance(limit, Locked):
        return texts.codes_locked(say, order)
    return texts.codes_paused(say, order, clock_time(limit.until))


def close_question(tx: Transaction, person: Person, delivery: DeliveryUuid, key: EffectKey) -> None:
    """Close the question for this delivery's code, and delete its message from the chat.

    A question about another delivery stays open.
    """
    question, asked_after = current(tx, person.user_id), None
    if question and question.delivery == delivery:
        dialogs.close(tx, person.user_id)
        # The message cannot be older than the longest time that its question stays open.
        asked_after = tx.now - question.lasts
    take_prompt(tx, person.user_id, delivery, key, asked_after)


def take_prompt(
    tx: Transaction,
    user_id: int,
    delivery: DeliveryUuid,
    key: EffectKey,
    asked_after: datetime | None = None,
) -> None:
    """Delete the message that asks for a code.

    A message that was sent is deleted by its number. The `EraseCard` waits in the same lane behind
    a prompt that is still to be sent, and deletes that one.
    """
    prompt_card = cards.get(tx, user_id, delivery, View.CODE_PROMPT)
    if prompt_card is not None:
        cards.forget(tx, prompt_card)
        notices.erase(tx, prompt_card.chat_id, prompt_card.message_id, asked_after)
    prompt = EraseCard(chat_id=user_id, delivery=delivery, view=View.CODE_PROMPT)
    notices.post(tx, prompt, effect_keys.prompt_gone(key))


def answered(
    tx: Transaction, user_id: int, delivery: DeliveryUuid, stage: Stage, key: EffectKey
) -> None:
    person, question = people.get(tx, user_id), current(tx, user_id)
    if person and question and (question.stage, question.delivery) == (stage, delivery):
        close_question(tx, person, delivery, effect_keys.answered_earlier(key))


def show_rider(tx: Transaction, person: Person, delivery: DeliveryUuid) -> None:
    """Update the rider's card, if there is one."""
    row = deliveries.get(tx, delivery)
    if row is not None:
        notices.show_card(tx, person.user_id, row, View.RIDER, create=False, urgency=Urgency.ANSWER)


def current(tx: Transaction, user_id: int) -> CodeQuestion | None:
    """Return the rider's open question, if it asks for a code."""
    dialog = dialogs.current(tx, user_id)
    kind = QUESTIONS.get(dialog.name) if dialog else None
    return kind.read(dialog) if kind else None


def withdraw_question(tx: Transaction, person: Person, key: EffectKey) -> None:
    """Close and delete an open question for a code before the next one is asked."""
    question = current(tx, person.user_id)
    if question:
        close_question(tx, person, question.delivery, effect_keys.asked_before(key))
