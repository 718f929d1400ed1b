"""Phone numbers: E.164 to store and compare, the international form to read."""

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat

from bot.base import phone_numbers
from bot.base.phone_numbers import line


def e164(national: str, dialling_code: str = "") -> str | None:
    """Return a number in E.164 (`+2348012345678`), or `None` if it is not a possible number.

    The fleet service gives the dialling code separately, and the number with or without its
    leading zero. If the number begins with `+`, the dialling code does not count.
    """
    number = phone_numbers.read(national.strip(), dialling_code.strip())
    if number is None or not phone_numbers.is_one(number):
        return None
    return phone_numbers.e164(number)


def is_same(national: str, dialling_code: str, other: str) -> bool:
    """Tell whether a number and `other`, which is in E.164, ring the same phone."""
    number = e164(national, dialling_code)
    return number is not None and line(number) == line(other)


def region_of(canonical: str) -> str:
    """Return the country of a number in E.164 as two letters, or "" if it has none."""
    try:
        number = phonenumbers.parse(canonical)
    except NumberParseException:
        return ""
    return phonenumbers.region_code_for_number(number) or ""


def from_telegram(number: str) -> str:
    """Return the number of a Telegram account, which may lack its `+`, in E.164.

    Telegram vouches for the number, so nothing is checked: an anonymous number belongs to no
    network, and only Telegram knows it.
    """
    return f"+{phonenumbers.normalize_digits_only(number)}"


def is_anonymous(canonical: str) -> bool:
    """Tell whether only Telegram knows a number, so that nobody can call it."""
    return canonical.startswith(_ANONYMOUS) or e164(canonical) is None


_ANONYMOUS = "+888"
"""The prefix of Telegram's anonymous numbers; no country has it."""


def readable(national: str, dialling_code: str = "") -> str:
    """Format a number internationally, for people and dialling; return others unchanged."""
    canonical = e164(national, dialling_code)
    if canonical is None:
        return national
    return phonenumbers.format_number(
        phonenumbers.parse(canonical), PhoneNumberFormat.INTERNATIONAL
    )


def parts(canonical: str) -> tuple[str, str]:
    """Split a number in E.164 for the fleet service, into dialling code and national number."""
    number = phonenumbers.parse(canonical)
    return str(number.country_code), phonenumbers.national_significant_number(number)


def masked(number: str) -> str:
    """Mask a number in E.164, except its country and last two digits, by which one knows it."""
    try:
        country = f"+{phonenumbers.parse(number).country_code} "
    except NumberParseException:  # only Telegram knows it
        country = ""
    return f"{country}••• •• {number[-2:]}"
