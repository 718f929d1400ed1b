"""Phone numbers: one form to compare, one form to read."""

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat

from bot.base import phone_numbers
from bot.base.phone_numbers import line


def e164(national: str, dialling_code: str = "") -> str | None:
    """Bring a number into E.164 (`+2348012345678`); `None` where it is not a possible number.

    The fleet service gives the country's dialling code apart, and the number with or without its
    leading zero; a number that begins with `+` speaks for itself.
    """
    number = phone_numbers.read(national.strip(), dialling_code.strip())
    if number is None or not phone_numbers.is_one(number):
        return None
    return phone_numbers.e164(number)


def is_same(national: str, dialling_code: str, other: str) -> bool:
    """Tell whether a number is another one, in E.164, however each is written."""
    number = e164(national, dialling_code)
    return number is not None and line(number) == line(other)


def region_of(canonical: str) -> str:
    """Return the country of a number in E.164 as two letters; "" where it is of none."""
    try:
        number = phonenumbers.parse(canonical)
    except NumberParseException:
        return ""
    return phonenumbers.region_code_for_number(number) or ""


def from_telegram(number: str) -> str:
    """Write the number of a person's own Telegram account, which may lack its `+`, in E.164.

    Telegram vouches for it, so it is taken as it is, also where no network has it: there are
    anonymous numbers, which only Telegram knows.
    """
    return f"+{phonenumbers.normalize_digits_only(number)}"


def is_anonymous(canonical: str) -> bool:
    """Tell whether only Telegram knows a number: nobody can call it, and no delivery has it."""
    return canonical.startswith(_ANONYMOUS) or e164(canonical) is None


_ANONYMOUS = "+888"
"""No country has this code."""


def readable(national: str, dialling_code: str = "") -> str:
    """Write a number the way people read it, and phones can dial it; as it is where unclear."""
    canonical = e164(national, dialling_code)
    if canonical is None:
        return national
    return phonenumbers.format_number(
        phonenumbers.parse(canonical), PhoneNumberFormat.INTERNATIONAL
    )


def parts(canonical: str) -> tuple[str, str]:
    """Split a number in E.164 as the fleet service wants it: dialling code, then the rest."""
    number = phonenumbers.parse(canonical)
    return str(number.country_code), phonenumbers.national_significant_number(number)


def masked(number: str) -> str:
    """Show of a number in E.164 only its country and its last two digits: enough to know it by."""
    try:
        country = f"+{phonenumbers.parse(number).country_code} "
    except NumberParseException:  # only Telegram knows it
        country = ""
    return f"{country}••• •• {number[-2:]}"
