"""Accept: a rider takes a job, by button or by `/accept <order>`."""

from bot.actions.access import Action, may
from bot.actions.fleet_requests.accept import accept
from bot.actions.rider import code_questions
from bot.actions.rider.own_deliveries import own_open
from bot.base.database import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow
from bot.texts.callbacks import Verb
from bot.texts.rider import replies as texts
from bot.texts.words import phrase


async def accept_pressed(turn: Turn) -> None:
    """Take the job whose button was pressed."""
    async with turn.settle() as tx:
        row = await deliveries.get(tx, turn.objects()[0])
        if row is None or not may(turn.person, Action.ACCEPT, row):
            turn.stale()
            await code_questions.show_rider(tx, turn.person, turn.objects()[0])
            return
        await _accept(tx, turn, row)


async def accept_typed(turn: Turn) -> None:
    """Take the job with the order number that was typed."""
    order = turn.argument
    async with turn.settle() as tx:
        if not order:
            await turn.reply(tx, texts.HOW_TO_ACCEPT)
            return
        row = await own_open(tx, turn.person, order, Action.ACCEPT)
        if row is None:
            await turn.reply(tx, texts.not_among_your_jobs(turn.say, order))
            return
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
