"""Amounts of money as people write them: in figures, with a currency, or in words."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from importlib import resources

from babel.numbers import list_currencies

from bot.base.plain_text import clean
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.words_of import folded, folded_words, western_digits, words_of

LONGEST_WRITTEN = 200
"""The most characters of a text that is read as an amount, with its words."""
_MOST = 10**10
_MOST_WORDS = 7
_LEAST_SPOKEN = 5
_ARABIC_AND = "و"
_HUNDRED, _THOUSAND = 100, 1000
_NUMBER = r"(?:\d{1,3}(?:(?P<gap>[ ,.\u00a0\u202f])\d{3})(?:(?P=gap)\d{3})*|\d+)(?:[.,]\d{1,2})?"
_BESIDE = r"[^\d+\n]{0,16}"
_AMOUNT = re.compile(
    rf"(?P<before>{_BESIDE}?)(?P<number>{_NUMBER})(?!\d)"
    rf"(?P<scale>\s?k\b|\s?mil(?:le)?\b|\s?thousand\b|\sالف\b|\sألف\b)?(?P<after>{_BESIDE})",
    re.IGNORECASE,
)
_SHORT_SUFFIX = re.compile(r"\s*/[-=]\s*")
_THREE_DECIMALS = frozenset(
    {"kwd", "kd", "bhd", "bd", "omr", "tnd", "jod", "jd", "iqd", "lyd", "dt", "دينار", "د.ك", "د.ب"}
)
_BEFORE_PRICE = re.compile(r"(?<=\S)\s*(?:[>=|@:]|\s[-–—]\s|\s)\s*(?=\S)")
_CENTS = re.compile(r"\d[.,]\d\d\b")
_MOST_GAPS = 4
"""How many gaps, from the end of a line, are tried as the beginning of its price."""
_DECIMALS = re.compile(r"(?P<whole>.*\d)[.,](?P<rest>\d{1,2})")


class Amount(Decimal):
    """An amount with its text (`written`) and the codes of the currencies that it may be in.

    Without a currency beside it, `currencies` is empty.
    """

    written: str = ""
    currencies: frozenset[str] = frozenset()

    def is_foreign(self, currency: str) -> bool:
        """Tell whether it is surely in another currency; `False` if either currency is unknown."""
        return bool(currency and self.currencies) and currency not in self.currencies


def read_amount(line: str) -> Amount | None:
    """Read an amount, with or without a currency: `1.5k`, `4,90 €`, `N1,500`.

    Return `None` if the text says anything else, or may mean two amounts.
    """
    is_short = len(line) <= LONGEST_WRITTEN
    found = _AMOUNT.fullmatch(western_digits(clean(line))) if is_short else None
    if found is None or not (_is_currency(found["before"]) and _is_currency(found["after"])):
        return None
    # In currencies with three decimals, `1.500` may be one and a half.
    beside = f"{found['before']} {found['after']}".casefold().split()
    if found["gap"] and not _THREE_DECIMALS.isdisjoint(beside):
        return None
    decimals = _DECIMALS.fullmatch(found["number"])
    whole, rest = (decimals["whole"], decimals["rest"]) if decimals else (found["number"], "0")
    number = int(re.sub(r"\D", "", whole)) + Decimal(f"0.{rest}")
    number *= 1000 if found["scale"] else 1
    if number >= _MOST:
        return None
    amount = Amount(number if number % 1 else int(number))
    amount.written = clean(line)
    amount.currencies = _codes(found["before"]) | _codes(found["after"])
    return amount


def thousandth(amount: Amount) -> Amount:
    """Return a thousandth of an amount, with the same text and currencies."""
    smaller = Amount(Decimal(amount) / 1000)
    smaller.written, smaller.currencies = amount.written, amount.currencies
    return smaller


def spoken_amount(text: str) -> Amount | None:
    """Read an amount in words: “three thousand five hundred naira”, or a word such as “free”."""
    book, written = lexicon(), clean(text)
    words = folded_words(written)
    if not words or len(words) > _MOST_WORDS or any(map(str.isdigit, written)):
        return None
    total = 0 if book.only("words.free", words) else _counted(words)
    if total is None:
        return None
    is_money = book.has("words.currencies", words)
    if 0 < total < _LEAST_SPOKEN and not is_money:  # “a” and “one” are rarely amounts
        return None
    amount = Amount(total if total % 1 else int(total))
    amount.written = written
    amount.currencies = frozenset().union(*(_named().get(word, frozenset()) for word in words))
    return amount


def any_amount(text: str) -> Amount | None:
    """Read an amount in figures or in words."""
    if len(text) > LONGEST_WRITTEN:
        return None
    return read_amount(text) if any(map(str.isdigit, text)) else spoken_amount(text)


def _counted(words: Sequence[str]) -> Decimal | None:
    """Add up number words; return `None` if any word is not a number, a currency or “and”."""
    book, whole, part, last = lexicon(), 0, 0, 0
    has_half = book.has("words.half", words[1:])
    for word in words:
        number = book.numbers.get(word)
        is_money = book.has("words.currencies", [word])
        if number is None and not (is_money or book.has("words.joiners", [word]) or has_half):
            return None
        if number is None:
            continue
        if number >= _HUNDRED:
            part = (part or 1) * number
            whole, part = (whole + part, 0) if number >= _THOUSAND else (whole, part)
        elif last and last <= number and not word.startswith(_ARABIC_AND):
            return None  # “two fifty” may be a hundred times as much
        else:
            part += number
        last = number if number < _HUNDRED else 0
    total = whole + part or int(has_half)  # “a dinar and a half”
    return Decimal(total) + (Decimal("0.5") if has_half else 0) if total else None


def _codes(text: str) -> frozenset[str]:
    """Return the currency codes that the text beside a number may mean."""
    bare = _SHORT_SUFFIX.sub("", text).strip(" .")
    if not bare:
        return frozenset()
    named = _named()
    whole = named.get(folded(bare)) or named.get(bare.casefold())
    if whole:
        return whole
    pieces = folded_words(bare) + [c for c in bare if _is_money_sign(c)]
    codes = (named.get(piece, frozenset()) for piece in pieces)
    return frozenset().union(*codes, (code for code in bare.split() if code in list_currencies()))


@cache
def _named() -> Mapping[str, frozenset[str]]:
    """Return the currency codes for each sign and name."""
    file = resources.files(__package__) / "currencies.toml"
    named: dict[str, frozenset[str]] = {}
    for code, names in tomllib.loads(file.read_text(encoding="utf-8"))["codes"].items():
        for name in (*names.split(), code.casefold()):
            for form in {name, folded(name)}:
                named[form] = named.get(form, frozenset()) | {code}
    return named


def has_currency(text: str) -> bool:
    """Tell whether a text beside a number names money."""
    words = folded_words(text)
    return _is_currency(text) and (bool(words) or any(_is_money_sign(char) for char in text))


def price_at(line: str, least: int = 100) -> int:
    """Return where the price at the end of a slip's line begins, or 0 without a price.

    A price names money, has cents, or stands behind a wide gap and is at least `least`.
    """
    for gap in list(_BEFORE_PRICE.finditer(line))[-_MOST_GAPS:]:
        price = line[gap.end() :].strip(" .")
        amount = read_amount(price) if price[:1] not in "xX×*" else None
        is_apart = len(gap.group()) > 1
        if amount is not None and (
            (is_apart and amount >= least) or _CENTS.search(price) or names_money(price)
        ):
            return gap.start()
    return 0


def names_money(price: str) -> bool:
    """Tell whether a currency stands beside the digits of a price."""
    return has_currency("".join(char for char in price if not char.isdecimal()).strip(" .,"))


def _is_currency(text: str) -> bool:
    """Tell whether the text beside a number is empty, a money sign, or a currency's name."""
    bare = text.strip(" .")
    # Codes count only in capitals: “CUP” is a currency, and the cup of “2 cup” is not.
    if bare in list_currencies() or (len(bare) > 1 and bare.isupper() and bare.lower() in _named()):
        return True
    words = [word.text for word in words_of(text) if word.text != "#"]
    signs = [char for char in _SHORT_SUFFIX.sub("", text) if not (char.isalnum() or char.isspace())]
    return lexicon().only("words.currencies", words) and all(
        _is_money_sign(char) or char == "." for char in signs
    )


def _is_money_sign(char: str) -> bool:
    return char == "#" or unicodedata.category(char) == "Sc"
