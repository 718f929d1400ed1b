"""Amounts of money as people write them."""

import re
import unicodedata
from decimal import Decimal

from bot.base.plain_text import clean
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.words_of import western_digits, words_of

_MOST = 10**10
_NUMBER = r"(?:\d{1,3}(?:(?P<gap>[ ,.\u00a0\u202f])\d{3})(?:(?P=gap)\d{3})*|\d+)(?:[.,]\d{1,2})?"
_BESIDE = r"[^\d+\n]{0,16}"
_AMOUNT = re.compile(
    rf"(?P<before>{_BESIDE}?)(?P<number>{_NUMBER})(?!\d)"
    rf"(?P<scale>\s?k\b|\s?mil(?:le)?\b|\s?thousand\b|\sالف\b|\sألف\b)?(?P<after>{_BESIDE})",
    re.IGNORECASE,
)
_SHORT_SUFFIX = re.compile(r"\s*/[-=]\s*")
_THREE_DECIMALS = frozenset(
    {"kwd", "bhd", "omr", "tnd", "jod", "iqd", "lyd", "dt", "دينار", "د.ك", "د.ب"}
)
_DECIMALS = re.compile(r"(?P<whole>.*\d)[.,](?P<rest>\d{1,2})")


def read_amount(line: str) -> Decimal | None:
    """Read an amount, with or without a currency: `1.5k`, `4,90 €`, `N1,500`; `None` in doubt."""
    found = _AMOUNT.fullmatch(western_digits(clean(line)))
    if found is None or not (_is_currency(found["before"]) and _is_currency(found["after"])):
        return None
    if _may_be_a_thousandth(found):
        return None
    amount = _number(found["number"]) * (1000 if found["scale"] else 1)
    return _plain(amount) if amount < _MOST else None


def has_currency(text: str) -> bool:
    """Tell whether a text beside a number names money."""
    words = [word.text for word in words_of(text)]
    return _is_currency(text) and (bool(words) or any(_is_money_sign(char) for char in text))


def _number(written: str) -> Decimal:
    parts = _DECIMALS.fullmatch(written)
    whole, rest = (parts["whole"], parts["rest"]) if parts else (written, "0")
    return int(re.sub(r"\D", "", whole)) + Decimal(f"0.{rest}")


def _plain(amount: Decimal) -> Decimal:
    return amount if amount % 1 else Decimal(int(amount))


def _is_currency(text: str) -> bool:
    """Tell whether what stands beside a number is nothing, a sign, or the name of a currency."""
    words = [word.text for word in words_of(text) if word.text != "#"]
    signs = [char for char in _SHORT_SUFFIX.sub("", text) if not (char.isalnum() or char.isspace())]
    return lexicon().only("words.currencies", words) and all(
        _is_money_sign(char) or char == "." for char in signs
    )


def _is_money_sign(char: str) -> bool:
    return char == "#" or unicodedata.category(char) == "Sc"


def _may_be_a_thousandth(found: re.Match[str]) -> bool:
    """Tell whether `1.500` may be one and a half, as in currencies with three decimals."""
    beside = f"{found['before']} {found['after']}".casefold().split()
    return bool(found["gap"]) and not _THREE_DECIMALS.isdisjoint(beside)
