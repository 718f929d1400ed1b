"""Amounts of money, the way the reader's language writes them."""

from collections.abc import Iterable

from babel.numbers import format_currency

from bot.fleet import Money
from bot.texts.html import Html, joined
from bot.texts.words import Words


def amount(say: Words, money: Money) -> Html:
    """Write an amount; if the fleet service wrote it in an unknown way, leave it as it is."""
    if money.amount is None or not money.currency:
        return say.value(money.text)
    return say.value(format_currency(money.amount, money.currency, locale=say.locale))


def amounts(say: Words, sums: Iterable[Money]) -> Html:
    """Write sums of several currencies side by side, without adding them up."""
    return joined((amount(say, money) for money in sums), " + ")
