"""Amounts of money, the way the reader's language writes them."""

from collections.abc import Iterable

from babel.numbers import format_currency

from bot.fleet import Money
from bot.texts.html import Html, joined
from bot.texts.words import Words


def amount(say: Words, money: Money) -> Html:
    """Write an amount; one that the fleet service wrote in a way unknown here stays as it is."""
    if money.amount is None or not money.currency:
        return say.value(money.text)
    return say.value(format_currency(money.amount, money.currency, locale=say.locale))


def amounts(say: Words, sums: Iterable[Money]) -> Html:
    """Write sums of several currencies side by side: nothing adds them up."""
    return joined((amount(say, money) for money in sums), " + ")
