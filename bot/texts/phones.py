"""Phone numbers: one form to compare, one form to read."""

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat


def e164(national: str, dialling_code: str = "") -> str | None:
    """Bring a number into E.164 (`+2348012345678`); `None` where it is not a possible number.

    The fleet service gives the country's dialling code apart, and the number with or without its
    leading zero; a number that begins with `+` speaks for itself.
    """
    text, code = national.strip(), dialling_code.strip().lstrip("+")
    try:
        if text.startswith("+"):
            number = phonenumbers.parse(text)
        elif code.isascii() and code.isdigit():
            region = phonenumbers.region_code_for_country_code(int(code))
            number = phonenumbers.parse(text, region)
        else:
            return None
    except NumberParseException:
        return None
    if not phonenumbers.is_possible_number(number):
        return None
    return phonenumbers.format_number(number, PhoneNumberFormat.E164)


def region_of(canonical: str) -> str:
    """Return the country of a number in E.164 as two letters; "" where it is of none."""
    try:
        number = phonenumbers.parse(canonical)
    except NumberParseException:
        return ""
    return phonenumbers.region_code_for_number(number) or ""


def from_telegram(number: str) -> str | None:
    """Bring the number of a Telegram contact, which may lack its `+`, into E.164."""
    return e164(f"+{number.strip().lstrip('+')}")


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
    parsed = phonenumbers.parse(number)
    return f"+{parsed.country_code} ••• •• {number[-2:]}"
