"""Numerals: numbers in words, digit by digit or in pairs, as people spell out a code."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache

from bot.parsing.intents.phrasebook import languages, phrasebook
from bot.parsing.intents.spoken import plain
from bot.parsing.intents.transcript import Piece

USUAL = range(4, 9)
"""The numbers of digits that most codes have."""

_SHORTEST = 3
_LONGEST_NUMBER = 5
"""The most words of one number: “quatre-vingt-dix-sept” and a word that joins."""

_BREAKS = frozenset("?!؟")
_AND = "و"
"""Arabic “and”, which is written as one with the next word."""


class _Kind(Enum):
    TYPED = auto()
    UNIT = auto()
    TEEN = auto()
    TENS = auto()
    TIMES = auto()
    JOINT = auto()
    LOOSE = auto()
    """One or two zeros, or no digit at all: “seven oh two”, “seven oo two”, “it is there oo”."""


_RANGES = {
    "units": (_Kind.UNIT, range(10)),
    "teens": (_Kind.TEEN, range(10, 20)),
    "twenties": (_Kind.TEEN, range(21, 30)),
    "tens": (_Kind.TENS, range(20, 100, 10)),
    "times": (_Kind.TIMES, range(2, 4)),
    "joint": (_Kind.JOINT, range(1)),
    "loose": (_Kind.LOOSE, range(1, 3)),
}
"""The kind of each list of numerals in a language's file, and the numbers in its order."""

_DIGITS = {_Kind.TYPED, _Kind.UNIT, _Kind.LOOSE}
_UP_TO_TWENTY = {*_DIGITS, _Kind.TEEN}


@dataclass(frozen=True, slots=True)
class _Numeral:
    """A word for a number, the languages that have it, and its place among the parts."""

    kind: _Kind
    value: int
    languages: frozenset[str] = frozenset()
    at: int = 0
    has_and: bool = False


@dataclass(frozen=True, slots=True)
class _Figure:
    """The digits that one or several words mean, and the first and the last of these words."""

    digits: str
    first: _Numeral
    last: _Numeral

    @property
    def is_loose(self) -> bool:
        return self.first.kind is _Kind.LOOSE

    @property
    def is_one(self) -> bool:
        return self.first.kind is _Kind.UNIT and self.digits == "1"

    @property
    def is_pair(self) -> bool:
        """Whether it has two digits, such as twenty: the next digit may be part of the number."""
        return len(self.digits) > 1 and self.first.kind is not _Kind.TIMES


def read_numerals(parts: Sequence[Piece], lengths: Collection[int]) -> list[Piece]:
    """Replace numbers in words by digits, if they have at least three."""
    read: list[Piece] = []
    done = 0
    for run in _runs(parts):
        figures = _meant(list(_figures(run)), lengths)
        digits = "".join(figure.digits for figure in figures)
        if len(digits) < _SHORTEST or all(each.first.kind is _Kind.TYPED for each in figures):
            continue
        last = run[-1] if run[-1].kind is _Kind.LOOSE else figures[-1].last
        start, end = parts[figures[0].first.at].start, parts[last.at].end
        is_vague = any(figure.is_pair for figure in figures)
        number = Piece(digits, start, end, is_spoken=True, is_vague=is_vague)
        read += [*parts[done : figures[0].first.at], number]
        done = last.at + 1
    return [*read, *parts[done:]]


def _runs(parts: Sequence[Piece]) -> Iterator[list[_Numeral]]:
    """Yield runs of numerals with only signs between them; runs may be empty."""
    run: list[_Numeral] = []
    for at, part in enumerate(parts):
        if not part.is_word and part.text not in _BREAKS:
            continue
        word = plain(part.text)
        numeral = _numerals().get(word)
        has_and = numeral is None and word.startswith(_AND)
        if has_and:
            numeral = _numerals().get(word.removeprefix(_AND))
        if len(part.text) == 1 and part.text.isdecimal():
            # A single typed digit counts as a numeral: “two 9 zero two”.
            run.append(_Numeral(_Kind.TYPED, int(part.text), frozenset(languages()), at))
        elif numeral is not None:
            run.append(replace(numeral, at=at, has_and=has_and))
        else:
            yield run
            run = []
    yield run


def _figures(run: Sequence[_Numeral]) -> Iterator[_Figure]:
    at = 0
    while at < len(run):
        first, rest = run[at], run[at + 1 : at + _LONGEST_NUMBER]
        if first.kind is _Kind.TIMES and rest and rest[0].kind in _DIGITS:
            used, digits = 2, _digit(rest[0]) * first.value
        elif first.kind in {_Kind.TIMES, _Kind.JOINT}:
            used, digits = 1, ""
        else:
            value, used = _value(first, rest)
            digits = _digit(first) if first.kind is _Kind.LOOSE else str(value)
        if digits:
            yield _Figure(digits, first, run[at + used - 1])
        at += used


def _digit(numeral: _Numeral) -> str:
    return "0" if numeral.kind is _Kind.LOOSE else str(numeral.value)


def _value(first: _Numeral, rest: Sequence[_Numeral]) -> tuple[int, int]:
    """Return the number at the beginning of a run, and how many numerals it takes."""
    joints = 1 if len(rest) > 1 and rest[0].kind is _Kind.JOINT else 0
    second = rest[joints] if rest else first
    shared = first.languages & second.languages if rest else frozenset()
    used = 1
    if "fr" in shared:
        return _value_in_french(first, rest, joints)
    if "ar" in shared and first.kind is _Kind.UNIT:
        used = 2 if second.value == _TEN or (second.has_and and second.kind is _Kind.TENS) else 1
    elif shared and first.kind is _Kind.TENS and second.kind is _Kind.UNIT and second.value:
        used = 2 + joints
    return (first.value + second.value, used) if used > 1 else (first.value, 1)


_FOUR, _TEN, _SCORE, _SIXTY = 4, 10, 20, 60
_AFTER_TEN = range(7, 10)


def _value_in_french(first: _Numeral, rest: Sequence[_Numeral], joints: int) -> tuple[int, int]:
    """Read “dix-sept”, “soixante et onze” and “quatre-vingt-dix-sept” as one number each."""
    second, behind = rest[joints], rest[joints:]
    begins, more, used = first.value, 0, 0
    if (first.value, second.value, joints) == (_FOUR, _SCORE, 0):
        begins, used = _FOUR * _SCORE, 1
        behind = behind[1:]
    is_teen = behind and "fr" in behind[0].languages and behind[0].kind in _UP_TO_TWENTY
    if begins in {_SIXTY, _FOUR * _SCORE} and is_teen:
        more, teens = _value(behind[0], behind[1:2])
        used += teens + joints
    elif begins == _TEN and second.value in _AFTER_TEN:
        more, used = second.value, 1
    elif first.kind is _Kind.TENS and second.kind is _Kind.UNIT and second.value:
        more, used = second.value, 1 + joints
    return begins + more, 1 + used


def _meant(figures: list[_Figure], lengths: Collection[int]) -> list[_Figure]:
    """Return the figures that are meant: those with as many digits as a code, if possible."""
    spoken = [each for each in figures if each.first.kind is not _Kind.TYPED]
    if all(each.is_one or each.is_loose for each in spoken):
        return [each for each in figures if each.first.kind is _Kind.TYPED]  # “2 9 0 2 one moment”
    solid = [at for at, figure in enumerate(figures) if not figure.is_loose]
    first, last = solid[0], solid[-1] + 1
    # The likeliest reading comes first: a loose word at either end is mostly not a digit.
    ways = [figures[first:last], figures[:last], figures[first:]]
    if figures[first].is_one:
        ways.append(figures[first + 1 : last])
    ways.append(
        [
            replace(each, digits="0" * each.first.value) if each.is_loose else each
            for each in figures
        ]
    )
    fitting = (
        way for way in ways if sum(len(figure.digits) for figure in way) in (lengths or USUAL)
    )
    return next(fitting, figures)


@cache
def _numerals() -> dict[str, _Numeral]:
    found: dict[str, _Numeral] = {}
    for language in languages():
        for word, name, place in phrasebook(language).numerals:
            kind, values = _RANGES[name]
            new = _Numeral(kind, values[min(place, len(values) - 1)], frozenset({language}))
            known = found.setdefault(word, new)
            if (known.kind, known.value) == (new.kind, new.value):
                found[word] = replace(new, languages=known.languages | new.languages)
    return found
