"""Questions for codes: a rider is asked for one, and what is asked is taken back in time."""

from datetime import timedelta

from pydantic import BaseModel

from bot.actions import effect_keys, notices
from bot.actions.notices import EraseCard, ShowCard, View
from bot.actions.rider import code_limit
from bot.actions.rider.code_limit import Locked, Open, Paused
from bot.actions.rider.codes import Stage
from bot.actions.rider.unsent_word import UnsentWord
from bot.base.database import Transaction
from bot.base.jobs import EffectKey
from bot.fleet import State
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, dialogs, people
from bot.store.deliveries import DeliveryRow
from bot.store.dialogs import Dialog
from bot.store.people import Person
from bot.texts.message import Message
from bot.texts.moments import clock_time
from bot.texts.rider import replies as texts
from bot.texts.words import Words

ASK_FOR = timedelta(hours=2)
_PICKED_UP = {State.IN_TRANSIT, State.FAILED}


class CodeQuestion(BaseModel):
    """What an open question for a code is about; `door` is a parcel that was for the same one."""

    delivery: DeliveryUuid
    door: DeliveryUuid | None = None
    word: UnsentWord | None = None


async def ask_for_code(
    tx: Transaction,
    person: Person,
    row: DeliveryRow,
    stage: Stage,
    key: EffectKey,
    *,
    door: DeliveryUuid | None = None,
) -> Message | None:
    """Ask a rider for a code; return an answer instead if no code may be typed now."""
    refused = await refusal(tx, person, row, stage)
    if refused is not None:
        return refused
    await withdraw_question(tx, person, key)
    question = CodeQuestion(delivery=row.uuid, door=door).model_dump_json()
    await dialogs.ask(tx, Dialog(person.user_id, stage, question), ASK_FOR)
    prompt = ShowCard(chat_id=person.user_id, delivery=row.uuid, view=View.CODE_PROMPT, fresh=True)
    await notices.post(tx, prompt, effect_keys.code_prompt(key))
    return None


async def refusal(
    tx: Transaction, person: Person, row: DeliveryRow, stage: Stage
) -> Message | None:
    """Return why this rider may not type a code for this delivery now, if that is so."""
    say = Words(person.language)
    if is_past(row, stage):
        return texts.picked_up_already(say, row.order_number)
    limit = await code_limit.current(tx, row.uuid, stage, person.as_rider)
    return None if isinstance(limit, Open) else stopped(say, row.order_number, limit)


def is_past(row: DeliveryRow, stage: Stage) -> bool:
    return stage is Stage.PICKUP and row.state in _PICKED_UP


def stopped(say: Words, order: str, limit: Paused | Locked) -> Message:
    if isinstance(limit, Locked):
        return texts.codes_locked(say, order)
    return texts.codes_paused(say, order, clock_time(limit.until))


async def close_question(
    tx: Transaction, person: Person, delivery: DeliveryUuid, key: EffectKey
) -> None:
    """Forget that a code was asked for, and take the question out of the chat.

    A question about something else stays open.
    """
    dialog = await dialogs.current(tx, person.user_id)
    asked = question_of(dialog) if dialog else None
    if asked and asked[1] == delivery:
        await dialogs.close(tx, person.user_id)
    prompt = EraseCard(chat_id=person.user_id, delivery=delivery, view=View.CODE_PROMPT)
    await notices.post(tx, prompt, effect_keys.prompt_gone(key))


async def answered(
    tx: Transaction, user_id: int, delivery: DeliveryUuid, stage: Stage, key: EffectKey
) -> None:
    person, dialog = await people.get(tx, user_id), await dialogs.current(tx, user_id)
    if person is not None and dialog is not None and question_of(dialog) == (stage, delivery):
        await close_question(tx, person, delivery, effect_keys.answered_earlier(key))


async def show_rider(tx: Transaction, person: Person, delivery: DeliveryUuid) -> None:
    """Bring the rider's card up to date; who never had one is shown none."""
    row = await deliveries.get(tx, delivery)
    if row is not None:
        await notices.show_card(tx, person.user_id, row, View.RIDER, create=False)


def question_of(dialog: Dialog) -> tuple[Stage, DeliveryUuid] | None:
    """Return stage and delivery of an open question, if it asks for a code."""
    if dialog.name not in set(Stage):
        return None
    return Stage(dialog.name), CodeQuestion.model_validate_json(dialog.data).delivery


async def withdraw_question(tx: Transaction, person: Person, key: EffectKey) -> None:
    """Take an older question for another parcel out of the chat before the next is asked."""
    dialog = await dialogs.current(tx, person.user_id)
    asked = question_of(dialog) if dialog else None
    if asked:
        await close_question(tx, person, asked[1], effect_keys.asked_before(key))
