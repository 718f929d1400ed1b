"""Assign: give a delivery to a rider, chosen from a list that begins with the least busy one.

"I take it" gives it to the person who presses, if they dispatch and ride.
"""

from dataclasses import replace

from bot.actions import notices, request_queue
from bot.actions.access import Action, may
from bot.actions.dispatcher import rider_picker, same_direction
from bot.actions.fleet_requests.assign_rider import Assign, who_was_first
from bot.actions.notice_kinds import View
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.delivery import order_typed
from bot.chat.dispatcher.pressed_card import pressed_open, say_changed
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.identifiers import RiderUuid
from bot.store import deliveries
from bot.texts import pagination, toasts
from bot.texts.callbacks import Verb, mark
from bot.texts.dispatcher import assign as texts
from bot.texts.dispatcher import replies as dispatcher_texts
from bot.texts.dispatcher.rider_picker import PER_PAGE, Caveat, said_after
from bot.texts.message import Message
from bot.texts.names import short_name
from bot.texts.words import phrase


async def _take_typed(turn: Turn, row: DeliveryRow | None, order: str) -> None:
    if row is None or not row.is_open or not may(turn.person, Action.ASSIGN, row):
        await turn.answer(dispatcher_texts.no_such_order(turn.say, order))
    else:
        await _choose(turn, row)


async def choose_rider(turn: Turn) -> None:
    row = await _pressed(turn)
    if row is not None:
        async with asking_the_fleet(turn):
            await _choose(turn, row)


async def turn_page(turn: Turn) -> None:
    row = await _pressed(turn)
    if row is not None:
        async with asking_the_fleet(turn):
            message = await _riders(turn, row, pagination.asked(turn.tokens()[0]))
            await turn.show(message)


async def _pressed(turn: Turn) -> DeliveryRow | None:
    """Return the delivery whose button was pressed, if it can be assigned."""
    row = await turn.context.database.read(deliveries.get, turn.delivery())
    if row is not None and row.is_open and may(turn.person, Action.ASSIGN, row):
        return row
    await turn.settle(say_changed, turn, row)
    return None


async def _choose(turn: Turn, row: DeliveryRow) -> None:
    message = await _riders(turn, row, 1)
    await turn.answer(message, under=(row.uuid, View.DISPATCHER))


async def _riders(turn: Turn, row: DeliveryRow, number: int) -> Message:
    riders = await rider_picker.candidates(turn.context, snapshot(row).coordinates.sender)
    # Everybody in a group reads the list, so it has no surnames and no invited riders.
    if turn.is_aloud:
        riders = [replace(rider, name=short_name(rider.name)) for rider in riders]
    page = pagination.cut(riders, number, PER_PAGE)
    mates = await turn.context.database.read(same_direction.others, row)
    invited = () if turn.is_aloud else await rider_picker.not_active_yet(turn.context)
    message = texts.which_rider(turn.say, row.order_number, row.uuid, row.rider, page, invited)
    return texts.with_same_direction(turn.say, message, row.uuid, mates)


async def assign(turn: Turn) -> None:
    """Give the delivery to the chosen rider; if no message reaches them, ask first."""
    caveat = await rider_picker.caveat(turn.context, _chosen(turn))
    if caveat is None or not caveat.must_be_asked:
        await turn.settle(_give, turn, caveat)
        return

    def ask_before(tx: Transaction) -> None:
        row = _still_to_give(tx, turn)
        if row is not None:
            question = texts.ask_before(turn.say, row.uuid, row.rider, caveat)
            turn.reply(tx, question, under=(row.uuid, View.DISPATCHER))

    await turn.settle(ask_before)


async def assign_anyway(turn: Turn) -> None:
    await turn.settle(_give, turn, await rider_picker.caveat(turn.context, _chosen(turn)))


def _chosen(turn: Turn) -> RiderUuid:
    return RiderUuid(turn.objects()[1])


def _give(tx: Transaction, turn: Turn, caveat: Caveat | None) -> None:
    row = _still_to_give(tx, turn)
    if row is None:
        return
    give(tx, turn, row, _chosen(turn))
    if caveat is not None:
        turn.reply(tx, said_after(turn.say, caveat))


def give(tx: Transaction, turn: Turn, row: DeliveryRow, rider: RiderUuid) -> None:
    """Ask the fleet service to give a delivery to a rider, and show that it is under way."""
    request = Assign(delivery=row.uuid, by=turn.person.user_id, rider=rider, former=row.rider)
    request_queue.enqueue(tx, request, turn.job.key)
    notices.show_progress(tx, turn.chat.id, row.uuid, View.DISPATCHER)
    turn.toast(toasts.ASSIGNING)


def _still_to_give(tx: Transaction, turn: Turn) -> DeliveryRow | None:
    """Delete the list of riders, and return the delivery if it may still be given."""
    turn.erase_message(tx)
    return as_it_was(tx, turn)


def as_it_was(tx: Transaction, turn: Turn) -> DeliveryRow | None:
    """Return the delivery if it has the same rider as when the button was made; else say so."""
    row = pressed_open(tx, turn, Action.ASSIGN)
    if row is not None and turn.tokens() != (mark(row.rider),):
        turn.reply(tx, who_was_first(tx, turn.person, row))
        return None
    return row


@settled
def take(tx: Transaction, turn: Turn) -> None:
    """Give a delivery to the person who pressed the button."""
    rider = turn.person.rider
    if rider is None:
        turn.toast(toasts.NOT_FOR_YOU)
        return
    row = as_it_was(tx, turn)
    if row is None:
        return
    if row.rider == rider:
        turn.stale()
    else:
        give(tx, turn, row, rider)


ASSIGN = Command(
    "assign",
    Action.ASSIGN,
    phrase("give a delivery to a rider"),
    order_typed("assign", _take_typed),
    takes=phrase("<order>"),
    is_at_desk=True,
)
CHOOSE_RIDER = Button(Verb.CHOOSE_RIDER, Action.ASSIGN, choose_rider)
RIDER_PAGE = Button(Verb.RIDER_PAGE, Action.ASSIGN, turn_page, tokens=1)
ASSIGN_TO = Button(Verb.ASSIGN, Action.ASSIGN, assign, about=2, tokens=1)
ASSIGN_ANYWAY = Button(Verb.ASSIGN_ANYWAY, Action.ASSIGN, assign_anyway, about=2, tokens=1)
TAKE_IT = Button(Verb.TAKE_IT, Action.ASSIGN, take, tokens=1)
