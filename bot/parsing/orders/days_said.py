"""Days that are said as a correction: “tomorrow 9”, “move it to friday morning”."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.parsing.orders.correction_words import clauses_of, names_and_rest, only_asks
from bot.parsing.orders.labels import label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.words_of import words_of

_MOST_WORDS = 12
_MOVED = frozenset({Part.DELIVERING, Part.ITEMS, Part.KEPT})
"""What is said to be on another day: the delivery, the order, the date of it."""

_NOT = "corrections.not"
_NOT_BUT = 2
"""Clauses of “not today, tomorrow”."""


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
    texts = [[word.text for word in words_of(clause)] for clause in clauses]
    denied = [at for at, words in enumerate(texts) if lexicon().has(_NOT, words)]
    if len(clauses) == _NOT_BUT and len(denied) == 1:
        return _day_of(clauses[1 - denied[0]], is_day)
    return _day_of(line, is_day)


def _day_of(line: str, is_day: Callable[[str], bool]) -> SaidDay | None:
    words = words_of(line)
    texts = [word.text for word in words]
    if not words or len(words) > _MOST_WORDS or only_asks(line, texts):
        return None
    # Of two days that begin with one word the longer one is said.
    runs = ((start, end) for start in range(len(words)) for end in range(len(words), start, -1))
    days = (run for run in runs if is_day(line[words[run[0]].start : words[run[1] - 1].end]))
    start, end = next(days, (0, 0))
    if not end:
        return None
    # Words for a time stand behind the day, perhaps with talk between them.
    last = end
    for at in range(end, len(texts)):
        if _is_time(texts[at]):
            last = at + 1
        elif names_and_rest(texts[at : at + 1]) != ([], []):
            break
    is_twice = any(
        is_day(line[word.start : word.end]) and not _is_time(word.text) for word in words[end:last]
    )
    is_denied = lexicon().has(_NOT, texts[end:last])
    # What stands before it may only say what is moved to it: “move the delivery to friday”.
    before = [word for word in texts[:start] if not lexicon().only("corrections.bring", [word])]
    names, rest = names_and_rest(before)
    label = label_of(names) if names else None
    leads = not rest and (not names or (label is not None and label.field in _MOVED))
    says_more = names_and_rest(texts[last:]) != ([], [])
    if is_twice or is_denied or says_more or not leads:
        return None
    day_end, stop = words[end - 1].end, words[last - 1].end
    return SaidDay(
        day=line[words[start].start : day_end],
        time=line[day_end:stop].strip(" ,;:"),
        whole=line[words[start].start : stop],
    )


def _is_time(word: str) -> bool:
    groups = ("corrections.times", "corrections.at")
    return any(map(str.isdecimal, word)) or any(lexicon().has(group, [word]) for group in groups)
