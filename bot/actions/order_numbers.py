"""Order numbers and codes as people type them: digits of any script, any case, a sign in front."""

import unicodedata
from collections.abc import Iterable

from bot.base.database.transaction import Transaction
from bot.identifiers import OrderNumber
from bot.store import deliveries


def tidy(order: str) -> str:
    """Return a typed order number in the form of the store: ASCII digits, no sign in front."""
    return " ".join(ascii_digits(order).lstrip("#№ ").split())


def is_called(order_number: OrderNumber, typed: str) -> bool:
    return tidy(order_number).casefold() == tidy(typed).casefold()


def known_open(tx: Transaction, numbers: Iterable[str]) -> set[str]:
    """Return those numbers that an open order of any rider has, and so are no codes."""
    return {
        number
        for number in set(numbers)
        if any(row.is_open for row in deliveries.by_order(tx, OrderNumber(number)))
    }


def ascii_digits(text: str) -> str:
    """Write the digits of any script as 0 to 9."""
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)
