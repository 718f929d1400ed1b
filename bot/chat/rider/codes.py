"""Picked up and Delivered: the two buttons and the two typed commands that take a code."""

from bot.actions import codes, handover
from bot.actions.access import Action, may
from bot.actions.commands import Stage
from bot.actions.lookup import own_open
from bot.chat.handler import Button, Command, Handler
from bot.chat.turn import Turn
from bot.store import deliveries
from bot.texts import rider as texts
from bot.texts.callbacks import Verb

ACTIONS = {Stage.PICKUP: Action.CONFIRM_PICKUP, Stage.DROPOFF: Action.CONFIRM_DROPOFF}


def _ask(stage: Stage) -> Handler:
    async def ask(turn: Turn) -> None:
        """Ask for the code of the parcel whose button was pressed."""
        async with turn.settle() as tx:
            row = await deliveries.get(tx, turn.objects()[0])
            if row is None or not may(turn.person, ACTIONS[stage], row):
                turn.toast(turn.say.label("This has changed."))
                await handover.show_rider(tx, turn.person, turn.objects()[0])
                return
            stopped = await handover.ask_for_code(tx, turn.person, row, stage, turn.job.key)
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
            row = await own_open(tx, turn.person, order, ACTIONS[stage])
            if row is None:
                await turn.reply(tx, texts.not_among_your_jobs(turn.say, order))
                return
            stopped = await handover.take_code(
                tx, turn.desk, turn.person, row, stage, code, turn.job.key
            )
            if stopped is not None:
                await turn.reply(tx, stopped)

    return take


def _order_and_code(turn: Turn) -> tuple[str, str | None]:
    if len(turn.words) != 2:  # noqa: PLR2004 - an order number and a code
        return "", None
    order, code = turn.words
    return order, codes.typed(code)


PICKUP = Command(
    "pickup",
    ACTIONS[Stage.PICKUP],
    "/pickup &lt;order&gt; &lt;code&gt;",
    "confirm a pickup with the sender's code",
    _typed(Stage.PICKUP, "pickup"),
)
DROPOFF = Command(
    "dropoff",
    ACTIONS[Stage.DROPOFF],
    "/dropoff &lt;order&gt; &lt;code&gt;",
    "confirm a drop-off with the customer's code",
    _typed(Stage.DROPOFF, "dropoff"),
)
PICKED_UP = Button(Verb.PICKUP, ACTIONS[Stage.PICKUP], _ask(Stage.PICKUP))
DELIVERED = Button(Verb.DROPOFF, ACTIONS[Stage.DROPOFF], _ask(Stage.DROPOFF))
