"""What people type of numbers and codes: any script's digits, any case, a sign before them."""

import unicodedata
from collections.abc import Iterable

from bot.base.database.transaction import Transaction
from bot.identifiers import OrderNumber
from bot.store import deliveries


def tidy(order: str) -> str:
    """Return an order number as it is looked for, whichever digits and signs it was typed with."""
    return " ".join(ascii_digits(order).lstrip("#№ ").split())


def is_called(order_number: OrderNumber, typed: str) -> bool:
    return tidy(order_number).casefold() == tidy(typed).casefold()


def known_open(tx: Transaction, numbers: Iterable[str]) -> set[str]:
    """Return those that are the number of an open order, of any rider: they are not codes."""
    return {
        number
        for number in set(numbers)
        if any(row.is_open for row in deliveries.by_order(tx, OrderNumber(number)))
    }


def ascii_digits(text: str) -> str:
    """Write the digits of any script as 0 to 9."""
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)
