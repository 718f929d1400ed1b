"""Amounts of money as people write them."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib import resources

from babel.numbers import list_currencies

from bot.base.plain_text import clean
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.words_of import folded, western_digits, words_of

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


class Amount(Decimal):
    """An amount as it was `written`, with the codes of the currencies that it may be in.

    Where nothing is written beside it there are no codes.
    """

    written: str = ""
    currencies: frozenset[str] = frozenset()

    def is_foreign(self, currency: str) -> bool:
        """Tell whether it is of another currency than this one; of an unknown one nobody can."""
        return bool(currency and self.currencies) and currency not in self.currencies


def read_amount(line: str) -> Amount | None:
    """Read an amount, with or without a currency: `1.5k`, `4,90 €`, `N1,500`; `None` in doubt."""
    found = _AMOUNT.fullmatch(western_digits(clean(line)))
    if found is None or not (_is_currency(found["before"]) and _is_currency(found["after"])):
        return None
    if _may_be_a_thousandth(found):
        return None
    number = _number(found["number"]) * (1000 if found["scale"] else 1)
    if number >= _MOST:
        return None
    amount = Amount(number if number % 1 else int(number))
    amount.written = clean(line)
    amount.currencies = _codes(found["before"]) | _codes(found["after"])
    return amount


def _codes(text: str) -> frozenset[str]:
    """Return the codes that what stands beside a number may mean."""
    bare = _SHORT_SUFFIX.sub("", text).strip(" .")
    if not bare:
        return frozenset()
    known = _named()
    whole = known.get(folded(bare)) or known.get(bare.casefold())
    if whole:
        return whole
    pieces = [word.text for word in words_of(bare)] + [c for c in bare if _is_money_sign(c)]
    told = (known.get(piece, frozenset()) for piece in pieces)
    return frozenset().union(*told, (code for code in bare.split() if code in list_currencies()))


@cache
def _named() -> Mapping[str, frozenset[str]]:
    """Return the codes for each sign and name."""
    file = resources.files(__package__) / "currencies.toml"
    named: dict[str, frozenset[str]] = {}
    for code, names in tomllib.loads(file.read_text(encoding="utf-8"))["codes"].items():
        for name in (*names.split(), code.casefold()):
            for form in {name, folded(name)}:
                named[form] = named.get(form, frozenset()) | {code}
    return named


def has_currency(text: str) -> bool:
    """Tell whether a text beside a number names money."""
    words = [word.text for word in words_of(text)]
    return _is_currency(text) and (bool(words) or any(_is_money_sign(char) for char in text))


def _number(written: str) -> Decimal:
    parts = _DECIMALS.fullmatch(written)
    whole, rest = (parts["whole"], parts["rest"]) if parts else (written, "0")
    return int(re.sub(r"\D", "", whole)) + Decimal(f"0.{rest}")


def _is_currency(text: str) -> bool:
    """Tell whether what stands beside a number is nothing, a sign, or the name of a currency."""
    if text.strip(" .") in list_currencies():
        return True
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
