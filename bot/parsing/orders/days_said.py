"""Days in corrections: “tomorrow 9”, “move it to friday morning”."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.parsing.orders.correction_words import clauses_of, names_and_rest, only_asks
from bot.parsing.orders.labels import label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.words_of import folded_words, words_of

_MOST_WORDS = 12
_MOVED = frozenset({Part.DELIVERING, Part.ITEMS, Part.KEPT})
"""Parts that people say they move to another day: the delivery, the order, its date."""

_NOT = "corrections.not"
_NOT_BUT = 2
"""The number of clauses in “not today, tomorrow”."""


@dataclass(frozen=True, slots=True)
class SaidDay:
    """The words of a day, of the time behind it, and of both together."""

    day: str
    time: str
    whole: str


def day_said(line: str, is_day: Callable[[str], bool]) -> SaidDay | None:
    """Find the only day in a line that says nothing else but a time.

    `is_day` tells whether words are a day. In “not today, tomorrow” the day without “not” counts.
    """
    clauses = clauses_of(line)
    texts = [folded_words(clause) for clause in clauses]
    denied = [at for at, words in enumerate(texts) if lexicon().has(_NOT, words)]
    if len(clauses) == _NOT_BUT and len(denied) == 1:
        return _day_of(clauses[1 - denied[0]], is_day)
    return _day_of(line, is_day)


def _day_of(line: str, is_day: Callable[[str], bool]) -> SaidDay | None:
    words = words_of(line)
    texts = [word.text for word in words]
    if not words or len(words) > _MOST_WORDS or only_asks(line, texts):
        return None
    # If two days begin with the same word, the longer one is meant.
    runs = ((start, end) for start in range(len(words)) for end in range(len(words), start, -1))
    days = (run for run in runs if is_day(line[words[run[0]].start : words[run[1] - 1].end]))
    start, end = next(days, (0, 0))
    if not end:
        return None
    # Words for a time follow the day, perhaps with filler words between them.
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
    # The words before it may only name the delivery: “move the delivery to friday”.
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
