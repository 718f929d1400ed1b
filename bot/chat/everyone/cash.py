"""/cash: the cash of riders; a rider sees their own, a dispatcher sees all and takes it in."""

from bot.actions.access import Action
from bot.actions.dispatcher import cash as cash_of_all
from bot.actions.rider import cash
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.texts import pagination
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import cash as dispatcher_texts
from bot.texts.message import Message
from bot.texts.rider import cash as rider_texts
from bot.texts.words import phrase

_A_PAGE = 25


async def typed(turn: Turn) -> None:
    if turn.person.dispatches:
        await cash_of_all.look_up_names(turn.context)

    def show(tx: Transaction) -> None:
        rider = turn.person.as_rider
        mine, untold = cash.carried(tx, rider), cash.untold(tx, rider)
        # A dispatcher who rides reads both lists, unless they carry nothing.
        if mine or untold or not turn.person.dispatches:
            turn.reply(tx, rider_texts.carried(turn.say, mine, untold))
        if turn.person.dispatches:
            turn.reply(tx, _overview(tx, turn, 1))

    await turn.settle(show)


def _overview(tx: Transaction, turn: Turn, number: int) -> Message:
    """List how much each rider carries, and the latest hand-ins."""
    listed = cash_of_all.carried_by_all(tx, turn.context)
    page = pagination.cut(listed, number, _A_PAGE)
    taken = cash_of_all.taken_of_late(tx, turn.context)
    return dispatcher_texts.overview(turn.say, page, cash_of_all.together(listed), taken)


async def turned(turn: Turn) -> None:
    (number,) = turn.tokens()
    # The list names riders, so the fleet service may have to be asked for them first.
    await cash_of_all.look_up_names(turn.context)

    def show(tx: Transaction) -> None:
        turn.replace(tx, _overview(tx, turn, pagination.asked(number)))

    await turn.settle(show)


CASH = Command("cash", Action.SEE_CASH, phrase("cash that riders carry"), typed)
CASH_PAGE = Button(Verb.CASH_CARRIED, Action.RECEIVE_CASH, turned, about=0, tokens=1, is_quiet=True)
