"""What somebody has written of their own, without the codes in it, as others may read it."""

from collections.abc import Collection
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
    """Words that may be passed on. `had_code`: there was one, or what may be one.

    `is_only_code`: there was nothing else that anybody has to read.
    """

    text: str
    had_code: bool = False
    is_only_code: bool = False


def own_words(tx: Transaction, turn: Turn, text: str | None = None) -> OwnWords:
    """Return the words of a turn without what may be a code; what had one is deleted from the chat.

    A picture stays there, whatever is written under it.
    """
    text = turn.text if text is None else text
    found = hidden_codes(tx, turn, text)
    if found.codes:
        turn.erase_words(tx)
    return OwnWords(without(text, found.codes).strip(), bool(found.codes), found.is_plain)


def hidden_codes(tx: Transaction, turn: Turn, text: str) -> CodesSaid:
    """Return what may be a code in some words, the numbers of orders left out."""
    lengths, orders = code_habits.lengths(tx), _own_orders(tx, turn)
    found = hidden_in(text, lengths, orders)
    if not found.codes:
        return found
    numbers = {code.code for code in found.codes}
    return hidden_in(text, lengths, orders | _orders_among(tx, turn, numbers))


def _own_orders(tx: Transaction, turn: Turn) -> set[str]:
    followed = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    mine = deliveries.open_of_rider(tx, turn.person.as_rider) if turn.person.rider else []
    return {tidy(row.order_number) for row in (*mine, *(one.row for one in followed))}


def _orders_among(tx: Transaction, turn: Turn, numbers: Collection[str]) -> set[str]:
    """Return those of the numbers that name an order; who dispatches knows the old ones, too."""
    if turn.person.dispatches:
        return {each for each in numbers if deliveries.by_order(tx, OrderNumber(each))}
    return known_open(tx, numbers)
