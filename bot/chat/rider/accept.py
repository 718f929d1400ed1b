"""Accept: a rider takes a job, by button or by `/accept <order>`."""

from bot.actions.access import Action
from bot.actions.fleet_requests.accept import accept
from bot.actions.rider import code_questions
from bot.base.database import Transaction
from bot.chat.handler import Button, Command
from bot.chat.rider.own_job import pressed_job, typed_job
from bot.chat.turn import Turn
from bot.store.deliveries import DeliveryRow
from bot.texts.callbacks import Verb
from bot.texts.rider import replies as texts
from bot.texts.words import phrase


async def accept_pressed(turn: Turn) -> None:
    async with turn.settle() as tx:
        row = await pressed_job(tx, turn, Action.ACCEPT)
        if row is not None:
            await _accept(tx, turn, row)


async def accept_typed(turn: Turn) -> None:
    order = turn.argument
    async with turn.settle() as tx:
        if not order:
            await turn.reply(tx, texts.HOW_TO_ACCEPT)
            return
        row = await typed_job(tx, turn, order, Action.ACCEPT)
        if row is not None:
            await _accept(tx, turn, row)


async def _accept(tx: Transaction, turn: Turn, row: DeliveryRow) -> None:
    await accept(tx, turn.context, turn.person, row, turn.job.key)
    await code_questions.show_rider(tx, turn.person, row.uuid)


ACCEPT = Command(
    "accept",
    Action.ACCEPT,
    phrase("take a job that was given to you"),
    accept_typed,
    takes=phrase("<order>"),
)
ACCEPT_BUTTON = Button(Verb.ACCEPT, Action.ACCEPT, accept_pressed)
