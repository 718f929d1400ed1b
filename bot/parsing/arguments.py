"""What follows a command, in the reader's language or in English, written as the bot reads it.

The words stand in `arguments.toml`; the names of months and of weekdays come from the language
itself.
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
"""How the months are called in what is read, in their order."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def in_english(text: str, language: str) -> str:
    """Return what was typed in small letters, its known words in English, its digits in ours.

    What is not known stays as it is.
    """
    words, pattern = _dictionary(language)
    return pattern.sub(lambda found: words[found[0]], _folded(text))


@cache
def _dictionary(language: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return what each word or phrase means, and what finds them: of two the longer one."""
    words = {**dict(_listed(_ENGLISH)), **dict(_listed(language))}
    longest_first = sorted(words, key=len, reverse=True)
    letter = r"[^\W\d_]"
    alternatives = "|".join(map(re.escape, longest_first))
    return words, re.compile(rf"(?<!{letter})(?:{alternatives})(?!{letter})")


def _listed(language: str) -> Iterator[tuple[str, str]]:
    """Yield each word that a language has for something, and the bot's own word for it."""
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
    """Return small letters without accents, digits of ours, single blanks, and nothing unseen."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)).casefold()
    seen = (char for char in decomposed if unicodedata.category(char) not in {"Mn", "Cf"})
    plain = (str(int(char)) if char.isdecimal() else char for char in seen)
    return " ".join("".join(plain).split())
