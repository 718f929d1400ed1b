"""What is written of a place: a street with its number, a quarter, a flat."""

import re
import unicodedata
from collections.abc import Sequence

from bot.texts.streets import STREETS, UNITS
from bot.texts.written_orders.items import counts_things
from bot.texts.written_orders.lexicon import lexicon
from bot.texts.written_orders.words_of import folded, western_digits, words_of


def _listed(words: str) -> frozenset[str]:
    return frozenset(folded(word) for word in words.split())


_POSTCODE = re.compile(
    r"\b(?:\d{5}-\d{3}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b|\b\d{5}\s[^\W\d_]{3,}"
)
_BOX = re.compile(r"\bp\.?\s?o\.?\s?box\b", re.IGNORECASE)
_FEW = 2
_PHONE_LIKE = 7
_MOST_WORDS = 16
_LEADING = _listed(
    """
    rue avenue av bd boulevard calle c carrera cra cr cl cll paseo plaza avda rua alameda travessa
    praca rodovia largo allee impasse quai place chemin route block plot flat house apartment apt
    villa suite shop no office room شارع ش حي برج شقه فيلا بنايه مبني عماره طريق
    """
)
"""Words of a street or of a house that begin an address."""
_SHORT_STREET = re.compile(r"\b[rcش][./]\s?\w|\bش\s", re.IGNORECASE)
_ALSO_NAMES = _listed(
    """
    al ed st cr tv la da jardim jardins vila ville hall park hill walk garden gardens church beach
    link terrace place way close court bridge square drive lane marche campo casa villa mews island
    """
)
"""Words of streets that are names as well, unless a number stands beside them."""


def is_place(text: str, words: Sequence[str]) -> bool:
    """Tell whether a text names a street, a house or a box, so that it can be nothing else."""
    if not 1 < len(words) <= _MOST_WORDS:
        return False
    if _BOX.search(text) or (_POSTCODE.search(text) and any(map(str.isalpha, text))):
        return True
    streets = _streets(text, words)
    counts_goods = counts_things(text) and lexicon().has("words.goods", words[1:4])
    if lexicon().has("words.prose", words) or (counts_goods and not streets):
        return False
    is_numbered = _has_digit(text) and (bool(streets) or _names_area(text, words))
    return is_numbered or _names_door(words) or _names_long_street(text, streets)


def _names_area(text: str, words: Sequence[str]) -> bool:
    return lexicon().has("words.areas", words) and _is_written_as_name(text)


def _names_door(words: Sequence[str]) -> bool:
    return any(
        _stands_beside_number(words, at)
        for at, word in enumerate(words)
        if word in _UNITS or _is_unit(word)
    )


def _names_long_street(text: str, streets: Sequence[str]) -> bool:
    """Tell whether a street is named without a number: “Marina Road”, and not “Al Hassan”."""
    long = [word for word in streets if len(word) > 1 and word not in _ALSO_NAMES]
    return bool(long) and _is_written_as_name(text)


def names_street(text: str) -> bool:
    """Tell whether a text names a street with a number, so that another street is another place."""
    return _has_digit(text) and bool(_streets(text, [word.text for word in words_of(text)]))


def _streets(text: str, words: Sequence[str]) -> list[str]:
    known = [word for word in words if word in _STREETS or _is_street(word)]
    return [word for word in known if len(word) > 1 or _SHORT_STREET.search(text)]


def is_area(words: Sequence[str]) -> bool:
    """Tell whether a text is nothing but the names of quarters and towns."""
    known = [word for word in words if not word.isdigit()]
    return bool(known) and lexicon().only("words.areas", known)


def looks_like_place(text: str, words: Sequence[str]) -> bool:
    """Tell whether a text could be a place where one is missing: a number with a name."""
    few = _FEW <= len(words) <= 6  # noqa: PLR2004 - more is a sentence
    if any(unicodedata.category(char) == "Sc" for char in text):
        return False
    return few and _has_digit(text) and any(map(str.isalpha, text)) and _is_written_as_name(text)


def is_phone_like(text: str) -> bool:
    """Tell whether this may be somebody's number, of no known country, and is no postcode."""
    return sum(map(str.isdigit, text)) >= _PHONE_LIKE and not _POSTCODE.fullmatch(text)


def begins_with_name(text: str) -> bool:
    """Tell whether words that are no part of a street stand before a number or a street.

    Only what more follows, as in “Ada's Kitchen 4 Allen Avenue” and unlike “Marina Road 4”.
    """
    words = [word.text for word in words_of(text.split(",", maxsplit=1)[0])]
    first = next((at for at, word in enumerate(words) if word[0].isdigit()), None)
    if first is None:
        first = next((at for at in range(len(words)) if _streets(text, words[at : at + 1])), 0)
        return 0 < first < len(words) - 1
    before = words[:first]
    plain = not (_streets(text, before) or any(word in _UNITS or _is_unit(word) for word in before))
    return first > 1 and plain and first < len(words) - 1


def place_begins(text: str) -> int | None:
    """Return where behind a name its address would begin: at a number, or a word of a street."""
    for word in words_of(text)[1:]:
        if word.text[0].isdigit() or word.text in _LEADING:
            return word.start
    return None


def _is_street(word: str) -> bool:
    return lexicon().has("words.streets", [word])


def _is_unit(word: str) -> bool:
    return lexicon().has("words.units", [word])


def _stands_beside_number(words: Sequence[str], at: int) -> bool:
    beside = [*words[max(at - 1, 0) : at], *words[at + 1 : at + 2]]
    return any(_has_digit(word) or (len(word) == 1 and word.isalpha()) for word in beside)


def _is_written_as_name(text: str) -> bool:
    letters = [
        word for word in re.split(r"[\s,]+", text) if word[:1].isalpha() and len(word) > _FEW
    ]
    return bool(letters) and sum(not word[0].islower() for word in letters) * 2 > len(letters)


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in western_digits(text))


def _folded_words(words: frozenset[str]) -> frozenset[str]:
    return frozenset(
        found[0].text
        for word in words
        if len(found := words_of(word)) == 1 and len(found[0].text) > 1
    )


_STREETS = _folded_words(STREETS)
_UNITS = _folded_words(UNITS)
