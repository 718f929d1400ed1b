"""A person's own words without the codes in them, as others may read them."""

from dataclasses import dataclass

from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.actions.order_numbers import known_open, tidy
from bot.actions.rider import code_habits
from bot.base.database.transaction import Transaction
from bot.chat.turn import Turn
from bot.identifiers import OrderNumber
from bot.parsing.intents.codes import CodesSaid, hidden_in, without
from bot.store import deliveries


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Words that may be passed on. `had_code`: they held a code, or something that may be one.

    `is_only_code`: they held nothing else that anybody has to read.
    """

    text: str
    had_code: bool = False
    is_only_code: bool = False


def own_words(tx: Transaction, turn: Turn, text: str | None = None) -> OwnWords:
    """Return the words of a turn without possible codes; delete a message that held one.

    A picture stays in the chat, whatever is written under it.
    """
    text = turn.text if text is None else text
    hidden = hidden_codes(tx, turn, text)
    if hidden.codes:
        turn.erase_words(tx)
    return OwnWords(without(text, hidden.codes).strip(), bool(hidden.codes), hidden.is_plain)


def hidden_codes(tx: Transaction, turn: Turn, text: str) -> CodesSaid:
    """Return the possible codes in some words, leaving out order numbers."""
    lengths = code_habits.lengths(tx)
    followed = [one.row for one in subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)]
    carried = deliveries.open_of_rider(tx, turn.person.as_rider) if turn.person.rider else []
    own_orders = {tidy(row.order_number) for row in (*carried, *followed)}
    hidden = hidden_in(text, lengths, own_orders)
    if not hidden.codes:
        return hidden
    # The rest may be numbers of other people's orders. A dispatcher knows the old ones, too.
    numbers = {code.code for code in hidden.codes}
    if turn.person.dispatches:
        orders = {each for each in numbers if deliveries.by_order(tx, OrderNumber(each))}
    else:
        orders = known_open(tx, numbers)
    return hidden_in(text, lengths, own_orders | orders)
