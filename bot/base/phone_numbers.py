"""Phone numbers: read with their dialling code, and compared however they are written.

Some countries have changed their numbers, or write them in two ways, and networks, people and
Telegram do not all write the same. All writings that ring the same phone have one `line`.
"""

import re

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumber, PhoneNumberFormat, ValidationResult

_OF_NO_COUNTRY = ("ZZ", "001")

_WRITTEN_TWICE = (
    # Argentina: mobiles have a 9 from abroad. Mexico: they had a 1 until 2019.
    (r"\+54", "9", r"\d{10}"),
    (r"\+52", "1", r"\d{10}"),
    # Brazil: mobiles have got a ninth digit in front of the eight.
    (r"\+55\d\d", "9", r"[6-9]\d{7}"),
    # Benin (2024) and Ivory Coast (2021): numbers have got two digits more, there by network.
    (r"\+229", "01", r"\d{8}"),
    (r"\+225", "01", r"[04-9][0-3]\d{6}"),
    (r"\+225", "05", r"[04-9][4-6]\d{6}"),
    (r"\+225", "07", r"[04-9][7-9]\d{6}"),
)
"""The digits before the optional digits, the optional digits, and a pattern of those after them."""


def read(national: str, dialling_code: str = "") -> PhoneNumber | None:
    """Read a number; the code tells its country, unless it begins with `+`.

    The code may be longer than that of a country, such as 1868 of Trinidad and Tobago, whose number
    may begin with the 868 or not; or the country's two letters.
    """
    if national.startswith("+"):
        return _parse(national)
    code = dialling_code.removeprefix("+")
    if code.upper() in phonenumbers.SUPPORTED_REGIONS:
        return _parse(national, code.upper())
    if not (code.isascii() and code.isdigit()):
        return None
    region = phonenumbers.region_code_for_country_code(int(code))
    if region not in _OF_NO_COUNTRY:
        return _parse(national, region)
    # The code holds the first digits of the number as well, or the number repeats them.
    readings = [_parse(f"+{code}{phonenumbers.normalize_digits_only(national)}")]
    for end in range(1, len(code)):
        region = phonenumbers.region_code_for_country_code(int(code[:end]))
        if region not in _OF_NO_COUNTRY:
            readings.append(_parse(national, region))
    numbers = [number for number in readings if number is not None]
    return next(filter(is_one, numbers), numbers[0] if numbers else None)


def _parse(text: str, region: str | None = None) -> PhoneNumber | None:
    try:
        return phonenumbers.parse(text, region)
    except NumberParseException:
        return None


def is_one(number: PhoneNumber) -> bool:
    """Tell whether a phone can have this number, now or as it was written once."""
    possible = phonenumbers.is_possible_number_with_reason(number)
    return possible == ValidationResult.IS_POSSIBLE or len(writings(e164(number))) > 1


def e164(number: PhoneNumber) -> str:
    """Write a number as networks dial it, such as `+2348012345678`."""
    return phonenumbers.format_number(number, PhoneNumberFormat.E164)


def line(number: str) -> str:
    """Return one form for all ways to write a number in E.164: for comparison, not for dialling."""
    return writings(number)[0]


def writings(number: str) -> tuple[str, ...]:
    """Return every way to write a number in E.164, the shortest first."""
    for before, between, after in _WRITTEN_TWICE:
        parts = re.fullmatch(f"({before})(?:{between})?({after})", number)
        if parts:
            return f"{parts[1]}{parts[2]}", f"{parts[1]}{between}{parts[2]}"
    return (number,)
