"""Amounts of money: the service's own text to show, an exact number to add up."""

import re
from decimal import Decimal

from bot.fleet.shapes.fields import decimal_of, text_of
from bot.fleet.shapes.frozen import Frozen

_FORMATTED = re.compile(r"(?P<prefix>[^0-9\-]*)(?P<number>-?[0-9][0-9,]*(?:\.[0-9]+)?)")
_CURRENCY_CODE = re.compile(r"[A-Z]{3}")


class Money(Frozen):
    """`text` as the service wrote it; `amount` None where that is no number."""

    text: str
    amount: Decimal | None
    currency: str | None


def read_money(raw: object, currency: str | None = None) -> Money | None:
    """Read `1500`, `"1500"` or `"NGN 1,500.00"`; None for nothing at all.

    A currency code written before the number wins over the one handed in.
    """
    text = text_of(raw)
    if not text:
        return None
    match = _FORMATTED.fullmatch(text)
    if match is None:
        return Money(text=text, amount=None, currency=currency)
    prefix = match["prefix"].strip()
    code = prefix if _CURRENCY_CODE.fullmatch(prefix) else currency
    return Money(text=text, amount=decimal_of(match["number"]), currency=code)
