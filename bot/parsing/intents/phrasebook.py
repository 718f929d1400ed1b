"""The phrases of one language, and the search for them in a message.

A phrase is a line of words. `a|b` is either word, `(a)` is optional, `{name}` is any word of a
class, `word*` is any word that begins so, and `..` leaves room for up to four words of any kind.
Between two other words one word may stand, unless it negates ("j'ai pas livré" is not "j'ai
livré"), and none before `=a` ("j'ai perdu le colis" is not "j'ai le colis"). `^` and `$` are the
beginning and the end of the message, where filler words do not count.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import chain

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.parsing.intents.intent import Intent
from bot.parsing.intents.spoken import plain

_GAP, _WIDE_GAP = 1, 4
_MISSPELT = ((9, 2), (5, 1))
"""Pairs of a word's least length and the number of misspelt letters that it may have."""
_MOST_SLIPS = max(slips for _, slips in _MISSPELT)
_CERTAIN = 8
"""Urgent words of fewer letters must be spelt right: "night" is not a misspelt "fight"."""

_REMEMBERED = 5_000
"""How many words of each language the cache of meanings holds."""

_ANY = ".."
_BEGIN, _END = "^", "$"


@dataclass(frozen=True, slots=True)
class _Item:
    """One place of a phrase: the words that fit, and how many others may stand before it."""

    fits: frozenset[str]
    is_optional: bool = False
    gap: int = _GAP


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase, and whether it must stand at the beginning or the end of the message."""

    items: tuple[_Item, ...]
    begins: bool
    ends: bool


class Phrasebook:
    """The contents of one language's file.

    `fillers` say nothing by themselves. `negations` negate the words behind them, even if words of
    `after_negation` stand between ("no lo he entregado"). `numbers` holds words that tell the kind
    of a number beside them. `numerals` lists each word for a number with the name of its list and
    its place there. In the section `urgent`, `rings` are phrases that alarm somebody, unless all
    their words belong to a phrase that is `harmless`.
    """

    def __init__(self, language: str) -> None:
        file = resources.files(__package__).joinpath(f"{language}.toml")
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        self._classes = {name: _split(text) for name, text in data["classes"].items()}
        # People repeat the same words, and the search for a misspelt word is slow.
        self._find_meanings = lru_cache(_REMEMBERED)(self._meant_by)
        self.fillers = frozenset(_split(data["fillers"]))
        self._short = {
            _written(short): _written(word)
            for word, shorts in data["short"].items()
            for short in shorts.split()
        }
        self.negations = frozenset(_split(data["negations"]))
        self._after_negation = frozenset(_split(data["after_negation"]))
        self.numbers: Mapping[str, frozenset[str]] = {
            kind: frozenset(_split(text)) for kind, text in data["numbers"].items()
        }
        self.numerals = [
            (_written(word), kind, place)
            for kind, text in data["numerals"].items()
            for place, words in enumerate(text.split())
            for word in words.split("|")
        ]
        self.phrases = [
            (Intent(name), self._read(line))
            for name, lines in data["intents"].items()
            for line in lines
        ]
        self._rings, self._harmless = (
            [self._read(line) for line in data["urgent"][name]] for name in ("rings", "harmless")
        )
        usual = _words_of(phrase for _, phrase in self.phrases)
        self._known = usual | _words_of([*self._rings, *self._harmless])
        self._by_first_word: dict[str, list[int]] = {}
        for at, (_, phrase) in enumerate(self.phrases):
            needed = next((item.fits for item in phrase.items if not item.is_optional), ())
            for word in needed:
                self._by_first_word.setdefault(word, []).append(at)
        self._stems = [word for word in self._known if word.endswith("*")]
        self._forgiving = [
            word
            for word in self._known.difference(self._stems)
            if _forgiven(word) and (word in usual or len(word) >= _CERTAIN)
        ]

    def knows(self, word: str) -> bool:
        """Tell whether a word belongs to any phrase, or is a filler."""
        return word in self._known or word in self.fillers

    def meanings(self, word: str) -> frozenset[str]:
        """Return the known words that a word is, is short for, or is a misspelling of."""
        return self._find_meanings(word)

    def _meant_by(self, word: str) -> frozenset[str]:
        word = self._short.get(word, word)
        meant = {word} if self.knows(word) else set[str]()
        # A number with one other digit is another number, and not a misspelt one.
        if not meant and not word[:1].isdecimal():
            for known, slips, _ in process.extract(
                word, self._forgiving, scorer=OSA.distance, score_cutoff=_MOST_SLIPS, limit=None
            ):
                if slips <= _forgiven(known):
                    meant.add(known)
        return frozenset(meant.union(stem for stem in self._stems if word.startswith(stem[:-1])))

    def find(self, said: Sequence[str]) -> Iterator[tuple[Intent, frozenset[int]]]:
        """Yield the intent of each phrase in the words, with the places of the phrase's words."""
        meant = [self.meanings(word) for word in said]
        present = frozenset(chain.from_iterable(meant))
        # To save time, look only at phrases whose first required word is there.
        possible = {at for word in present for at in self._by_first_word.get(word, ())}
        for at in sorted(possible):
            intent, phrase = self.phrases[at]
            if all(item.is_optional or item.fits & present for item in phrase.items):
                places = next(self._places(phrase, said, meant), None)
                if places is not None:
                    yield intent, frozenset(places)

    def rings(self, said: Sequence[str]) -> Iterator[tuple[int, ...]]:
        """Yield the places of each urgent phrase, negated or not."""
        return self._all_places(self._rings, said, even_denied=True)

    def harmless(self, said: Sequence[str]) -> frozenset[int]:
        """Return the places of words in harmless phrases, such as those of an address."""
        return frozenset(chain.from_iterable(self._all_places(self._harmless, said)))

    def _all_places(
        self, phrases: Iterable[Phrase], said: Sequence[str], *, even_denied: bool = False
    ) -> Iterator[tuple[int, ...]]:
        meant = [self.meanings(word) for word in said]
        for phrase in phrases:
            yield from self._places(phrase, said, meant, even_denied=even_denied)

    def _places(
        self,
        phrase: Phrase,
        said: Sequence[str],
        meant: Sequence[frozenset[str]],
        *,
        even_denied: bool = False,
    ) -> Iterator[tuple[int, ...]]:
        """Yield the places of a phrase's words, once for each place where it begins."""
        negations = frozenset(at for at, word in enumerate(said) if word in self.negations)
        for begin in range(len(said)):
            if phrase.begins and not self._say_nothing(said[:begin]):
                return
            places = _match(phrase.items, meant, negations, begin)
            if places is None or (not even_denied and self.denial(said, begin)):
                continue
            if not phrase.ends or self._say_nothing(said[places[-1] + 1 :]):
                yield places

    def denial(self, said: Sequence[str], begin: int) -> str | None:
        """Return the word that negates a phrase which begins at `begin`, if any."""
        before = next(
            (word for word in reversed(said[:begin]) if word not in self._after_negation), None
        )
        return before if before in self.negations else None

    def _say_nothing(self, said: Sequence[str]) -> bool:
        return all(word in self.fillers for word in said)

    def _read(self, line: str) -> Phrase:
        parts = line.split()
        begins, ends = parts[0] == _BEGIN, parts[-1] == _END
        items, gap = [], 0
        for part in parts[begins : len(parts) - ends]:
            if part == _ANY:
                gap = _WIDE_GAP
                continue
            if part.startswith("="):
                gap = 0
            fits = set[str]()
            for word in part.lstrip("=").strip("()").split("|"):
                of_class = word.startswith("{")
                fits.update(self._classes[word.strip("{}")] if of_class else [_written(word)])
            items.append(_Item(frozenset(fits), part.endswith(")"), gap))
            gap = _GAP
        return Phrase(tuple(items), begins, ends)


def _match(
    items: Sequence[_Item],
    meant: Sequence[frozenset[str]],
    negations: frozenset[int],
    begin: int,
    *,
    is_first: bool = True,
) -> tuple[int, ...] | None:
    """Return the places of the items' words; the first one must stand at `begin`."""
    if not items:
        return ()
    first, rest = items[0], items[1:]
    gap = 0 if is_first else first.gap
    for at in range(begin, min(begin + gap + 1, len(meant))):
        if first.fits & meant[at]:
            found = _match(rest, meant, negations, at + 1, is_first=False)
            if found is not None:
                return (at, *found)
        # “J'ai pas livré” is not “j'ai livré”: the search ends at a negation.
        if first.gap == _GAP and at in negations:
            break
    if first.is_optional:
        return _match(rest, meant, negations, begin, is_first=is_first)
    return None


def _words_of(phrases: Iterable[Phrase]) -> frozenset[str]:
    return frozenset(chain.from_iterable(item.fits for phrase in phrases for item in phrase.items))


def _forgiven(known: str) -> int:
    """Return how many misspelt letters are forgiven in a known word."""
    return next((slips for letters, slips in _MISSPELT if len(known) >= letters), 0)


def _split(text: str) -> list[str]:
    return [_written(word) for word in text.split()]


def _written(word: str) -> str:
    return plain(word.removesuffix("*")) + "*" if word.endswith("*") else plain(word)


_LANGUAGE = re.compile(r"([a-z]{2})\.toml")


@cache
def phrasebook(language: str) -> Phrasebook:
    return Phrasebook(language)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a phrasebook, in alphabetical order."""
    names = (file.name for file in resources.files(__package__).iterdir())
    return tuple(sorted(found.group(1) for name in names if (found := _LANGUAGE.fullmatch(name))))
