"""Amounts of money, the way the reader's language writes them."""

from babel import Locale, UnknownLocaleError
from babel.numbers import format_currency

from bot.fleet import Money
from bot.texts.html import Html
from bot.texts.words import Words


def amount(say: Words, money: Money) -> Html:
    """Write an amount; one that the fleet service wrote in a way unknown here stays as it is."""
    if money.amount is None or not money.currency:
        return say("{text}", text=money.text)
    return say("{text}", text=format_currency(money.amount, money.currency, locale=_locale(say)))


def _locale(say: Words) -> Locale:
    try:
        return Locale.parse(say.language)
    except (UnknownLocaleError, ValueError):
        return Locale("en")
