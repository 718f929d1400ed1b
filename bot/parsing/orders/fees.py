"""The delivery fee: an amount with words before or behind it that call it so."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.draft import Blank
from bot.parsing.orders.amounts import LONGEST_WRITTEN, Amount, any_amount, has_currency
from bot.parsing.orders.labels import is_about_fee
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.words_of import folded_words, words_of
from bot.parsing.orders.written_order import WrittenOrder

_LONGEST_FEE = 12
"""The most words of a piece that is read as a fee."""
_LONGEST_AMOUNT = 5
_LEAST_BARE, _MOST = 100, 1_000_000
_BESIDE = 2
"""How many words on each side of an amount may show its purpose."""
_BEHIND = re.compile(r"[,،;(]|\s")
_COUNTED = re.compile(r"\W*(?:n\W{0,2})?\d{1,2}\W*", re.IGNORECASE)
"""“n°2” and “2”, which may count deliveries instead of pricing one."""


def read_fee(text: str) -> Amount | None:
    """Read a fee from a text of nothing but an amount and words for a fee on one side of it."""
    words = words_of(text)
    for cut in range(1, len(words) if len(words) <= _LONGEST_FEE else 0):
        middle = words[cut].start
        for said, amount in ((text[:middle], text[middle:]), (text[middle:], text[:middle])):
            words_beside = folded_words(said)
            if not _calls_fee(words_beside) or _is_counted(said, amount):
                continue
            # “Each” may stand beside the amount instead of beside the words for the fee.
            behind = words_of(amount)
            texts = [word.text for word in behind]
            each = (at for at in range(len(texts)) if lexicon().only("said.each", texts[at:]))
            at_each = next(each, None)
            bare = amount if at_each is None else amount[: behind[at_each].start]
            value = any_amount(bare.lstrip(" :=-–—(").rstrip(" )."))
            if value is not None:
                return value
    return None


def _is_counted(said: str, amount: str) -> bool:
    """Tell whether the number counts an order, as in “Delivery 2”, and is no amount."""
    words = folded_words(said)
    bare = _COUNTED.fullmatch(amount) is not None and ":" not in said + amount
    return (
        bare
        and not has_currency(amount.strip(" 0123456789n°º."))
        and lexicon().only("words.numbering", words)
    )


def _calls_fee(words: Sequence[str]) -> bool:
    """Tell whether words call an amount the fee, perhaps the fee of each order."""
    book = lexicon()
    bare = [word for word in words if not book.has("words.directions", [word])]
    each = next((at for at in range(len(bare)) if book.length_at("said.each", bare, at)), None)
    if each is not None:
        bare = bare[:each] + bare[each + book.length_at("said.each", bare, each) :]
    return is_about_fee(bare)


def fee_and_rest(text: str) -> tuple[Amount, str] | None:
    """Read a fee at the beginning of a text, and return it with the rest of the text."""
    # Try the longest piece first, so that “1,500” is not read as 1.
    words = words_of(text[:LONGEST_WRITTEN])
    longest = words[_LONGEST_FEE].start if len(words) > _LONGEST_FEE else LONGEST_WRITTEN
    gaps = [gap.start() for gap in _BEHIND.finditer(text, 0, longest)]
    for end in [*([len(text)] if len(text) <= longest else []), *reversed(gaps)]:
        piece = text[:end].strip(" ,،;")
        amount = any_amount(piece)
        fee = read_fee(piece) if amount is None else amount
        fee = read_fee(f"fee {piece}") if fee is None else fee
        if fee is not None:
            return fee, text[end:].strip(" ,،;()")
    return None


def with_common_fee(orders: Sequence[WrittenOrder], text: str) -> list[WrittenOrder]:
    """Give all orders the only fee, if its line says “each”.

    A fee that stands with the first order may also be for all, so give it as a guess.
    """
    fees = [order.fee for order in orders if order.fee is not None]
    if len(orders) == 1 or len(fees) != 1:
        return list(orders)
    lines = [line for line in text.splitlines() if fees[0].written in line]
    is_said = any(lexicon().has("said.each", folded_words(line)) for line in lines)
    if not is_said and orders[0].fee is None:
        return list(orders)
    guess = frozenset() if is_said else frozenset({Blank.FEE})
    return [replace(order, fee=fees[0], guessed=order.guessed | guess) for order in orders]


def fee_within(text: str) -> Amount | None:
    """Guess the fee in a longer text: an amount of money, or one beside words for paying.

    Return `None` if the text is about cash to collect, or a sum.
    """
    book = lexicon()
    head, sign, value = text.partition(":")
    if sign and book.only("words.charges", folded_words(head)):
        return any_amount(value.strip())
    words = words_of(text)
    texts = [word.text for word in words]
    if sign or any(book.has(f"words.{group}", texts) for group in ("collected", "sums")):
        return None
    for at in range(len(words)):
        for end in range(min(at + _LONGEST_AMOUNT, len(words)), at, -1):
            amount = any_amount(with_signs(text, words[at].start, words[end - 1].end))
            if amount is None:
                continue
            before, behind = texts[max(at - _BESIDE, 0) : at], texts[end : end + _BESIDE]
            is_large = _LEAST_BARE <= amount < _MOST
            is_called = book.has("words.paying", before) or (
                is_large and book.has("words.paying", behind)
            )
            is_alone = is_large and not before and not behind
            if amount.currencies or is_called or is_alone:
                return amount
            break
    return None


def with_signs(text: str, start: int, end: int) -> str:
    """Return a piece of text with the signs that touch it, such as a currency sign."""
    start = text.rfind(" ", 0, start) + 1
    end = text.find(" ", end) if " " in text[end:] else len(text)
    return text[start:end].strip(" .,;!?()“”\"'")
