"""What cannot wait: words such as "accident", "robbed" or "cancel", in whichever language.

A word that only names a place or a person, or is denied, is nothing urgent.
"""

import re

from bot.parsing.intents.phrasebook import languages, phrasebook
from bot.parsing.intents.spoken import words

_BETWEEN_CLAUSES = re.compile(r"[.,;:!?()\n،؛؟]+|\s[-–—]\s")
_ELIDED = re.compile(r"\b([cdjlmst]|qu)['’](?=\w)", re.IGNORECASE)


def is_urgent(said: str, language: str) -> bool:
    """Tell whether somebody has to hear this at once, whose own language this is.

    Each clause is read by itself: "no cancel" denies it, and "no, cancel" does not. People mix
    languages, so words of any language are urgent that no language takes for harmless.
    """
    books = [phrasebook(each) for each in languages()]
    # What denies in one language may say nothing in another ("no" is "in the" in Portuguese):
    # there the speaker's own language decides.
    own = phrasebook(language)
    fillers = own.fillers - own.negations
    for clause in _BETWEEN_CLAUSES.split(_ELIDED.sub(r"\1 ", said)):
        texts = [word.text for word in words(clause)]
        harmless = frozenset[int]().union(*(book.harmless(texts) for book in books))
        urgent = [places for book in books for places in book.rings(texts)]
        for places in urgent:
            denials = {book.denial(texts, places[0]) for book in books} - {None}
            if not harmless.issuperset(places) and denials <= fillers:
                return True
    return False
