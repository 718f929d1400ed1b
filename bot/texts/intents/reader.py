"""The reader: what somebody means, in their own language first, in English, then in any other."""

from dataclasses import dataclass

from bot.texts.intents.intent import Intent
from bot.texts.intents.phrasebook import Phrasebook, languages, phrasebook
from bot.texts.intents.spoken import Word, words

_PASSED_OVER = 2
"""So many words more than an intent has may go without anybody reading them."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood: each intent with how many words of what was said it leaves untold."""

    intents: dict[Intent, int]
    words: int

    def means(self, intent: Intent) -> bool:
        return intent in self.intents

    def says_more_than(self, intent: Intent) -> bool:
        """Tell whether somebody should read it besides: it says more than this intent."""
        return self.intents[intent] > _PASSED_OVER


def read(said: str, language: str) -> Reading:
    """Read what somebody said whose language this is.

    People mix languages: where their own says nothing, the others are asked.
    """
    spoken = words(said)
    first = dict.fromkeys((language, "en"))
    for tongue in (*first, *(each for each in languages() if each not in first)):
        intents = _understood(phrasebook(tongue), spoken)
        if intents:
            return Reading(intents, len(spoken))
    return Reading({}, len(spoken))


def _understood(book: Phrasebook, spoken: list[Word]) -> dict[Intent, int]:
    said = [word.text for word in spoken]
    told: dict[Intent, frozenset[int]] = {}
    for intent, places in book.find(said):
        told[intent] = told.get(intent, frozenset()) | places
    silent = {at for at, word in enumerate(said) if word in book.fillers or word.isdigit()}
    polite = silent.union(*(told.get(intent, frozenset()) for intent in _POLITE))
    return {intent: len(said) - len(polite | places) for intent, places in told.items()}


_POLITE = (Intent.THANKS, Intent.GREETING)
"""What nobody else has to read."""
