"""The words of a message as phrases are written: without case, accents and drawn-out letters."""

import re
import unicodedata

from bot.parsing.orders.words_of import MARKS, WrittenWord, folded, western_digits

_LONGEST = 200
"""The most words of one message that are read; people say what they mean before that."""

_PIECE = re.compile(rf"[\w'’`´{MARKS}]+|[^\w\s]")
_APOSTROPHES = re.compile(r"['’`´_]")
_LENGTHENED = re.compile(r"(\D)\1{2,}")


def words(said: str) -> list[WrittenWord]:
    """Return the words and pictures of a message, without punctuation."""
    found = (
        WrittenWord(plain(piece.group()), piece.start(), piece.end())
        for piece in _PIECE.finditer(said)
    )
    return [word for word in found if word.text][:_LONGEST]


def plain(word: str) -> str:
    """Normalize a word as in phrases; return "" for punctuation."""
    if len(word) == 1 and not word.isalnum() and unicodedata.category(word) != "So":
        return ""
    bare = western_digits(folded(_APOSTROPHES.sub("", word)))
    return _LENGTHENED.sub(r"\1", bare)
