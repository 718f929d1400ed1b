"""Codes in what somebody says: alone, with blanks and hyphens inside, or in a sentence.

The contract says nothing of a code's length or alphabet: it is 3 to 12 letters and digits with a
digit among them. What the words beside a number tell it to be, such as a flat, a time, a price or a
phone number, is none.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from bot.texts.intents.intent import Intent
from bot.texts.intents.phrasebook import languages, phrasebook
from bot.texts.intents.spoken import plain

SHORTEST, LONGEST = 3, 12
_USUAL = range(4, 9)
"""So many digits most codes have; in a sentence only these are taken for one."""

_LONGEST_PART = 3
_SHORTEST_PHONE, _LONGEST_PHONE, _SHORTEST_BARE_PHONE = 9, 11, 10
"""How long phone numbers are that begin with a nought, and how long others at the least."""

_NEAR = 5
"""A word that says "code" may stand so many words before the number."""

_WORD = re.compile(r"\w+|[^\w\s]")
_JOINED = re.compile(r"(?: ?[-–.] ?| )")
_DIGITS_AND_UNIT = re.compile(r"\d+([^\W\d]+)")
_TIME = re.compile(r"\d{1,2}h\d{0,2}|\d{1,2}")
_ORDINALS = frozenset(("st", "nd", "rd", "th", "er", "ere", "eme", "e", "o", "a", "x"))
_MARKS_BEFORE = frozenset("#№+/₦$€£¥₹")
_MARKS_AFTER = frozenset("%€£$₦°/")
HIDDEN = "•••"


@dataclass(frozen=True, slots=True)
class FoundCode:
    """A code, written in plain digits and letters, and where it stands.

    `is_named`: a word beside it says that it is a code.
    """

    code: str
    start: int
    end: int
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class CodesSaid:
    """The codes in what was said. `is_plain`: nothing else was said that anybody has to read.

    `is_answer`: it begins with the code, or tells that somebody has said it, as an answer to the
    question for a code does.
    """

    codes: tuple[FoundCode, ...] = ()
    is_plain: bool = False
    is_answer: bool = False

    @property
    def are_clear(self) -> bool:
        """Whether these are codes for certain, as far as words can tell."""
        return self.is_plain or (bool(self.codes) and all(each.is_named for each in self.codes))


@dataclass(frozen=True, slots=True)
class _Part:
    text: str
    start: int
    end: int

    @property
    def has_digit(self) -> bool:
        return any(char.isdigit() for char in self.text)


def codes_in(
    said: str,
    lengths: Collection[int] = (),
    orders: Collection[str] = (),
    *,
    is_asked: bool = False,
    keeps_orders: bool = False,
) -> CodesSaid:
    """Find the codes in what somebody says.

    Args:
        said: what was typed.
        lengths: how long this fleet's codes are, where that is known.
        orders: the order numbers that the reader knows; they are no codes in a sentence.
        is_asked: a code was asked for, so that a number alone is one, however short.
        keeps_orders: an order number is none alone either, unless it is said to be one.
    """
    parts = [
        _Part(_latin(piece.group()), piece.start(), piece.end()) for piece in _WORD.finditer(said)
    ]
    chunks = list(_chunks(said, parts))
    alone = len(chunks) == 1 and len(chunks[0]) == sum(part.text[0].isalnum() for part in parts)
    found = [
        code
        for chunk in chunks
        if not _is_something_else(chunk, parts, lengths, is_asked=is_asked)
        for code in _codes_of(chunk, parts, lengths, alone, 1 if alone and is_asked else SHORTEST)
        if code.is_named or (alone and not keeps_orders) or code.code not in orders
    ]
    rest = _rest(parts, found, orders)
    is_plain = bool(found) and "?" not in said and "؟" not in said and _says_nothing(rest)
    return CodesSaid(tuple(found), is_plain, len(found) == 1 and _is_answer(parts, found[0]))


def without(said: str, codes: Iterable[FoundCode]) -> str:
    """Return what was said with a sign in place of the codes."""
    for code in sorted(codes, key=lambda each: each.start, reverse=True):
        said = said[: code.start] + HIDDEN + said[code.end :]
    return said


def _latin(text: str) -> str:
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)


def _chunks(said: str, parts: Sequence[_Part]) -> Iterable[list[_Part]]:
    """Yield the words with digits, those together that only a blank or a hyphen parts."""
    chunk: list[_Part] = []
    for part in parts:
        if part.text in "-–." and chunk:
            continue
        joins = chunk and _JOINED.fullmatch(said[chunk[-1].end : part.start])
        if chunk and not (part.has_digit and joins):
            yield chunk
            chunk = []
        if part.has_digit:
            chunk.append(part)
    if chunk:
        yield chunk


def _codes_of(
    chunk: list[_Part],
    parts: Sequence[_Part],
    lengths: Collection[int],
    alone: bool,
    shortest: int,
) -> Iterable[FoundCode]:
    is_named = _is_named(chunk, parts)
    for code in _joined(chunk, lengths):
        size = len(code.text)
        is_usual = size in lengths if lengths else size in _USUAL
        if shortest <= size <= LONGEST and (is_usual or is_named or alone):
            yield FoundCode(code.text, code.start, code.end, is_named)


def _joined(chunk: list[_Part], lengths: Collection[int]) -> list[_Part]:
    """Put together what is one code: parts of up to three digits, or of a code's length in all."""
    if all(len(part.text) in lengths for part in chunk):
        return chunk
    if sum(len(part.text) for part in chunk) in lengths:
        return [_whole(chunk)]
    runs = groupby(chunk, lambda part: len(part.text) <= _LONGEST_PART)
    return [part for is_short, run in runs for part in ([_whole(list(run))] if is_short else run)]


def _whole(chunk: list[_Part]) -> _Part:
    return _Part("".join(part.text for part in chunk), chunk[0].start, chunk[-1].end)


def _is_something_else(
    chunk: list[_Part], parts: Sequence[_Part], lengths: Collection[int], *, is_asked: bool
) -> bool:
    """Tell whether the words beside a number, or its form, say that it is no code."""
    if _is_named(chunk, parts):
        return False
    is_lone_number = len(chunk) == len(parts) and all(part.text.isdecimal() for part in chunk)
    if is_lone_number and is_asked:
        return False
    return (
        _is_phone(chunk, lengths)
        or (not is_lone_number and _has_unit(chunk))
        or _is_told_by_neighbours(chunk, parts)
    )


def _is_named(chunk: list[_Part], parts: Sequence[_Part]) -> bool:
    first, last = parts.index(chunk[0]), parts.index(chunk[-1])
    before = [plain(part.text) for part in parts[:first] if part.text[0].isalnum()][-_NEAR:]
    after = [plain(part.text) for part in parts[last + 1 :] if part.text[0].isalnum()][:3]
    named = number_words("code")
    return not named.isdisjoint(before) or not named.isdisjoint(after)


def _is_phone(chunk: list[_Part], lengths: Collection[int]) -> bool:
    sizes = {len(part.text) for part in chunk}
    digits = sum(len(part.text) for part in chunk)
    if digits in lengths or (len(chunk) > 1 and sizes <= set(lengths)):
        return False
    begins_as_phone = chunk[0].text[0] == "0" and digits <= _LONGEST_PHONE
    if len(chunk) > 1 and len(sizes) == 1 and sizes <= set(_USUAL) and not begins_as_phone:
        return False
    return digits >= (_SHORTEST_PHONE if begins_as_phone else _SHORTEST_BARE_PHONE)


def _has_unit(chunk: list[_Part]) -> bool:
    if _TIME.fullmatch(chunk[0].text.casefold()) and len(chunk) == 1:
        return True
    unit = _DIGITS_AND_UNIT.fullmatch(chunk[-1].text)
    return unit is not None and plain(unit.group(1)) in number_words("unit", "money") | _ORDINALS


def _is_told_by_neighbours(chunk: list[_Part], parts: Sequence[_Part]) -> bool:
    first, last = parts.index(chunk[0]), parts.index(chunk[-1])
    before = [
        part.text for part in parts[:first] if plain(part.text) not in number_words("neutral")
    ]
    before = before[-1:]
    after = [part.text for part in parts[last + 1 : last + 2]]
    nearest = plain(before[-1]) if before else ""
    follows = plain(after[0]) if after else ""
    return (
        bool(before and before[-1] in _MARKS_BEFORE)
        or bool(after and after[0] in _MARKS_AFTER and not _ends_there(parts, last + 1))
        or nearest in number_words("place", "money", "order")
        or follows in number_words("unit", "money")
        or (follows in number_words("place") and not _is_numbered_itself(parts, last + 1))
    )


def _is_numbered_itself(parts: Sequence[_Part], at: int) -> bool:
    """Tell whether a word has a number behind it, as in “2902 flat 12”: it names that one."""
    return at + 1 < len(parts) and parts[at + 1].has_digit


def _ends_there(parts: Sequence[_Part], at: int) -> bool:
    return parts[at].text in ":/" and at == len(parts) - 1


def _is_answer(parts: Sequence[_Part], code: FoundCode) -> bool:
    before = [plain(part.text) for part in parts if part.end <= code.start]
    begins = any(
        all(word in phrasebook(language).fillers for word in before) for language in languages()
    )
    return begins or not number_words("said").isdisjoint(before[-_NEAR:])


def _rest(parts: Sequence[_Part], codes: Sequence[FoundCode], orders: Collection[str]) -> list[str]:
    """Return the words beside the codes, without what only says what these are."""
    left = [
        part.text
        for part in parts
        if not any(code.start <= part.start < code.end for code in codes)
    ]
    spoken = [plain(text) for text in left if text not in orders]
    named = number_words("code", "order")
    return [word for word in spoken if word and word not in named]


_GOES_WITH_A_CODE = {Intent.DONE, Intent.COLLECTED, Intent.THANKS, Intent.GREETING}


def _says_nothing(rest: Sequence[str]) -> bool:
    """Tell whether some words are only what people say when they give a code."""
    for language in languages():
        book = phrasebook(language)
        told = {
            at for intent, places in book.find(rest) if intent in _GOES_WITH_A_CODE for at in places
        }
        silent = book.fillers | book.numbers["said"] | book.numbers["person"]
        if all(at in told or word in silent for at, word in enumerate(rest)):
            return True
    return False


@cache
def number_words(*kinds: str) -> frozenset[str]:
    """Return the words, of all languages, that tell what a number beside them is."""
    books = [phrasebook(language) for language in languages()]
    return frozenset().union(*(book.numbers[kind] for book in books for kind in kinds))
