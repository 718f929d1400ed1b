"""Setting the status: a dispatcher moves a delivery on for its rider."""

from datetime import timedelta

from pydantic import BaseModel

from bot.actions import commands, notices
from bot.actions.commands import AcceptForRider, Stage
from bot.actions.context import Context
from bot.actions.notices import Say, View
from bot.actions.rider import codes
from bot.actions.rider.codes import Open
from bot.base.database import Transaction
from bot.fleet import State
from bot.store import code_attempts, dialogs
from bot.store.deliveries import DeliveryRow
from bot.store.dialogs import Dialog
from bot.store.people import Person
from bot.texts.dispatcher import replies as dispatcher_texts
from bot.texts.message import Message
from bot.texts.rider import replies as rider_texts
from bot.texts.words import Words

DIALOG = "status_code"

_ASK_FOR = timedelta(minutes=30)
_NOT_ACCEPTED = {State.PENDING, State.AWAITING_PICKUP}


class CodeQuestion(BaseModel):
    """What an open question for a code is about."""

    delivery: str
    stage: Stage


async def ask_for_code(
    tx: Transaction, person: Person, row: DeliveryRow, stage: Stage, key: str
) -> None:
    """Ask a dispatcher for a code, or tell why none may be typed now."""
    question = await refusal(tx, person, row, stage)
    if question is None:
        data = CodeQuestion(delivery=row.uuid, stage=stage).model_dump_json()
        await dialogs.ask(tx, Dialog(person.user_id, DIALOG, data), _ASK_FOR)
        question = rider_texts.code_prompt(Words(person.language), row.order_number, stage)
    prompt = Say(chat_id=person.user_id, message=question, under=(row.uuid, View.DISPATCHER))
    await notices.post(tx, prompt, f"status_code|{key}")


async def take_code(
    tx: Transaction,
    context: Context,
    person: Person,
    row: DeliveryRow,
    stage: Stage,
    code: str,
    key: str,
) -> Message | None:
    """Keep a typed code, sealed, and let the fleet service be asked; or return why not."""
    await dialogs.close(tx, person.user_id)
    stopped = await refusal(tx, person, row, stage)
    if stopped is not None:
        return stopped
    if stage is Stage.PICKUP and row.state in _NOT_ACCEPTED:
        await accept(tx, person, row, f"{key}|accept")
    command = commands.hand_over_by_staff(
        context.vault, delivery=row.uuid, by=person.user_id, stage=stage, code=code
    )
    await commands.order(tx, command, key)
    return None


async def answered(tx: Transaction, user_id: int, delivery: str, stage: Stage) -> None:
    """Forget a question that was asked again, and that an earlier code answers."""
    dialog = await dialogs.current(tx, user_id)
    asked = CodeQuestion(delivery=delivery, stage=stage)
    if dialog and dialog.name == DIALOG and CodeQuestion.model_validate_json(dialog.data) == asked:
        await dialogs.close(tx, user_id)


async def accept(tx: Transaction, person: Person, row: DeliveryRow, key: str) -> None:
    """Let the delivery be accepted for the rider whose it is now."""
    command = AcceptForRider(delivery=row.uuid, by=person.user_id, rider=row.rider or "")
    await commands.order(tx, command, key)


async def refusal(
    tx: Transaction, person: Person, row: DeliveryRow, stage: Stage
) -> Message | None:
    """Return why this dispatcher may not type a code for this delivery now, if that is so."""
    made = await code_attempts.made(tx, row.uuid, stage, commands.staff_attempter(person.user_id))
    standing = codes.standing(made, tx.now)
    if isinstance(standing, Open):
        return None
    return dispatcher_texts.codes_stopped(
        Words(person.language),
        row.order_number,
        person.first_name,
        row.uuid,
        locked=isinstance(standing, codes.Locked),
    )
