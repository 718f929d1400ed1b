"""What somebody has written of their own, without the codes in it, as others may read it."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.actions.order_numbers import tidy
from bot.actions.rider import code_habits
from bot.base.transaction import Transaction
from bot.chat.turn import Turn
from bot.identifiers import OrderNumber
from bot.store import deliveries
from bot.texts.intents.codes import FoundCode, codes_in, without


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Words that may be passed on. `had_code`: there was one, or what may be one.

    `is_only_code`: there was nothing else that anybody has to read.
    """

    text: str
    had_code: bool = False
    is_only_code: bool = False


def own_words(tx: Transaction, turn: Turn, text: str | None = None) -> OwnWords:
    """Return the words of a turn without codes; what had one is deleted from the chat."""
    text = turn.text if text is None else text
    lengths = code_habits.lengths(tx)
    numbers = _orders_known_to(tx, turn, codes_in(text, lengths).codes)
    found = codes_in(text, lengths, numbers, keeps_orders=True)
    if found.codes:
        turn.erase_message(tx)
    return OwnWords(without(text, found.codes).strip(), bool(found.codes), found.is_plain)


def _orders_known_to(tx: Transaction, turn: Turn, numbers: Iterable[FoundCode]) -> set[str]:
    """Return those of the numbers by which somebody may name an order: these are no codes."""
    if turn.person.dispatches:
        found = (OrderNumber(number.code) for number in numbers)
        return {order for order in found if deliveries.by_order(tx, order)}
    followed = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    mine = deliveries.open_of_rider(tx, turn.person.as_rider) if turn.person.rider else []
    return {tidy(row.order_number) for row in (*mine, *(one.row for one in followed))}
