"""/delivery: the card of one delivery, as the fleet service has it now."""

from bot.actions import effect_keys
from bot.actions.access import Action, may
from bot.actions.cards import views
from bot.actions.dispatcher import lookup
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.pressed_card import pressed_open
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import replies as texts
from bot.texts.words import phrase


async def delivery(turn: Turn) -> None:
    order = turn.argument
    if not order:
        await turn.answer(texts.how_to_name_order(turn.say, "delivery"))
        return
    async with asking_the_fleet(turn):
        await _show(turn, await lookup.by_order(turn.context, order), order)


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


@settled
def show_in_full(tx: Transaction, turn: Turn) -> None:
    """Show all buttons of the card under whose `⋯` was pressed; its next change folds them."""
    row = pressed_open(tx, turn, Action.SEE_DELIVERY)
    card = views.as_dispatcher(tx, turn.person, row, in_full=True) if row is not None else None
    if card is not None:
        turn.replace(tx, card)


DELIVERY = Command(
    "delivery",
    Action.SEE_DELIVERY,
    phrase("one delivery's card"),
    delivery,
    takes=phrase("<order>"),
    is_at_desk=True,
)
IN_FULL = Button(Verb.IN_FULL, Action.SEE_DELIVERY, show_in_full, is_quiet=True)
SHOW = Button(Verb.SHOW, Action.SEE_DELIVERY, show, is_quiet=True)
