"""The reader: what somebody means, in their own language first, in English, then in any other."""

from dataclasses import dataclass, field

from bot.parsing.intents.intent import Intent
from bot.parsing.intents.phrasebook import languages, phrasebook
from bot.parsing.intents.spoken import Word, words

_PASSED_OVER = 2
_BESIDE_POLITENESS = 1
"""So many words more than an intent has may go without anybody reading them."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood: each intent with how many words of what was said it leaves untold."""

    intents: dict[Intent, int]
    spoken: tuple[Word, ...]
    places: dict[Intent, frozenset[int]] = field(default_factory=dict)

    @property
    def words(self) -> int:
        return len(self.spoken)

    def behind(self, intent: Intent, said: str) -> str:
        """Return what was said behind the words that tell an intent."""
        last = self.spoken[max(self.places[intent])]
        return said[last.end :].strip(" :,.!?-")

    def means(self, intent: Intent) -> bool:
        return intent in self.intents

    def says_more_than(self, intent: Intent) -> bool:
        """Tell whether somebody should read it besides: it says more than this intent."""
        most = _BESIDE_POLITENESS if intent in _POLITE else _PASSED_OVER
        return self.intents[intent] > most


def read(said: str, language: str) -> Reading:
    """Read what somebody said whose language this is.

    People mix languages: where their own says nothing, the others are asked.
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
        # Of each intent the words are counted that it does not tell and that say something.
        silent = {at for at, word in enumerate(texts) if word in book.fillers or word.isdecimal()}
        polite = silent.union(*(places_of.get(intent, frozenset()) for intent in _POLITE))
        untold = {intent: len(texts) - len(polite | places) for intent, places in places_of.items()}
        return Reading(untold, spoken, places_of)
    return Reading({}, spoken)


_POLITE = (Intent.THANKS, Intent.GREETING)
"""What nobody else has to read."""
