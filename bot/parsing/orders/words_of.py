"""The words of a text in the form of the lexicon, with their places."""

import re
import unicodedata
from dataclasses import dataclass

MARKS = "\u0300-\u036f\u064b-\u065f\u0670"
"""Combining signs over or under a letter, such as the Arabic shadda."""

_PIECE = re.compile(
    rf"[^\W_](?:[^\W_]|[{MARKS}])*|#|[\u2139\u231a-\u23f3\u2600-\u27bf\U0001f000-\U0001faff]"
)
_ARABIC_ARTICLE = re.compile(r"^(?:[وفب]?ال|لل)(?=..)")
_ARABIC_LETTERS = str.maketrans({"ى": "ي", "ة": "ه", "ـ": None, "ک": "ك", "ی": "ي"})


@dataclass(frozen=True, slots=True)
class WrittenWord:
    """A word in the form of the lexicon or of phrases, and its place in the text."""

    text: str
    start: int
    end: int


def words_of(text: str) -> list[WrittenWord]:
    """Return the words and pictures of a text, without punctuation."""
    found = (
        WrittenWord(folded(piece.group()), piece.start(), piece.end())
        for piece in _PIECE.finditer(text)
    )
    return [word for word in found if word.text]


def folded_words(text: str) -> list[str]:
    """Return the words and pictures of a text without their places."""
    return [word.text for word in words_of(text)]


def folded(word: str) -> str:
    """Return a word without case, accents and the Arabic article."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return _ARABIC_ARTICLE.sub("", letters.translate(_ARABIC_LETTERS))


def western_digits(text: str) -> str:
    """Replace digits of any script by 0 to 9; every character keeps its place."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)
