"""/delivery: the card of one delivery, with its present state at the fleet service."""

from collections.abc import Awaitable, Callable

from bot.actions import effect_keys
from bot.actions.access import Action, may
from bot.actions.dispatcher import lookup
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command, Handler
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import replies as texts
from bot.texts.words import phrase


def order_typed(
    command: str, take: Callable[[Turn, DeliveryRow | None, str], Awaitable[None]]
) -> Handler:
    """Return the handler of a command with an order number, which looks the order up."""

    async def typed(turn: Turn) -> None:
        order = turn.argument
        if not order:
            await turn.answer(texts.how_to_name_order(turn.say, command))
            return
        async with asking_the_fleet(turn):
            await take(turn, await lookup.by_order(turn.context, order), order)

    return typed


async def show(turn: Turn) -> None:
    async with asking_the_fleet(turn):
        await _show(turn, await lookup.fresh(turn.context, turn.delivery()), "")


@settled
def _show(tx: Transaction, turn: Turn, row: DeliveryRow | None, order: str) -> None:
    if row is None or not may(turn.person, Action.SEE_DELIVERY, row):
        turn.reply(tx, texts.no_such_order(turn.say, order))
        return
    key = effect_keys.card_asked_for(turn.job.key, row.uuid)
    turn.send_card(tx, row.uuid, View.DISPATCHER, key)


DELIVERY = Command(
    "delivery",
    Action.SEE_DELIVERY,
    phrase("one delivery's card"),
    order_typed("delivery", _show),
    takes=phrase("<order>"),
    is_at_desk=True,
)
SHOW = Button(Verb.SHOW, Action.SEE_DELIVERY, show, is_quiet=True)
