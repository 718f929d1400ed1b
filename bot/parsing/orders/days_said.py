"""Days that are said as a correction: “tomorrow 9”, “move it to friday morning”."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.parsing.orders.correction_words import clauses_of, names_and_rest, only_asks
from bot.parsing.orders.labels import label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.words_of import words_of

_MOST_WORDS = 12
_MOVED = frozenset({Part.DELIVERING, Part.ITEMS, Part.KEPT})
"""What is said to be on another day: the delivery, the order, the date of it."""


@dataclass(frozen=True, slots=True)
class SaidDay:
    """A day as it was said, the time behind it, and both."""

    day: str
    time: str
    whole: str


def day_said(line: str, is_day: Callable[[str], bool]) -> SaidDay | None:
    """Find the one day that a line says, where it says nothing else but a time.

    `is_day` tells whether words are a day. Of “not today, tomorrow” it is the day that is not
    denied.
    """
    clauses = clauses_of(line)
    denied = [at for at, clause in enumerate(clauses) if lexicon().has(_NOT, _texts(clause))]
    if len(clauses) == _NOT_BUT and len(denied) == 1:
        return _day_of(clauses[1 - denied[0]], is_day)
    return _day_of(line, is_day)


_NOT = "corrections.not"
_NOT_BUT = 2
"""Clauses of “not today, tomorrow”."""


def _texts(line: str) -> list[str]:
    return [word.text for word in words_of(line)]


def _day_of(line: str, is_day: Callable[[str], bool]) -> SaidDay | None:
    words = words_of(line)
    texts = _texts(line)
    if not words or len(words) > _MOST_WORDS or only_asks(line, texts):
        return None
    for start in range(len(words)):
        for end in range(len(words), start, -1):
            day = line[words[start].start : words[end - 1].end]
            if not is_day(day):
                continue
            last = _end_of_time(texts, end)
            again = any(
                is_day(line[word.start : word.end]) and not _is_time([word.text])
                for word in words[end:last]
            )
            is_denied = lexicon().has(_NOT, texts[end:last])
            if (
                again
                or is_denied
                or not _leads(texts[:start])
                or names_and_rest(texts[last:]) != ([], [])
            ):
                return None
            stop = words[last - 1].end
            return SaidDay(
                day, line[words[end - 1].end : stop].strip(" ,;:"), line[words[start].start : stop]
            )
    return None


def _leads(texts: Sequence[str]) -> bool:
    """Tell whether words only lead to a day."""
    told = [word for word in texts if not lexicon().only("corrections.bring", [word])]
    names, rest = names_and_rest(told)
    label = label_of(names) if names else None
    return not rest and (not names or (label is not None and label.field in _MOVED))


def _end_of_time(texts: Sequence[str], at: int) -> int:
    """Return where the words for a time end that stand there."""
    last = at
    for end in range(at + 1, len(texts) + 1):
        if _is_time(texts[end - 1 : end]):
            last = end
        elif names_and_rest(texts[end - 1 : end]) != ([], []):
            break
    return last


def _is_time(texts: Sequence[str]) -> bool:
    words = [word for word in texts if not any(map(str.isdecimal, word))]
    book = lexicon()
    return all(
        book.has("corrections.times", [word]) or book.has("corrections.at", [word])
        for word in words
    )
