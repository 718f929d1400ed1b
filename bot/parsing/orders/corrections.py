"""Corrections, as people say them: “fee 2000”, “the address is …”, “2 not 3”, “remove the cake”.

What a correction is about is read here; what stands in an order decides what becomes of it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.parsing.orders.amounts import read_amount
from bot.parsing.orders.labels import Label, Side, label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.telephones import telephone, telephones_in
from bot.parsing.orders.words_of import WrittenWord, words_of

_CORRECTED = frozenset(
    {None, Part.NAME, Part.PHONE, Part.ADDRESS, Part.ITEMS, Part.FEE, Part.DELIVERING, Part.NOTES}
)
_WITHOUT_JOIN = frozenset({Part.PHONE, Part.FEE, Part.DELIVERING})
_MOST_WORDS = 30
_AROUND = " \t.,;:!?=<>-–—→()“”\"'،؛؟"
_SIGNS = "+₦$€£¥₹("
_MOST_OF_A_FEE = 7
"""Digits of an amount that is said without its name; what has more is no fee."""


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value, and the words for what it is, if any.

    `is_sure`: a number that fits its name, or a name that is joined to its value ("address is …"),
    and no name of a shop that only begins like it ("Note Bakery").
    """

    part: Part
    side: Side | None
    value: str
    is_named: bool = True
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class Replacement:
    """What stands somewhere in the order, and what is to stand there."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Removal:
    """A thing that is not to be brought."""

    thing: str


Correction = NamedValue | Replacement | Removal


def named_parts(line: str) -> frozenset[Part]:
    """Return the parts of an order that are named anywhere in a line."""
    texts = [word.text for word in words_of(line)]
    labels = (label_of(texts[at : at + 1]) for at in range(len(texts)))
    return frozenset(label.field for label in labels if label and label.field)


def corrections_in(line: str, country: str) -> Iterator[Correction]:
    """Yield what a line can mean as a correction, the likeliest first.

    `country` is that of local phone numbers, as two letters.
    """
    words = words_of(line)
    if not words or len(words) > _MOST_WORDS:
        return
    texts = [word.text for word in words]
    start = lexicon().count_leading("corrections.lead", texts)
    removed = lexicon().length_at("corrections.remove", texts, start) if words[start:] else 0
    if removed:
        at = start + removed
        thing = _after(line, words, at + lexicon().count_leading("corrections.lead", texts[at:]))
        if thing:
            yield Removal(thing)
        return
    yield from _replaced(line, words)
    said = _said(line, words, start, country)
    if said is not None:
        yield said


def _said(line: str, words: Sequence[WrittenWord], start: int, country: str) -> NamedValue | None:
    """Read a value with its name before it, or one that needs none."""
    texts = [word.text for word in words]
    for end in range(min(len(words) - 1, start + 5), start, -1):
        label = label_of(texts[start:end])
        is_split = any(_is_join(texts, at) for at in range(start, end))
        if label is None or is_split or label.field not in _CORRECTED:
            continue
        joins = lexicon().count_leading("corrections.joins", texts[end:])
        value = _after(line, words, end + joins)
        is_form = ":" in line[words[end - 1].end : words[end].start]
        read = _of_kind(label, value, country, is_form=is_form)
        if read is not None:
            is_sure = is_form or joins > 0 or read.part in {Part.PHONE, Part.FEE}
            return replace(read, is_sure=is_sure)
    return _unnamed(_after(line, words, start), country)


def _of_kind(label: Label, value: str, country: str, *, is_form: bool) -> NamedValue | None:
    """Return a value that fits its name; of somebody it is a number, an address or a name."""
    part = Part.FEE if label.field is Part.DELIVERING else label.field
    if not value:
        return None
    if part is None and label.role is None:
        return None
    if part is None and telephone(value, country):
        part = Part.PHONE
    elif part is None:
        part = Part.ADDRESS if any(map(str.isdecimal, value)) else Part.NAME
        if part is Part.NAME and not is_form:  # “the customer is angry” names nobody
            return None
    fits = {
        Part.PHONE: telephone(value, country) is not None,
        Part.FEE: read_amount(value) is not None,
        Part.NAME: not any(map(str.isdecimal, value)),
    }
    if part is None or not fits.get(part, True):
        return None
    return NamedValue(part, label.role, value)


def _unnamed(value: str, country: str) -> NamedValue | None:
    """Read what needs no name: a phone number, or an amount of money."""
    found = telephones_in(value, country)
    if len(found) == 1 and not any(
        map(str.isalnum, value[: found[0].start] + value[found[0].end :])
    ):
        return NamedValue(Part.PHONE, None, value, is_named=False)
    if sum(map(str.isdecimal, value)) <= _MOST_OF_A_FEE and read_amount(value) is not None:
        return NamedValue(Part.FEE, None, value, is_named=False)
    return None


def _replaced(line: str, words: Sequence[WrittenWord]) -> Iterator[Replacement]:
    """Yield what is to stand for what: “X not Y”, “not Y but X”, “change Y to X”."""
    texts = [word.text for word in words]
    for at in range(len(words)):
        length = lexicon().length_at("corrections.not", texts, at)
        if not length:
            continue
        before, after = line[: words[at].start], line[words[at + length - 1].end :]
        for old, new in _split(after):
            yield from _pair(old, new)
        for new in dict.fromkeys((re.split(r"[,،;:]", before)[-1], before)) if at else ():
            yield from _pair(after, new)
    lead = lexicon().count_leading("corrections.lead", texts)
    for at in range(lead + 1, len(words) - 1) if lead else ():
        length = lexicon().length_at("corrections.joins", texts, at)
        if length and at + length < len(words):
            old = line[words[lead].start : words[at].start]
            yield from _pair(old, line[words[at + length - 1].end :])


def _split(text: str) -> Iterator[tuple[str, str]]:
    """Yield the two sides of the first “but”, or of the first comma."""
    words = words_of(text)
    texts = [word.text for word in words]
    for at in range(1, len(words)):
        length = lexicon().length_at("corrections.but", texts, at)
        if length and at + length <= len(words):
            yield text[: words[at].start], text[words[at + length - 1].end :]
            break
    for comma in (",", "،", ";"):
        old, found, new = text.partition(comma)
        if found:
            yield old, new


def _pair(old: str, new: str) -> Iterator[Replacement]:
    old, new = _bare(old), _bare(new)
    if old and new:
        yield Replacement(old, new)


def _bare(text: str) -> str:
    """Return a side without the words that only lead to it, and the name of what it is."""
    words = words_of(text)
    texts = [word.text for word in words]
    at = lexicon().count_leading("corrections.lead", texts)
    for end in range(min(len(words) - 1, at + 4), at, -1):
        joins = lexicon().count_leading("corrections.joins", texts[end:])
        label = label_of(texts[at:end])
        is_name = label is not None and (joins or label.field in _WITHOUT_JOIN)
        if is_name and end + joins < len(words):
            at = end + joins
            break
    at += lexicon().count_leading("corrections.joins", texts[at:])
    return text[words[at].start :].strip(_AROUND) if at < len(words) else ""


def _after(line: str, words: Sequence[WrittenWord], at: int) -> str:
    if at >= len(words):
        return ""
    start, last = words[at].start, len(words)
    while last > at + 1 and lexicon().only("corrections.please", [words[last - 1].text]):
        last -= 1
    has_sign = start > 0 and line[start - 1] in _SIGNS
    end = len(line) if last == len(words) else words[last - 1].end
    return line[start - has_sign : end].strip(_AROUND)


def _is_join(texts: Sequence[str], at: int) -> bool:
    return lexicon().length_at("corrections.joins", texts, at) > 0
