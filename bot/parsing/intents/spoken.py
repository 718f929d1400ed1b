"""What was said, word by word, each written as phrases are: without case, accents and habits."""

import re
import unicodedata
from dataclasses import dataclass

from bot.parsing.orders.words_of import MARKS, folded, western_digits

_LONGEST = 200
"""Words of one message that are looked at; what people mean they say earlier."""

_PIECE = re.compile(rf"[\w'’`´{MARKS}]+|[^\w\s]")
_APOSTROPHES = re.compile(r"['’`´_]")
_LENGTHENED = re.compile(r"(\D)\1{2,}")


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a sign, and where it stands in what was said."""

    text: str
    start: int
    end: int


def words(said: str) -> list[Word]:
    """Return the words of what was said, and the pictures in it; of punctuation nothing."""
    found = (
        Word(plain(piece.group()), piece.start(), piece.end()) for piece in _PIECE.finditer(said)
    )
    return [word for word in found if word.text][:_LONGEST]


def plain(word: str) -> str:
    """Write a word as phrases are written; nothing is left of punctuation."""
    if len(word) == 1 and not word.isalnum() and unicodedata.category(word) != "So":
        return ""
    bare = western_digits(folded(_APOSTROPHES.sub("", word)))
    return _LENGTHENED.sub(r"\1", bare)
