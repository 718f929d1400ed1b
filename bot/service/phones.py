"""Phone numbers as the contract writes them, and as a network dials them."""

import phonenumbers


def international(code: str, number: str) -> str:
    """Return a number in E.164 form, such as `+2348012345678`.

    The contract has dialling code and number apart, the number often with its trunk zero; a number
    that is no telephone number is joined as it is.
    """
    region = phonenumbers.region_code_for_country_code(int(code)) if code.isdecimal() else None
    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return f"+{code}{number}"
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
