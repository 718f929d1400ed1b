"""Phone numbers in a search: they are found in whatever form they are kept and looked for."""

import re

import phonenumbers
from phonenumbers import NumberParseException
from sqlalchemy import Column, ColumnElement, func

_PHONE = re.compile(r"\+?[\d\s().\-/]+")
_FEWEST_DIGITS, _MOST_DIGITS = 6, 15
_GAPS = (" ", "-", "(", ")", ".", "/")


def national_digits(text: str) -> str | None:
    """Return the end of a phone number that each of its forms has; `None` for what is none.

    It is the number without its country, as far as that is told, and without leading zeros.
    """
    line = text.strip()
    digits = "".join(str(int(char)) for char in line if char.isdecimal())
    if not _PHONE.fullmatch(line) or not _FEWEST_DIGITS <= len(digits) <= _MOST_DIGITS:
        return None
    return _without_country(line, digits).lstrip("0") or None


def _without_country(line: str, digits: str) -> str:
    if not (line.startswith("+") or digits.startswith("00")):
        return digits
    try:
        number = phonenumbers.parse(f"+{digits.removeprefix('00')}")
    except NumberParseException:
        return digits
    return phonenumbers.national_significant_number(number)


def has_digits(column: Column[str], digits: str) -> ColumnElement[bool]:
    """Tell whether a number holds these digits, whatever gaps it is written with."""
    bare: ColumnElement[str] = column
    for gap in _GAPS:
        bare = func.replace(bare, gap, "")
    return bare.contains(digits, autoescape=True)
