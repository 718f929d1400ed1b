"""Urgent messages: words such as "accident", "robbed" or "cancel", in any language.

A word that only names a place or a person, or is negated, is not urgent.
"""

import re

from bot.parsing.intents.phrasebook import languages, phrasebook
from bot.parsing.intents.spoken import words

_BETWEEN_CLAUSES = re.compile(r"[.,;:!?()\n،؛؟]+|\s[-–—]\s")
_ELIDED = re.compile(r"\b([cdjlmst]|qu)['’](?=\w)", re.IGNORECASE)


def is_urgent(said: str, language: str) -> bool:
    """Tell whether a message is urgent; `language` is that of the person who wrote it.

    Each clause is read separately: "no cancel" negates the word, and "no, cancel" does not. People
    mix languages, so a word that is urgent in any language counts, unless one takes it for
    harmless.
    """
    books = [phrasebook(each) for each in languages()]
    # A negation of one language may be a filler in another ("no" is "in the" in Portuguese), so
    # the person's own language decides.
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
