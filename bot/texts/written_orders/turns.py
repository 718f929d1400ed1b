"""Turns of a sentence that say, without a label, whom the words behind them are about."""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from bot.texts.written_orders.items import count_of
from bot.texts.written_orders.labels import Label, Side
from bot.texts.written_orders.lexicon import Entry, Part, lexicon, longest
from bot.texts.written_orders.places import is_place
from bot.texts.written_orders.words_of import WrittenWord, words_of

_ARROW = re.compile(r"\s*(?:→|->|=>|➡|⟶|⇒)\s*")
_ELSEWHERE = ("times", "note", "cash")
_MOST_PAIRS = 12
_FEW_WORDS = 4
_MOST_THINGS = 9
"""Words between a verb and what leads from it to somebody."""


@dataclass(frozen=True, slots=True)
class TurnMark:
    """A label in a line: from where to where, the separator behind it included."""

    start: int
    end: int
    label: Label


def turns_in(line: str, words: Sequence[WrittenWord], marks: Sequence[TurnMark]) -> list[TurnMark]:
    """Return the turns of a sentence in a line, beside the labels that it has already."""
    told = [*marks, *(mark for mark in _said(line, words) if is_free(mark, marks))]
    first = min((mark.start for mark in marks), default=len(line))
    told += [mark for mark in _acted(line, words) if mark.end <= first and is_free(mark, told)]
    if not told:
        told += _from_to(line, words)
    return told[len(marks) :]


def is_free(mark: TurnMark, others: Sequence[TurnMark]) -> bool:
    return all(mark.end <= other.start or other.end <= mark.start for other in others)


def arrowed(line: str) -> Iterator[TurnMark]:
    """Read an arrow between two places as from the one to the other."""
    arrows = list(_ARROW.finditer(line))
    if len(arrows) == 1 and arrows[0].start() > 0 and arrows[0].end() < len(line):
        yield TurnMark(0, 0, Label(None, Side.SENDER))
        yield TurnMark(arrows[0].start(), arrows[0].end(), Label(None, Side.RECEIVER))


def _said(line: str, words: Sequence[WrittenWord]) -> Iterator[TurnMark]:
    """Find turns of a sentence such as “pick up from” and “deliver to”."""
    texts = [word.text for word in words]
    at = 0
    while at < len(words):
        length, role = _said_at(texts, at)
        if role is None and _begins_part(line, words[at].start):
            length, role = _said_at(texts, at, "_word")
            role = role if _is_followed_by_name(line, words, at + length) else None
        if role and lexicon().has("said.whither", texts[at : at + length]):
            role = role if _is_followed_by_name(line, words, at + length) else None
        if role and not _leads_elsewhere(texts, at + length):
            end = words[at + length - 1].end
            yield TurnMark(words[at].start, behind(line, end), Label(None, role))
        at += max(length, 1)


def _leads_elsewhere(texts: Sequence[str], at: int) -> bool:
    """Tell whether a time follows, a place such as the gate, or how it is paid, and no party."""
    following = texts[at : at + 2]
    elsewhere = any(lexicon().has(f"words.{group}", following) for group in _ELSEWHERE)
    return elsewhere or lexicon().has("words.chat", following[:1])


def _begins_part(line: str, at: int) -> bool:
    return line[:at].rstrip()[-1:] in ("", ".", ",", ";", "|", "-")


def _is_followed_by_name(line: str, words: Sequence[WrittenWord], at: int) -> bool:
    return at < len(words) and line[words[at].start].isupper()


def _said_at(texts: Sequence[str], at: int, suffix: str = "") -> tuple[int, Side | None]:
    lengths = [(lexicon().length_at(f"said.{role}{suffix}", texts, at), role) for role in Side]
    length, role = max(lengths, key=lambda pair: pair[0])
    return (length, role) if length else (0, None)


def _from_to(line: str, words: Sequence[WrittenWord]) -> Iterator[TurnMark]:
    """Find “from … to …”: where it begins the line, or between two places."""
    book, texts = lexicon(), [word.text for word in words]
    begin = book.count_leading("words.hello", texts)
    froms = [at for at in range(len(texts) - 2) if book.length_at("said.from", texts, at)]
    tos = [at for at in range(2, len(texts) - 1) if book.length_at("said.to", texts, at)]
    pairs = [(one, other) for one in froms for other in tos if one + 1 < other]
    told = [pair for pair in pairs[:_MOST_PAIRS] if _are_places(line, words, *pair)]
    if not told and len(tos) == 1 and froms[:1] == [begin]:
        told = [pair for pair in pairs if pair[0] == begin]
    if len(told) == 1:
        for at, role in zip(told[0], (Side.SENDER, Side.RECEIVER), strict=True):
            yield TurnMark(words[at].start, words[at].end, Label(None, role))


def _are_places(line: str, words: Sequence[WrittenWord], one: int, other: int) -> bool:
    first = line[words[one].end : words[other].start].strip(" ,;")
    second = re.split(r"[,;.]", line[words[other].end :].strip())[0]
    return all(is_place(text, [word.text for word in words_of(text)]) for text in (first, second))


@dataclass(frozen=True, slots=True)
class _Act:
    """A verb, and the word behind it that leads to somebody, by their places among the words."""

    begin: int
    verb_end: int
    lead: int
    end: int
    role: Side


def _acted(line: str, words: Sequence[WrittenWord]) -> Iterator[TurnMark]:
    """Find “collect 3 suits from …” and “bring it to …”: what is brought, from whom, to whom."""
    texts = [word.text for word in words]
    at = 0
    while at < len(words):
        act = next(_acts_at(texts, at), None)
        marks = [*_marks_of_act(line, words, act)] if act else []
        yield from marks
        at = act.end if act and marks else at + 1


def _acts_at(texts: Sequence[str], at: int) -> Iterator[_Act]:
    for turns in lexicon().turns:
        ways = (
            (turns.get, turns.get_from, Side.SENDER),
            (turns.bring, turns.bring_to, Side.RECEIVER),
        )
        for verbs, leads, role in ways:
            length = longest(verbs, texts, at)
            if length and (lead := _lead(texts, at + length, leads)):
                begin = _with_pronouns(texts, at, turns.filler)
                yield _Act(begin, at + length, *lead, role)


def _lead(texts: Sequence[str], at: int, leads: Container[Entry]) -> tuple[int, int] | None:
    """Return from where to where the first word stands that leads to somebody."""
    for first in range(at, min(at + _MOST_THINGS, len(texts) - 1)):
        if length := longest(leads, texts, first):
            return first, first + length
    return None


def _with_pronouns(texts: Sequence[str], at: int, filler: Container[Entry]) -> int:
    while at and longest(filler, texts, at - 1) == 1:
        at -= 1
    return at


def _marks_of_act(line: str, words: Sequence[WrittenWord], act: _Act) -> Iterator[TurnMark]:
    texts = [word.text for word in words]
    if act.end >= len(words) or not _may_be_somebody(line, words, act.end):
        return
    if _leads_elsewhere(texts, act.end):
        return
    between = texts[act.verb_end : act.lead]
    start, end = words[act.begin].start, words[act.end - 1].end
    somebody = Label(None, act.role)
    if all(any(longest(turns.filler, [text], 0) for turns in lexicon().turns) for text in between):
        yield TurnMark(start, behind(line, end), somebody)
    elif _are_things(line[words[act.verb_end].start : words[act.lead].start].strip(), between):
        yield TurnMark(start, words[act.verb_end].start, Label(Part.ITEMS))
        yield TurnMark(words[act.lead].start, behind(line, end), somebody)


def _may_be_somebody(line: str, words: Sequence[WrittenWord], at: int) -> bool:
    """Tell whether a name or a number follows; in small letters only where all of the line is.

    An article in small letters begins somebody's part and no name, as “la vecina” does.
    """
    first = line[words[at].start]
    if first.islower() and lexicon().has("words.articles", [words[at].text]):
        return False
    return not first.islower() or line.islower()


def _are_things(text: str, words: Sequence[str]) -> bool:
    """Tell whether these are things that are brought, as “3 suits” or “a laptop”."""
    book = lexicon()
    counted = count_of(text)[1] != text
    few = counted and text[:1].isdigit() and len(words) <= _FEW_WORDS
    money = book.has("words.cash", words) or book.has("words.currencies", words[1:])
    named = few or (counted and book.has("words.goods", words))
    return named and not money and not book.has("said.from", words)


def behind(line: str, end: int) -> int:
    """Return where a value begins behind a label: its separator and blanks are passed over."""
    found = re.compile(r"[\s:：\-–—,.]*").match(line, end)
    return found.end() if found else end
