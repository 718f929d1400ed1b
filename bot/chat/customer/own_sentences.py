"""What customers say in their own words; most of it is for the rider who brings the parcel."""

from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.actions.order_numbers import tidy
from bot.base.database.transaction import Transaction
from bot.chat.customer.price import tell_price
from bot.chat.customer.where import WHERE, tell_where
from bot.chat.meaning import as_typed
from bot.chat.passing_on import pass_on, pass_on_beside, pass_on_to_staff
from bot.chat.turn import Turn, settled
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import Reading
from bot.store.subscriptions import SENDER

_A_NUMBER_AND_A_WORD = 3
_FOR_STAFF = (Intent.CANCEL_ORDER, Intent.COMPLAINT, Intent.HUMAN)
"""What only those who dispatch can do anything about, wherever the parcel is."""


async def listen(turn: Turn, reading: Reading) -> bool:
    """Do what a customer means; `False` where that is nothing that the bot knows."""
    if asks_price(reading):
        await tell_price(turn, is_all=not reading.says_more_than(Intent.PRICE))
        return True
    order = await turn.context.database.read(_named_order, turn)
    if order and reading.words <= _A_NUMBER_AND_A_WORD:
        return await as_typed(turn, WHERE, order)
    is_only_where = reading.means(Intent.WHERE) and reading.intents[Intent.WHERE] == 0
    if not is_only_where and any(reading.means(intent) for intent in _FOR_STAFF):
        await pass_on_to_staff(turn)
        return True
    if not reading.means(Intent.WHERE):
        return False
    is_told = reading.means(Intent.READY) and await turn.context.database.read(_sends, turn)
    if is_told or not await _waits_for_something(turn):
        await pass_on(turn)
    elif reading.says_more_than(Intent.WHERE):
        await _tell_and_pass_on(turn)
    else:
        return await as_typed(turn, WHERE)
    return True


def asks_price(reading: Reading) -> bool:
    """Tell whether a price is asked for, and nothing that only those who dispatch can do.

    The same words can tell both: "cuánto debo cancelar" asks how much is to be paid, "how much
    longer" asks for no price.
    """
    told = reading.places.get(Intent.PRICE, frozenset())
    return not told <= reading.places.get(Intent.WHERE, frozenset()) and all(
        reading.places.get(each, told) <= told for each in _FOR_STAFF
    )


@settled
def _tell_and_pass_on(tx: Transaction, turn: Turn) -> None:
    tell_where(tx, turn)
    pass_on_beside(tx, turn)


def _named_order(tx: Transaction, turn: Turn) -> str:
    """Return the number of an order of theirs that a customer names; empty where there is none."""
    mine = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    numbers = {tidy(one.row.order_number) for one in mine}
    words = (tidy(word.strip(".,:;!?()")) for word in turn.text.split())
    return next((word for word in words if word in numbers), "")


def _sends(tx: Transaction, turn: Turn) -> bool:
    """Tell whether somebody speaks for a shop: what is ready they say, and do not ask."""
    mine = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    return any(one.row.is_open and one.party == SENDER for one in mine)


async def _waits_for_something(turn: Turn) -> bool:
    def read(tx: Transaction) -> bool:
        mine = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
        return any(one.row.is_open for one in mine)

    return await turn.context.database.read(read)
