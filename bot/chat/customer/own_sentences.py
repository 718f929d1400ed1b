"""The sentences that customers say in their own words; most are for the parcel's rider."""

from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.actions.order_numbers import tidy
from bot.base.database.transaction import Transaction
from bot.chat.customer.where import WHERE, tell_where
from bot.chat.handler import as_typed
from bot.chat.own_words import own_words
from bot.chat.parcel_meant import with_number_in
from bot.chat.passing_on import pass_on, pass_on_beside, pass_on_to_staff, say_to_person
from bot.chat.turn import Turn, settled
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import Reading
from bot.store.subscriptions import SENDER
from bot.texts.customer import price as texts

_A_NUMBER_AND_A_WORD = 3
_FOR_STAFF = (Intent.CANCEL_ORDER, Intent.COMPLAINT, Intent.HUMAN)
"""Intents that only the dispatchers can handle, wherever the parcel is."""


async def listen(turn: Turn, reading: Reading) -> bool:
    """Do what a customer means; return `False` if the bot does not know it."""
    if asks_price(reading):
        await tell_price(turn, is_all=not reading.says_more_than(Intent.PRICE))
        return True
    mine = await turn.context.database.read(subscriptions.all_for, turn.person, Action.SEE_WHERE)
    numbers = {tidy(one.row.order_number) for one in mine}
    words = (tidy(word.strip(".,:;!?()")) for word in turn.text.split())
    order = next((word for word in words if word in numbers), "")
    if order and reading.words <= _A_NUMBER_AND_A_WORD:
        return await as_typed(turn, WHERE, order)
    # Words that only ask where the parcel is are no complaint, even if they hold the phrase of one.
    is_only_where = reading.means(Intent.WHERE) and reading.intents[Intent.WHERE] == 0
    if not is_only_where and any(reading.means(intent) for intent in _FOR_STAFF):
        await pass_on_to_staff(turn)
        return True
    if not reading.means(Intent.WHERE):
        return False
    still_open = [one for one in mine if one.row.is_open]
    # A shop reports what is ready, and does not ask, so its words are for a person.
    is_shop = any(one.party == SENDER for one in still_open)
    if not still_open or (is_shop and reading.means(Intent.READY)):
        await pass_on(turn)
    elif reading.says_more_than(Intent.WHERE):

        def tell_and_pass_on(tx: Transaction) -> None:
            tell_where(tx, turn)
            pass_on_beside(tx, turn)

        await turn.settle(tell_and_pass_on)
    else:
        return await as_typed(turn, WHERE)
    return True


def asks_price(reading: Reading) -> bool:
    """Tell whether somebody asks for a price, and for nothing that only the dispatchers can do.

    Words can be ambiguous: "cuánto debo cancelar" asks how much is to be paid, and cancels nothing;
    "how much longer" asks for no price.
    """
    price_words = reading.places.get(Intent.PRICE, frozenset())
    where_words = reading.places.get(Intent.WHERE, frozenset())
    return not price_words <= where_words and all(
        reading.places.get(each, price_words) <= price_words for each in _FOR_STAFF
    )


@settled
def tell_price(tx: Transaction, turn: Turn, *, is_all: bool) -> None:
    """Tell the fee of the orders that are named, or else of all open ones.

    `is_all`: the words ask nothing else. If they do, or no fee is known, a person reads them.
    """
    mine = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    meant = with_number_in(turn.text, mine) or [one for one in mine if one.row.is_open]
    priced = [one for one in meant if one.seen.fee is not None]
    if not priced:
        say_to_person(tx, turn, own_words(tx, turn), is_for_staff=True)
        return
    is_sender = all(one.party == SENDER for one in priced)
    turn.reply(tx, texts.prices(turn.say, [one.seen for one in priced], is_sender=is_sender))
    if not is_all:
        pass_on_beside(tx, turn)
