"""The reader: what somebody means, in their own language first, in English, then in any other."""

from dataclasses import dataclass, field

from bot.parsing.intents.intent import Intent
from bot.parsing.intents.phrasebook import Phrasebook, languages, phrasebook
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
    spoken = words(said)
    first = dict.fromkeys((language, "en"))
    for tongue in (*first, *(each for each in languages() if each not in first)):
        told = _told(phrasebook(tongue), spoken)
        if told:
            return Reading(_left_over(phrasebook(tongue), spoken, told), tuple(spoken), told)
    return Reading({}, tuple(spoken))


def _told(book: Phrasebook, spoken: list[Word]) -> dict[Intent, frozenset[int]]:
    """Return the places of the words that tell each intent."""
    told: dict[Intent, frozenset[int]] = {}
    for intent, places in book.find([word.text for word in spoken]):
        told[intent] = told.get(intent, frozenset()) | places
    return told


def _left_over(
    book: Phrasebook, spoken: list[Word], told: dict[Intent, frozenset[int]]
) -> dict[Intent, int]:
    """Count for each intent the words that it does not tell, and that say something."""
    said = [word.text for word in spoken]
    silent = {at for at, word in enumerate(said) if word in book.fillers or word.isdecimal()}
    polite = silent.union(*(told.get(intent, frozenset()) for intent in _POLITE))
    return {intent: len(said) - len(polite | places) for intent, places in told.items()}


_POLITE = (Intent.THANKS, Intent.GREETING)
"""What nobody else has to read."""
