"""What was said, word by word, each written as phrases are: without case, accents and habits."""

import re
import unicodedata
from dataclasses import dataclass

_LONGEST = 200
"""Words of one message that are looked at; what people mean they say earlier."""

_ACCENTS = "\u0300-\u036f\u064b-\u065f\u0670"
"""Signs that stand over or under a letter, such as the Arabic shadda."""

_PIECE = re.compile(rf"[\w'’`´{_ACCENTS}]+|[^\w\s]")
_APOSTROPHES = re.compile(r"['’`´_]")
_LENGTHENED = re.compile(r"(\D)\1{2,}")
_ARABIC_ARTICLE = re.compile(r"^(?:[وفب]?ال|لل)(?=..)")
_ARABIC_LETTERS = str.maketrans({"ى": "ي", "ة": "ه", "ـ": None, "ک": "ك", "ی": "ي"})


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
    decomposed = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", word).casefold())
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    digits = "".join(
        str(unicodedata.decimal(char)) if char.isdecimal() else char for char in letters
    )
    bare = _ARABIC_ARTICLE.sub("", digits.translate(_ARABIC_LETTERS))
    return _LENGTHENED.sub(r"\1", bare)
