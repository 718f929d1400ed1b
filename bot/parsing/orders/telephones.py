"""Phone numbers in a text, in the forms in which people write them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import phonenumbers
from phonenumbers import (
    NumberParseException,
    PhoneNumber,
    PhoneNumberFormat,
    PhoneNumberType,
    ValidationResult,
)

from bot.parsing.orders.words_of import western_digits

# The digits are possessive (`++`), so that a long run of them is not split in other ways.
_CANDIDATE = re.compile(r"(?<![\w#])[+(]{0,2}\d++(?:(?:\.|[\s\-‑–()]{1,3})\d++){0,9}\)?(?![^\W_])")
_PARTING = re.compile(r"\s[\-‑–(]|\($")
_GROUP = re.compile(r"\d+")
_DATE = re.compile(
    r"(?<![\d.\-])(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})(?![\d.\-])"
)
_FEWEST, _MOST = 7, 17
"""The fewest and most digits of a number."""
_MOST_GROUPS = 7
_REMEMBERED = 512
"""How many lines the cache holds; the readers ask for each line of a text several times."""
_MOST_SINGLE = 2
"""The most single digits in a number, such as a country's code or a zero."""


@dataclass(frozen=True, slots=True)
class Telephone:
    """A number in E.164, and its place in the text."""

    number: str
    start: int
    end: int


@lru_cache(_REMEMBERED)
def telephones_in(text: str, country: str) -> tuple[Telephone, ...]:
    """Return the phone numbers in a text; `country` is that of local numbers."""
    western = western_digits(text)
    dates = [(found.start(), found.end()) for found in _DATE.finditer(western)]
    found: list[Telephone] = []
    for candidate in _CANDIDATE.finditer(western):
        if not any(start < candidate.end() and candidate.start() < end for start, end in dates):
            found.extend(_within(western, candidate.start(), candidate.end(), country))
    return tuple(found)


def telephone(text: str, country: str) -> str | None:
    """Read a text that must be a phone number; return `None` if the number is impossible."""
    western = western_digits(text).strip(" .,;()'")
    local = _read(western, country, is_said=True)
    if local or not western.isdecimal():
        return local
    # The number may have its country's code, but lack the plus sign.
    number = _parsed(f"+{western}", None)
    if number is None or not phonenumbers.is_valid_number(number):
        return None
    return phonenumbers.format_number(number, PhoneNumberFormat.E164)


def _within(text: str, start: int, end: int, country: str) -> Iterator[Telephone]:
    """Yield the longest runs of digit groups that are phone numbers, without overlaps."""
    groups = [(found.start(), found.end()) for found in _GROUP.finditer(text, start, end)]
    first = 0
    while first < len(groups):
        last = _last_group(text, start, groups, first, country)
        if last is None or _is_of_next(text, start, groups, range(first + 1, last + 1), country):
            first += 1
            continue
        begin = _with_sign(text, start, groups[first][0])
        finish = groups[last][1]
        number = _read(text[begin:finish], country, is_said=False)
        if number:
            yield Telephone(number, begin, finish + (text[finish : finish + 1] == ")"))
        first = last + 1


def _is_of_next(
    text: str, start: int, groups: list[tuple[int, int]], rest: range, country: str
) -> bool:
    """Tell whether the number rather begins behind a wide gap: “House 40 - 0704 992 115”."""
    gaps = (at for at in rest if _PARTING.search(text[groups[at - 1][1] : groups[at][0]]))
    next_one = next(gaps, None)
    return (
        next_one is not None
        and text[groups[rest.start - 1][0] - 1 : groups[rest.start - 1][0]] != "+"
        and _last_group(text, start, groups, next_one, country) is not None
    )


def _last_group(
    text: str, start: int, groups: list[tuple[int, int]], first: int, country: str
) -> int | None:
    begin = _with_sign(text, start, groups[first][0])
    for last in range(min(len(groups), first + _MOST_GROUPS) - 1, first - 1, -1):
        digits = sum(end - at for at, end in groups[first : last + 1])
        single = sum(end - at == 1 for at, end in groups[first : last + 1])
        if (
            _FEWEST <= digits <= _MOST
            and single <= _MOST_SINGLE
            and _read(text[begin : groups[last][1]], country, is_said=False)
        ):
            return last
    return None


def _with_sign(text: str, start: int, begin: int) -> int:
    while begin > start and text[begin - 1] in "+(":
        begin -= 1
    return begin


def _read(text: str, country: str, *, is_said: bool) -> str | None:
    digits = re.sub(r"\D", "", text)
    if not _FEWEST <= len(digits) <= _MOST or re.search(r"[^\W\d_]", text):
        return None
    for written, region in _ways(text, digits, country):
        number = _parsed(written, region)
        if number and _is_one(number, digits, region, is_said=is_said):
            return phonenumbers.format_number(number, PhoneNumberFormat.E164)
    return None


def _ways(text: str, digits: str, country: str) -> Iterator[tuple[str, str | None]]:
    """Yield the readings of a number, with the region of local ones: international, or local."""
    if "+" in text:
        yield f"+{digits.removeprefix('00')}", None
        return
    if digits.startswith("00"):
        yield f"+{digits[2:]}", None
        return
    if country:
        yield digits, country.upper()
        code = str(phonenumbers.country_code_for_region(country.upper()))
        if code != "0" and digits.startswith(code):
            yield f"+{digits}", country.upper()


def _parsed(written: str, region: str | None) -> PhoneNumber | None:
    try:
        return phonenumbers.parse(written, region)
    except NumberParseException:
        return None


def _is_one(number: PhoneNumber, digits: str, region: str | None, *, is_said: bool) -> bool:
    """Tell whether a number can be dialled; `is_said`: the text calls it a phone number."""
    if phonenumbers.is_valid_number(number):
        return True
    possible = phonenumbers.is_possible_number_with_reason(number)
    if region is None or possible != ValidationResult.IS_POSSIBLE:
        return possible == ValidationResult.IS_POSSIBLE
    # A local number must have the usual length, and a leading zero if nothing calls it a number.
    kinds = (PhoneNumberType.MOBILE, *((PhoneNumberType.FIXED_LINE,) if is_said else ()))
    examples = (phonenumbers.example_number_for_type(region, kind) for kind in kinds)
    lengths = {len(str(example.national_number)) for example in examples if example}
    is_dialled = is_said or digits.startswith("0")
    return is_dialled and len(str(number.national_number)) in lengths
