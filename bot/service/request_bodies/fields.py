"""What fields hold: texts, numbers, dates, and those that may be empty.

Texts are stripped, and lose control characters: a NUL passes SQLite and fails in PostgreSQL.
Numbers, flags and dates may come as strings, for form fields have nothing else; the OpenAPI page
says so, too: `json_schema_input_type` is everything that a field takes.
"""

import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    StringConstraints,
    WithJsonSchema,
)

from bot.service.amounts import MOST, read_amount
from bot.service.records import DEGREES

_YEAR_FIRST = re.compile(r"(?P<year>[1-9]\d{3})-(?P<month>\d\d)-(?P<day>\d\d)", re.ASCII)
_DAY_FIRST = re.compile(r"(?P<day>\d\d)-(?P<month>\d\d)-(?P<year>[1-9]\d{3})", re.ASCII)
_YEAR, _MONTH, _DAY = "[1-9][0-9]{3}", "(0[1-9]|1[0-2])", "(0[1-9]|[12][0-9]|3[01])"
_WHOLE = re.compile(r"[0-9]+(\.0+)?")
_LONGEST = 1000
_LONGEST_EMAIL = 254
"""What mail allows; much longer ones are more than an index of PostgreSQL takes."""
_FLAGS = {"true": True, "1": True, "false": False, "0": False}

NOT_WHOLE = "has to be a whole number, written in digits"


def too_long(longest: int) -> str:
    """Return what is said of a longer text than this, to complete "The … field"."""
    return f"takes {longest} characters at most"


def _without_controls(value: object) -> object:
    if not isinstance(value, str):
        return value
    # Measured as it came: what is left out afterwards makes nothing shorter that was too long.
    if len(value) > _LONGEST:
        raise ValueError(too_long(_LONGEST))
    return "".join(c for c in value if c in "\n\t" or unicodedata.category(c) != "Cc")


def _or_empty(value: object) -> object:
    return "" if value is None else value


def or_none(value: object) -> object:
    """Return None for an empty text: forms and queries have no other way to name nothing."""
    return None if value == "" else value


def _whole(value: object) -> object:
    """Refuse what Python alone takes for a whole number, such as `True` and `1_000`."""
    # Forms have nothing but texts, which may be written `2.0`.
    if isinstance(value, bool) or (isinstance(value, str) and not _WHOLE.fullmatch(value.strip())):
        raise ValueError(NOT_WHOLE)
    return value


def _degrees(value: object) -> object:
    """Refuse what Python alone takes for a number, such as `True` and `1e1`."""
    is_written = isinstance(value, str) and re.fullmatch(DEGREES, value.strip())
    if not is_written and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ValueError("has to be a number of degrees, such as 6.43")
    return value


def _flag(value: object) -> object:
    """Read a flag; what is none of the forms is left for pydantic to refuse."""
    if isinstance(value, str):
        return _FLAGS.get(value.strip().lower())
    return bool(value) if isinstance(value, (int, float)) and value in {0, 1} else None


def _one_text(value: object) -> object:
    """Join the lines of an address; what is not a list of texts is left for others to refuse."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return ", ".join(filter(None, map(str.strip, value)))
    return value


def parse_day(value: object) -> date:
    """Read a date in one of the two forms that the contract has, or raise `ValueError`."""
    text = str(value).strip()
    parts = _YEAR_FIRST.fullmatch(text) or _DAY_FIRST.fullmatch(text)
    if not parts:
        raise ValueError("has to be a date, written YYYY-MM-DD or DD-MM-YYYY")
    try:
        return date(int(parts["year"]), int(parts["month"]), int(parts["day"]))
    except ValueError:
        raise ValueError("has to be a day that the calendar has") from None


_CLEANING = BeforeValidator(_without_controls)
_UNSEEN = r"\s\x00-\x1f\x7f-\x9f"
_EMAIL = rf"^[^@{_UNSEEN}]+@[^@{_UNSEEN}]+$"
_PHONE = r"\+?[0-9(][0-9 ().-]{1,22}[0-9]"
_PHONE_CODE = r"\+?[0-9]{1,4}"

Clean = Annotated[str, StringConstraints(strip_whitespace=True, max_length=_LONGEST), _CLEANING]
_WHOLE_PHONE = rf"^ *{_PHONE} *$"
_WHOLE_PHONE_CODE = rf"^ *{_PHONE_CODE} *$"
_PHONE_OR_NOTHING = rf"^ *({_PHONE})? *$"
_PHONE_CODE_OR_NOTHING = rf"^ *({_PHONE_CODE})? *$"

_PHONE_WORDS = "has to be a phone number, in digits, with or without a plus and gaps"
_PHONE_CODE_WORDS = "has to be a country's dialling code, in digits, such as 234"
FORMS_OF_TEXT = {
    _EMAIL: "has to be an e-mail address, such as ada@example.com",
    _WHOLE_PHONE: _PHONE_WORDS,
    _PHONE_OR_NOTHING: _PHONE_WORDS,
    _WHOLE_PHONE_CODE: _PHONE_CODE_WORDS,
    _PHONE_CODE_OR_NOTHING: _PHONE_CODE_WORDS,
}
"""What each pattern asks for, in words that complete "The … field"."""

Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=_LONGEST),
    Field(json_schema_extra={"pattern": f"[^{_UNSEEN}]"}),
    _CLEANING,
]
Phone = Annotated[str, StringConstraints(strip_whitespace=True, pattern=_WHOLE_PHONE)]
PhoneCode = Annotated[str, StringConstraints(strip_whitespace=True, pattern=_WHOLE_PHONE_CODE)]
Email = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, to_lower=True, max_length=_LONGEST_EMAIL, pattern=_EMAIL
    ),
    _CLEANING,
]
DayText = (
    Annotated[
        date,
        WithJsonSchema(
            {
                "type": "string",
                "format": "date",
                "pattern": f"^{_YEAR}-{_MONTH}-{_DAY}$",
            }
        ),
    ]
    | Annotated[str, Field(pattern=f"^{_DAY}-{_MONTH}-{_YEAR}$")]
)
"""The two forms of a date, which the calendar must have, too: no pattern says that."""
Day = Annotated[date, BeforeValidator(parse_day, json_schema_input_type=DayText)]


class FlagText(StrEnum):
    """A flag as form fields and query parameters have it."""

    TRUE = "true"
    FALSE = "false"
    ONE = "1"
    ZERO = "0"


Flag = Annotated[
    bool,
    BeforeValidator(
        _flag, json_schema_input_type=bool | FlagText | Annotated[int, Field(ge=0, le=1)]
    ),
]
Amount = Annotated[
    int,
    BeforeValidator(
        read_amount,
        json_schema_input_type=Annotated[
            float, Field(ge=0, le=MOST, json_schema_extra={"multipleOf": 0.01})
        ]
        | Annotated[str, Field(pattern=r"^[0-9]{1,12}(\.[0-9]{1,2})?$")],
    ),
]
"""Hundredths (`amounts`)."""
Quantity = Annotated[
    int,
    Field(ge=1, le=10**6),
    BeforeValidator(
        _whole,
        json_schema_input_type=Annotated[int, Field(ge=1, le=10**6)]
        | Annotated[str, Field(pattern=r"^[1-9][0-9]{0,5}(\.0{1,2})?$")],
    ),
]


Degrees = Annotated[
    float,
    Field(allow_inf_nan=False),
    BeforeValidator(
        _degrees,
        json_schema_input_type=Annotated[float, Field(ge=-180, le=180)]
        | Annotated[str, Field(pattern=f"^{DEGREES}$")],
    ),
]

# A constant would do, but who reads a page to make a client refuses every other text for it.
_Empty = Annotated[str, Field(pattern="^$")] | None
_PhoneOrEmpty = Annotated[str, StringConstraints(strip_whitespace=True, pattern=_PHONE_OR_NOTHING)]
_PhoneCodeOrEmpty = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=_PHONE_CODE_OR_NOTHING)
]
OptionalText = Annotated[Clean, BeforeValidator(_or_empty, json_schema_input_type=Clean | None)]
OptionalPhone = Annotated[
    _PhoneOrEmpty, BeforeValidator(_or_empty, json_schema_input_type=_PhoneOrEmpty | None)
]
OptionalPhoneCode = Annotated[
    _PhoneCodeOrEmpty, BeforeValidator(_or_empty, json_schema_input_type=_PhoneCodeOrEmpty | None)
]
AddressLines = Annotated[
    OptionalText,
    BeforeValidator(_one_text, json_schema_input_type=list[str] | Clean | None),
]
OptionalEmail = Annotated[
    Email | None, BeforeValidator(or_none, json_schema_input_type=Email | _Empty)
]
OptionalFlag = Annotated[
    Flag | None, BeforeValidator(or_none, json_schema_input_type=Flag | _Empty)
]
OptionalDay = Annotated[Day | None, BeforeValidator(or_none, json_schema_input_type=Day | _Empty)]
OptionalAmount = Annotated[
    Amount | None, BeforeValidator(or_none, json_schema_input_type=Amount | _Empty)
]
QuantityOrNone = Annotated[
    int,
    Field(ge=0, le=10**6),
    BeforeValidator(
        _whole,
        json_schema_input_type=Annotated[int, Field(ge=0, le=10**6)]
        | Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,5})(\.0{1,2})?$")],
    ),
]
"""A quantity that may have become nought."""
OptionalQuantity = Annotated[
    QuantityOrNone | None, BeforeValidator(or_none, json_schema_input_type=QuantityOrNone | _Empty)
]
OptionalUuid = Annotated[
    UUID | None, BeforeValidator(or_none, json_schema_input_type=UUID | _Empty)
]
OptionalCode = Annotated[
    SecretStr | None, BeforeValidator(or_none, json_schema_input_type=SecretStr | None)
]


class Body(BaseModel):
    """A request's body, or a part of one; what was sent is never shown in an error."""

    model_config = ConfigDict(hide_input_in_errors=True)


def any_of(*names: str) -> Mapping[str, object]:
    """Demand at least one of these fields, for `allOf`, where generators of clients overlook it.

    Next to the fields themselves they would take it for a choice between two kinds of bodies.
    """
    return {"anyOf": [{"required": [name]} for name in names]}


def one_of(*names: str) -> Mapping[str, object]:
    """Demand exactly one of these fields, for `allOf` as well."""
    return {"oneOf": [{"required": [name]} for name in names]}
