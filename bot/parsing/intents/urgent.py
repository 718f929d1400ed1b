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

    Each clause is read by itself: "no cancel" denies it, and "no, cancel" does not.
    """
    clauses = _BETWEEN_CLAUSES.split(_ELIDED.sub(r"\1 ", said))
    return any(_rings([word.text for word in words(clause)], language) for clause in clauses)


def _rings(clause: list[str], language: str) -> bool:
    """Tell whether any language's urgent words are there, that none takes for harmless.

    People mix languages. What denies in one may say nothing in another ("no" is "in the" in
    Portuguese): there the speaker's own decides.
    """
    books = [phrasebook(each) for each in languages()]
    fillers = phrasebook(language).fillers - phrasebook(language).negations
    harmless = frozenset[int]().union(*(book.harmless(clause) for book in books))
    return any(
        not harmless.issuperset(places)
        and not any((book.denial(clause, places[0]) or "") not in {"", *fillers} for book in books)
        for each in books
        for places in each.rings(clause)
    )
