"""Translation of command arguments from the reader's language into the bot's own words.

The words are in `arguments.toml`; the names of months and weekdays come from Babel.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from babel import Locale

_FILE = Path(__file__).with_name("arguments.toml")
_ENGLISH = "en"
_APOSTROPHES = str.maketrans("’‘ʼ`´", "'''''")

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""The bot's own words for the months, in calendar order."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def in_english(text: str, language: str) -> str:
    """Return the text in lower case, with known words in English and digits as 0 to 9.

    English words are known in every language. Unknown words stay as they are.
    """
    words, pattern = _dictionary(language)
    return pattern.sub(lambda found: words[found[0]], _folded(text))


@cache
def _dictionary(language: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return the meaning of each word or phrase, and a pattern that prefers the longest one."""
    words = {**dict(_listed(_ENGLISH)), **dict(_listed(language))}
    longest_first = sorted(words, key=len, reverse=True)
    letter = r"[^\W\d_]"
    alternatives = "|".join(map(re.escape, longest_first))
    return words, re.compile(rf"(?<!{letter})(?:{alternatives})(?!{letter})")


def _listed(language: str) -> Iterator[tuple[str, str]]:
    """Yield each known word of a language with the bot's own word for it."""
    for context in ("format", "stand-alone"):
        names = Locale.parse(language).months[context]
        for width in ("wide", "abbreviated"):
            yield from ((_folded(names[width][at + 1]), own) for at, own in enumerate(MONTHS))
    days = Locale.parse(language).days["format"]["wide"]
    yield from ((_folded(days[at]), own) for at, own in enumerate(WEEKDAYS))
    words_by_language = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    for meaning, others in words_by_language.get(language, {}).items():
        yield meaning, meaning
        yield from ((_folded(other), meaning) for other in others)


def _folded(text: str) -> str:
    """Fold case, accents, digits of any script and blanks; drop invisible characters."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)).casefold()
    seen = (char for char in decomposed if unicodedata.category(char) not in {"Mn", "Cf"})
    plain = (str(int(char)) if char.isdecimal() else char for char in seen)
    return " ".join("".join(plain).split())
