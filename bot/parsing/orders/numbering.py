"""Numbered lists: “1.”, “2)”, “Order 3” at the beginning of lines say where orders begin."""

from collections.abc import Iterator, Sequence

from bot.parsing.orders.features import lines
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.tokens import Token
from bot.parsing.orders.words_of import folded, western_digits

_SIGNS = frozenset(".):-–—/")
_FEWEST = 2
_HEAD = 3
"""Tokens at the beginning of a line among which its number stands."""


def numbers_of_list(tokens: Sequence[Token]) -> list[range]:
    """Return the places of the numbers of a list that counts from one, with the words before them.

    Nothing where there is no such list.
    """
    found: list[range] = []
    for places, number in _numbers(tokens):
        if number == len(found) + 1:
            found.append(places)
    return found if len(found) >= _FEWEST else []


def _numbers(tokens: Sequence[Token]) -> Iterator[tuple[range, int]]:
    for start, end in lines(tokens):
        head = tokens[start : min(end, start + _HEAD)]
        for at, token in enumerate(head):
            figures = western_digits(token.text)
            if figures.isdecimal() and not token.phone:
                if _counts(head[:at], tokens[start + at + 1 : end]):
                    yield range(start, start + at + 1), int(figures)
                break


def _counts(before: Sequence[Token], behind: Sequence[Token]) -> bool:
    """Tell whether a number counts its line: a sign behind it, or what is counted before it."""
    words = [folded(token.text) for token in before if token.is_word]
    if not lexicon().only("words.numbering", words):
        return False
    return bool(words) or (bool(behind) and behind[0].text in _SIGNS)
