"""Assign: a delivery is given to a rider chosen from a list that shows who has least to do."""

from bot.actions import commands, lookup, notices
from bot.actions.access import Action, may
from bot.actions.notices import View
from bot.chat.asking import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow
from bot.texts import dispatcher as texts
from bot.texts.callbacks import Verb
from bot.texts.words import phrase


async def assign_typed(turn: Turn) -> None:
    """Let a rider be chosen for the order number that was typed."""
    order = turn.argument
    if not order:
        await turn.answer(texts.how_to_name_order(turn.say, "assign"))
        return
    async with asking_the_fleet(turn):
        await _choose(turn, await lookup.by_order(turn.desk, order), order)


async def choose_rider(turn: Turn) -> None:
    """Let a rider be chosen for the delivery whose button was pressed."""
    async with turn.desk.database.read() as tx:
        row = await deliveries.get(tx, turn.objects()[0])
    async with asking_the_fleet(turn):
        await _choose(turn, row, "")


async def _choose(turn: Turn, row: DeliveryRow | None, order: str) -> None:
    if row is None or not may(turn.person, Action.ASSIGN, row):
        await turn.answer(texts.no_such_order(turn.say, order))
        return
    riders = await turn.desk.riders.available()
    message = texts.which_rider(turn.say, row.order_number, row.uuid, riders)
    async with turn.settle() as tx:
        await turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


async def assign(turn: Turn) -> None:
    """Give the delivery to the rider whose button was pressed, and take the list away."""
    delivery, rider = turn.objects()
    async with turn.settle() as tx:
        row = await deliveries.get(tx, delivery)
        if row is None or not may(turn.person, Action.ASSIGN, row):
            turn.toast(turn.say.label("This has changed."))
            return
        command = commands.Assign(delivery=delivery, by=turn.person.user_id, rider=rider)
        await commands.order(tx, command, turn.job.key)
        await turn.erase_message(tx)
        changed = await deliveries.get(tx, delivery) or row
        await notices.show_card(tx, turn.chat.id, changed, View.DISPATCHER)
        turn.toast(turn.say.label("Assigning…"))


ASSIGN = Command(
    "assign",
    Action.ASSIGN,
    phrase("give a delivery to a rider"),
    assign_typed,
    takes=phrase("<order>"),
)
CHOOSE_RIDER = Button(Verb.CHOOSE_RIDER, Action.ASSIGN, choose_rider)
ASSIGN_TO = Button(Verb.ASSIGN, Action.ASSIGN, assign, about=2)
