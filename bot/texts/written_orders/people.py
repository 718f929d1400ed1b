"""Names as people write them, of persons and of businesses."""

import re
import unicodedata
from collections.abc import Sequence

from bot.texts.written_orders.lexicon import lexicon

_POSSESSIVE = re.compile(r"['’]s?\b")
_NAME_CHARS = re.compile(r"[^\W\d_]|[\s.'’&\-´`()]")
_SMALL = frozenset(
    [
        "de",
        "da",
        "do",
        "dos",
        "das",
        "du",
        "des",
        "of",
        "and",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "y",
        "e",
        "et",
        "by",
        "van",
        "von",
        "del",
        "bint",
        "the",
    ]
)
_LONGEST_NAME = 5
_NO_NAMES = ("areas", "streets", "goods", "note", "cash", "greeting", "measures")


def is_name(text: str, words: Sequence[str], *, is_told: bool) -> bool:
    """Tell whether a text is written as a name is; `is_told` where somebody is to be expected."""
    book = lexicon()
    words = words[book.count_leading("words.titles", words) :] or words
    if not words or len(words) > _LONGEST_NAME + is_told or not _is_lettered(text):
        return False
    if any(book.has(f"words.{group}", words) for group in ("chat", "times", "acts")):
        return False
    if not is_told and any(book.has(f"words.{group}", words) for group in _NO_NAMES):
        return False
    return is_told or all(_is_capital(word) or word.casefold() in _SMALL for word in _tokens(text))


def is_small_name(text: str, words: Sequence[str]) -> bool:
    """Tell whether this is a name that somebody typed in small letters."""
    few = 1 < len(words) <= 3  # noqa: PLR2004 - a first name and one or two more
    return few and text.islower() and is_name(text.title(), words, is_told=False)


def _is_lettered(text: str) -> bool:
    return all(_NAME_CHARS.match(char) or unicodedata.combining(char) for char in text)


def _tokens(text: str) -> list[str]:
    return [token for token in re.split(r"[\s.&\-]+", _POSSESSIVE.sub("", text)) if token]


def _is_capital(word: str) -> bool:
    return not word[0].islower()
