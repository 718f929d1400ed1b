"""Words as they are compared: what remains of a text without case, accents and punctuation."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

_PIECE = re.compile(r"\d+|[^\W\d_]+")
_WITHOUT_INK = "\u115f\u1160\u2800"
"""Letters and signs that are blank by themselves."""
_BRACKETS = re.compile(r"\[([^\]]*)\]")


def folded(text: str) -> str:
    """Fold case, accents, wide letters, invisible signs and the digits of other scripts."""
    plain = (_folded_sign(sign) for sign in unicodedata.normalize("NFKD", text))
    return "".join(plain).casefold()


def _folded_sign(sign: str) -> str:
    category = unicodedata.category(sign)
    if category in {"Mn", "Me", "Cf"} or sign == "ـ":
        return ""
    if sign in _WITHOUT_INK:
        return " "
    return str(unicodedata.digit(sign)) if category == "Nd" else sign


def words(text: str) -> list[str]:
    """The words of a text; letters and digits that touch are words of their own ("2x": 2, x)."""
    return _PIECE.findall(folded(text))


def matches(pattern: str, text: str) -> bool:
    """Tell whether a text has these words in this order; those in [brackets] may be missing."""
    return _match(list(_wanted(pattern)), words(text))


def _wanted(pattern: str) -> Iterator[tuple[str, bool]]:
    for number, piece in enumerate(_BRACKETS.split(pattern)):
        yield from ((word, number % 2 == 1) for word in words(piece))


def _match(wanted: Sequence[tuple[str, bool]], found: Sequence[str]) -> bool:
    if not wanted:
        return not found
    (word, is_optional), *rest = wanted
    if found and found[0] == word and _match(rest, found[1:]):
        return True
    return is_optional and _match(rest, found)


def contains(pieces: Sequence[str], wanted: str) -> bool:
    """Tell whether words stand side by side in pieces of text, one piece after the other."""
    there = " ".join(words(" ".join(pieces)))
    return f" {' '.join(words(wanted))} " in f" {there} "
