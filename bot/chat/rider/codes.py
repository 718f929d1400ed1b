"""Picked up and Delivered: the two buttons and the two typed commands that take a code."""

from bot.actions.access import may
from bot.actions.fleet_requests.confirm_code import ACTIONS, take_code
from bot.actions.rider import code_questions, codes
from bot.actions.rider.codes import Stage
from bot.base.database import Transaction
from bot.chat.handler import Answer, Button, Command, Handler
from bot.chat.rider.own_job import pressed_job, typed_job
from bot.chat.turn import Turn
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow
from bot.texts.callbacks import Verb
from bot.texts.rider import replies as texts
from bot.texts.words import phrase


def _ask(stage: Stage) -> Handler:
    async def ask(turn: Turn) -> None:
        """Ask for the code of the parcel whose button was pressed."""
        async with turn.settle() as tx:
            row = await pressed_job(tx, turn, ACTIONS[stage])
            if row is None:
                return
            stopped = await code_questions.ask_for_code(tx, turn.person, row, stage, turn.job.key)
            if stopped is not None:
                await turn.reply(tx, stopped)

    return ask


def _typed(stage: Stage, name: str) -> Handler:
    async def take(turn: Turn) -> None:
        """Take order number and code from one typed line; the line is deleted in any case."""
        order, code = _order_and_code(turn)
        async with turn.settle() as tx:
            if turn.words:
                await turn.erase_message(tx)
            if not order or code is None:
                await turn.reply(tx, texts.how_to_type_code(turn.say, name))
                return
            row = await typed_job(tx, turn, order, ACTIONS[stage])
            if row is not None:
                await _take(tx, turn, row, stage, code)

    return take


def _answered(stage: Stage) -> Handler:
    async def take(turn: Turn) -> None:
        """Take the code that was asked for; its message is deleted in any case."""
        code = codes.typed(turn.message.text or "")
        asked = code_questions.question_of(turn.dialog) if turn.dialog else None
        delivery = asked[1] if asked else ""
        async with turn.settle() as tx:
            await turn.erase_message(tx)
            row = await deliveries.get(tx, delivery)
            if row is None or not may(turn.person, ACTIONS[stage], row):
                await code_questions.close_question(tx, turn.person, delivery, turn.job.key)
                order = row.order_number if row else ""
                await turn.reply(tx, texts.not_yours_any_more(turn.say, order))
            elif code is None:
                await turn.reply(tx, texts.NO_CODE)
            else:
                await _take(tx, turn, row, stage, code)

    return take


async def _take(tx: Transaction, turn: Turn, row: DeliveryRow, stage: Stage, code: str) -> None:
    stopped = await take_code(tx, turn.context, turn.person, row, stage, code, turn.job.key)
    if stopped is not None:
        await turn.reply(tx, stopped)


def _order_and_code(turn: Turn) -> tuple[str, str | None]:
    if len(turn.words) != 2:  # noqa: PLR2004 - an order number and a code
        return "", None
    order, code = turn.words
    return order, codes.typed(code)


PICKUP = Command(
    "pickup",
    ACTIONS[Stage.PICKUP],
    phrase("confirm a pickup with the sender's code"),
    _typed(Stage.PICKUP, "pickup"),
    takes=phrase("<order> <code>"),
    carries_code=True,
)
DROPOFF = Command(
    "dropoff",
    ACTIONS[Stage.DROPOFF],
    phrase("confirm a drop-off with the customer's code"),
    _typed(Stage.DROPOFF, "dropoff"),
    takes=phrase("<order> <code>"),
    carries_code=True,
)
PICKED_UP = Button(Verb.PICKUP, ACTIONS[Stage.PICKUP], _ask(Stage.PICKUP))
DELIVERED = Button(Verb.DROPOFF, ACTIONS[Stage.DROPOFF], _ask(Stage.DROPOFF))
PICKUP_CODE = Answer(Stage.PICKUP, ACTIONS[Stage.PICKUP], _answered(Stage.PICKUP))
DROPOFF_CODE = Answer(Stage.DROPOFF, ACTIONS[Stage.DROPOFF], _answered(Stage.DROPOFF))
