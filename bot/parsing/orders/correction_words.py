"""The words around a correction: those that lead to it, join it to its name, and name it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.parsing.orders.labels import Label, Side, label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.words_of import WrittenWord, words_of

_CORRECTED = frozenset(
    {None, Part.NAME, Part.PHONE, Part.ADDRESS, Part.ITEMS, Part.FEE, Part.DELIVERING, Part.NOTES}
)
_TALK = ("lead", "joins", "wrong", "but", "please", "of")
"""Groups of words that say nothing beside a value and its name."""

_NAMES = {"name": "name", "phone": "phone", "fee": "fee", "sends": "sender", "gets": "receiver"}
"""Groups of words that name a value in a correction, and the label word of each."""

_MOST_OF_A_NAME = 5
AROUND = " \t.,;:!?=<>-–—→()“”\"'،؛؟"
SIGNS = "+₦$€£¥₹("
_QUESTIONS = "?؟"
_AND_THE = "وال"
"""Arabic “and the”, which is written as one with its word."""


def only_asks(line: str, texts: Sequence[str]) -> bool:
    """Tell whether a line is a question, and not a request such as “can you …”."""
    tells = length_of(("sends", "gets"), texts, 0)  # “quien recibe es …”
    is_question = any(sign in line for sign in _QUESTIONS) or length_of(("asks",), texts, 0) > tells
    return is_question and not lexicon().has("corrections.can", texts)


def side_of(name: str) -> Side | None:
    """Return the party that a label's word names, if it names nothing else."""
    label = label_of([name])
    return label.role if label is not None and label.field is None else None


def heads(line: str, words: Sequence[WrittenWord], start: int) -> Iterator[tuple[int, Label, bool]]:
    """Yield each name at a place: its end, its label, and whether it needs no joining word."""
    texts = [word.text for word in words]
    for group, name in _NAMES.items():
        end, label = start + length_of((group,), texts, start), label_of([name])
        if start < end < len(texts) and label is not None:
            yield end, label, True
            return
    # A longer name comes before a shorter one with which it begins.
    for end in range(min(len(texts) - 1, start + _MOST_OF_A_NAME), start, -1):
        head = texts[start:end]
        label = label_of(head)
        if label is None or label.field not in _CORRECTED or len("".join(head)) == 1:  # “I will …”
            continue
        # The words are not one name if a joining word or the beginning of the value is among them.
        gap = line[words[start].start : words[end - 1].end]
        has_begun = lexicon().only("words.streets", head[-1:]) or ":" in gap
        is_joined = any(length_of(("joins",), head, at) for at in range(len(head)))
        is_one = lexicon().label_length_at(head, 0) == len(head)
        if (has_begun or is_joined) and not is_one:
            continue
        called = end + length_of(("joins",), texts, end)
        called = called if length_of(("name",), texts, called) else end
        named = called + length_of(("name",), texts, called)
        if label.field is None and end < named < len(texts):
            yield named, replace(label, field=Part.NAME), True
        yield end, label, False


def names_and_rest(texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names among the words, and the words that are neither a name nor filler."""
    names, left, at = list[str](), list[str](), 0
    while at < len(texts):
        lengths = {group: length_of((group,), texts, at) for group in _NAMES}
        own = max(lengths, key=lengths.__getitem__)
        label, talk = lexicon().label_length_at(texts, at), length_of(_TALK, texts, at)
        talk = max(talk, length_of(("swapped", "can"), texts, at))
        if lengths[own] and lengths[own] >= label:
            names.append(_NAMES[own])
        elif label > talk:
            names += texts[at : at + label]
        elif not talk:
            left.append(texts[at])
        at += max(lengths[own], label, talk, 1)
    return names, left


def after(line: str, words: Sequence[WrittenWord], at: int, *, strips_lead: bool = False) -> str:
    """Return the text from a word on, without polite words at its end."""
    at = skipped(("lead",), [word.text for word in words], at) if strips_lead else at
    if at >= len(words):
        return ""
    texts = [word.text for word in words]
    start, last = words[at].start, len(words)
    while last > at + 1 and (length := length_before("please", texts, last)):
        last = max(at + 1, last - length)
    has_sign = start > 0 and line[start - 1] in SIGNS
    end = len(line) if last == len(words) else words[last - 1].end
    return line[start - has_sign : end].strip(AROUND)


def length_before(group: str, texts: Sequence[str], end: int) -> int:
    """Return how many words before a place form one entry of a group."""
    return next(
        (many for many in (3, 2, 1) if _is_entry(group, texts[max(0, end - many) : end])), 0
    )


def _is_entry(group: str, texts: Sequence[str]) -> bool:
    return bool(texts) and length_of((group,), texts, 0) == len(texts)


def skipped(groups: Sequence[str], texts: Sequence[str], at: int = 0) -> int:
    """Return the first place, from `at` on, that is not in an entry of these groups."""
    while at < len(texts) and (length := length_of(groups, texts, at)):
        at += length
    return at


def length_of(groups: Sequence[str], texts: Sequence[str], at: int) -> int:
    """Return how many words from a place on form the longest entry of these groups."""
    if at >= len(texts):
        return 0
    return max(lexicon().length_at(f"corrections.{group}", texts, at) for group in groups)


def clauses_of(line: str) -> list[str]:
    """Split a line at commas and words for “and”."""
    clauses, start = list[str](), 0
    words = words_of(line)
    for word, following in pairwise(words):
        gap = line[word.end : following.start]
        is_comma = re.search(r"[,;،]\s", gap) is not None
        is_next = line.startswith(_AND_THE, following.start)
        if is_next or is_comma or _is_entry("and", [word.text]):
            clauses.append(line[start : word.end if is_comma or is_next else word.start])
            start = following.start
    return [clause for clause in (*clauses, line[start:]) if words_of(clause)]
