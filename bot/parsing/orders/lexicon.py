"""The lexicon: the words of orders in all languages together, because people mix them.

Each `.toml` file has groups of words; `a_b` is two words in this order. `labels` name the value
behind them, before a colon or on a line of their own; several make one label ("phone" "of the"
"customer"). `said` are phrases that do the same in a sentence, without a colon. `turns` are verbs
for getting and bringing, the words behind them that lead to a party, and fillers between. `numbers`
are number words. `words` show the kind of a text without a label. `corrections` lead to a
correction, join a name and a value, negate, remove, add, swap, name a value or a time, and ask.
`door` is for amounts paid at the door; an amount beside a word of `whole` may include the fee.
"""

import tomllib
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from importlib import resources

from bot.parsing.orders.words_of import folded_words

_LONGEST = 4
"""The most words of one entry."""

Entry = tuple[str, ...]


class Part(StrEnum):
    """The meaning of a label's word."""

    SENDER = "sender"
    RECEIVER = "receiver"
    DELIVERING = "delivering"
    NAME = "name"
    PHONE = "phone"
    CONTACT = "contact"
    ADDRESS = "address"
    ADDRESS_PART = "address_part"
    ITEMS = "items"
    QUANTITY = "quantity"
    FEE = "fee"
    PRICE = "price"
    RIDER = "rider"
    NOTES = "notes"
    KEPT = "kept"
    SMS = "sms"
    JOINING = "joining"


@dataclass(frozen=True, slots=True)
class Turns:
    """One language's words for getting something somewhere, and bringing it to somebody."""

    get: frozenset[Entry]
    get_from: frozenset[Entry]
    bring: frozenset[Entry]
    bring_to: frozenset[Entry]
    filler: frozenset[Entry]


class Lexicon:
    """The words of all files together."""

    def __init__(self) -> None:
        self.labels: dict[Entry, frozenset[Part]] = {}
        self.turns: list[Turns] = []
        self.numbers: dict[str, int] = {}
        self._groups: dict[str, set[Entry]] = {}
        for file in resources.files(__package__).iterdir():
            if not file.name.endswith(".toml"):
                continue
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            # A word may be in the files of several languages: it gets the meanings of all.
            for name, text in data.get("labels", {}).items():
                for entry in _entries(text):
                    self.labels[entry] = self.labels.get(entry, frozenset()) | {Part(name)}
            for number, text in data.get("numbers", {}).items():
                self.numbers |= {entry[0]: int(number) for entry in _entries(text)}
            if turns := data.get("turns"):
                self.turns.append(Turns(**{key: frozenset(_entries(turns[key])) for key in turns}))
            for section in ("said", "words", "corrections", "door"):
                for name, text in data.get(section, {}).items():
                    self._groups.setdefault(f"{section}.{name}", set()).update(_entries(text))
        self._names = self._named()

    def _named(self) -> dict[Entry, set[str]]:
        """Return the names of each entry: its label parts, its groups, `number`."""
        named: dict[Entry, set[str]] = {}
        for entry, parts in self.labels.items():
            named.setdefault(entry, set()).update(f"label.{part}" for part in parts)
        for group, entries in self._groups.items():
            for entry in entries:
                named.setdefault(entry, set()).add(group)
        for turns in self.turns:
            for field in fields(turns):
                for entry in getattr(turns, field.name):
                    named.setdefault(entry, set()).add(f"turns.{field.name}")
        for word in self.numbers:
            named.setdefault((word,), set()).add("number")
        return named

    def known(self, words: Sequence[str]) -> list[set[str]]:
        """Return for each word the names of all entries that have it, alone or with neighbours."""
        known: list[set[str]] = [set() for _ in words]
        for start in range(len(words)):
            for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
                for name in self._names.get(tuple(words[start:end]), ()):
                    for at in range(start, end):
                        known[at].add(name)
        return known

    def names(self, words: Sequence[str]) -> set[str]:
        """Return the names of all entries among the words."""
        return set[str]().union(*self.known(words))

    def length_at(self, group: str, words: Sequence[str], at: int) -> int:
        """Return how many words from a place on form one entry of a group; 0 without one."""
        return longest(self._groups[group], words, at)

    def label_length_at(self, words: Sequence[str], at: int) -> int:
        """Return how many words from a place on form one entry of the labels; 0 without one."""
        return longest(self.labels, words, at)

    def has(self, group: str, words: Sequence[str]) -> bool:
        """Tell whether the words contain an entry of a group."""
        return any(self.length_at(group, words, at) for at in range(len(words)))

    def only(self, group: str, words: Sequence[str]) -> bool:
        """Tell whether the words are only entries of a group; true without any word."""
        return self.count_leading(group, words) == len(words)

    def count_leading(self, group: str, words: Sequence[str]) -> int:
        """Return how many words at the beginning belong to entries of a group."""
        at = 0
        while at < len(words) and (length := self.length_at(group, words, at)):
            at += length
        return at


def _entries(text: str) -> Iterable[Entry]:
    for entry in text.split():
        words = tuple(folded_words(entry.replace("_", " ")))
        if words:
            yield words


def longest(known: Container[Entry], words: Sequence[str], at: int) -> int:
    """Return how many words from a place on form one of these entries; 0 without one."""
    # If several entries begin alike, the longest one counts.
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        if tuple(words[at : at + length]) in known:
            return length
    return 0


@cache
def lexicon() -> Lexicon:
    return Lexicon()
