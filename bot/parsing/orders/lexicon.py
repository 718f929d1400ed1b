"""What the words of an order tell, in every language at once: people mix them.

Each `.toml` file has groups of words; `a_b` is two words in this order. `labels` name what stands
behind them, before a colon or on a line of their own; several make one label ("phone" "of the"
"customer"). `said` are turns of a sentence that do the same without a colon. `turns` are verbs of
getting and bringing, the words behind them that lead to somebody, and what may stand between.
`numbers` are words for how many. `words` tell what a
piece is that has no label. `corrections` are what leads to a correction, joins a name and a value,
says no, takes away, adds, swaps, names a value or a time, and asks. `door` is for amounts that
change hands there; what has a word of `whole` beside it may hold the fee as well.
"""

import tomllib
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from importlib import resources

from bot.parsing.orders.words_of import words_of

_LONGEST = 4
"""Words that one entry has at most."""

Entry = tuple[str, ...]


class Part(StrEnum):
    """What a word of a label tells."""

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
    """How one language says that something is got somewhere, and brought to somebody."""

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
            # A word may be in the files of several languages: what they say is put together.
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
        """Name for each entry all that it is: a label's part, a member of groups, a number."""
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
        """Name all that is known of each word, alone or with the words beside it."""
        known: list[set[str]] = [set() for _ in words]
        for start in range(len(words)):
            for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
                for name in self._names.get(tuple(words[start:end]), ()):
                    for at in range(start, end):
                        known[at].add(name)
        return known

    def length_at(self, group: str, words: Sequence[str], at: int) -> int:
        """Return how many words from a place on are one entry of a group; 0 where none is."""
        return longest(self._groups[group], words, at)

    def label_length_at(self, words: Sequence[str], at: int) -> int:
        """Return how many words from a place on are one entry of the labels."""
        return longest(self.labels, words, at)

    def has(self, group: str, words: Sequence[str]) -> bool:
        """Tell whether an entry of a group is among the words."""
        return any(self.length_at(group, words, at) for at in range(len(words)))

    def only(self, group: str, words: Sequence[str]) -> bool:
        """Tell whether the words are nothing but entries of a group."""
        return self.count_leading(group, words) == len(words)

    def count_leading(self, group: str, words: Sequence[str]) -> int:
        """Return how many words at the beginning are entries of a group."""
        at = 0
        while at < len(words) and (length := self.length_at(group, words, at)):
            at += length
        return at


def _entries(text: str) -> Iterable[Entry]:
    for entry in text.split():
        words = tuple(word.text for word in words_of(entry.replace("_", " ")))
        if words:
            yield words


def longest(known: Container[Entry], words: Sequence[str], at: int) -> int:
    """Return how many words from a place on are one of these entries; 0 where none is."""
    # Of entries that begin alike the longest one counts.
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        if tuple(words[at : at + length]) in known:
            return length
    return 0


@cache
def lexicon() -> Lexicon:
    return Lexicon()
