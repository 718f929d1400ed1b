"""The reader of intents: it tries the person's language, then English, then all others."""

from dataclasses import dataclass, field

from bot.parsing.intents.intent import Intent
from bot.parsing.intents.phrasebook import languages, phrasebook
from bot.parsing.intents.spoken import words
from bot.parsing.orders.words_of import WrittenWord

_PASSED_OVER = 2
_BESIDE_POLITENESS = 1
"""How many further words a message may have before a person has to read it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The intents of a message, each with the count of other words that say something."""

    intents: dict[Intent, int]
    spoken: tuple[WrittenWord, ...]
    places: dict[Intent, frozenset[int]] = field(default_factory=dict)

    @property
    def words(self) -> int:
        return len(self.spoken)

    def behind(self, intent: Intent, said: str) -> str:
        """Return the part of `said` behind the words that express an intent."""
        last = self.spoken[max(self.places[intent])]
        return said[last.end :].strip(" :,.!?-")

    def means(self, intent: Intent) -> bool:
        return intent in self.intents

    def says_more_than(self, intent: Intent) -> bool:
        """Tell whether the message says more than this intent, so that a person should read it."""
        most = _BESIDE_POLITENESS if intent in _POLITE else _PASSED_OVER
        return self.intents[intent] > most


def read(said: str, language: str) -> Reading:
    """Read the intents of a message; `language` is that of the person.

    People mix languages, so the first language in which any phrase is found counts.
    """
    spoken = tuple(words(said))
    texts = [word.text for word in spoken]
    first = dict.fromkeys((language, "en"))
    for tongue in (*first, *(each for each in languages() if each not in first)):
        book = phrasebook(tongue)
        places_of: dict[Intent, frozenset[int]] = {}
        for intent, places in book.find(texts):
            places_of[intent] = places_of.get(intent, frozenset()) | places
        if not places_of:
            continue
        # For each intent, count the words that say something and do not belong to it.
        silent = {at for at, word in enumerate(texts) if word in book.fillers or word.isdecimal()}
        polite = silent.union(*(places_of.get(intent, frozenset()) for intent in _POLITE))
        untold = {intent: len(texts) - len(polite | places) for intent, places in places_of.items()}
        return Reading(untold, spoken, places_of)
    return Reading({}, spoken)


_POLITE = (Intent.THANKS, Intent.GREETING)
"""Intents that no person has to read."""
