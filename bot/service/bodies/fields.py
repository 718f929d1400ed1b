"""What fields hold: texts, numbers, dates, and those that may be empty.

Texts are stripped, and lose control characters: a NUL passes SQLite and fails in PostgreSQL.
"""

import re
import unicodedata
from datetime import date
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

_YEAR_FIRST = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)", re.ASCII)
_DAY_FIRST = re.compile(r"(?P<day>\d\d)-(?P<month>\d\d)-(?P<year>\d{4})", re.ASCII)


def _without_controls(value: object) -> object:
    if not isinstance(value, str):
        return value
    return "".join(c for c in value if c in "\n\t" or unicodedata.category(c) != "Cc")


def _or_empty(value: object) -> object:
    return "" if value is None else value


def _or_none(value: object) -> object:
    return None if value == "" else value


def _one_text(value: object) -> object:
    """Join the lines of an address; what is not a list of texts is left for others to refuse."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return ", ".join(stripped for line in value if (stripped := line.strip()))
    return value


def parse_day(value: object) -> date:
    """Read a date in one of the two forms that the contract has, or raise `ValueError`."""
    text = str(value).strip()
    found = _YEAR_FIRST.fullmatch(text) or _DAY_FIRST.fullmatch(text)
    if not found:
        raise ValueError("a date is written YYYY-MM-DD or DD-MM-YYYY")
    return date(int(found["year"]), int(found["month"]), int(found["day"]))


Clean = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=1000),
    BeforeValidator(_without_controls),
]
Text = Annotated[Clean, StringConstraints(min_length=1)]
OptionalText = Annotated[Clean, BeforeValidator(_or_empty)]
AddressLines = Annotated[
    OptionalText,
    BeforeValidator(_one_text),
    WithJsonSchema({"type": "array", "items": {"type": "string"}}),
]
Phone = Annotated[Text, StringConstraints(pattern=r"^\+?[0-9 ().-]{3,24}$")]
OptionalPhone = Annotated[OptionalText, StringConstraints(pattern=r"^(\+?[0-9 ().-]{3,24})?$")]
PhoneCode = Annotated[Text, StringConstraints(pattern=r"^\+?[0-9]{1,4}$")]
OptionalPhoneCode = Annotated[OptionalText, StringConstraints(pattern=r"^(\+?[0-9]{1,4})?$")]
Email = Annotated[Text, StringConstraints(to_lower=True, pattern=r"^[^@\s]+@[^@\s]+$")]
OptionalEmail = Annotated[Email | None, BeforeValidator(_or_none)]
Day = Annotated[date, BeforeValidator(parse_day)]
Amount = Annotated[int, Field(ge=0, le=10**12)]
Quantity = Annotated[int, Field(ge=1, le=10**6)]
OptionalDay = Annotated[Day | None, BeforeValidator(_or_none)]
OptionalAmount = Annotated[Amount | None, BeforeValidator(_or_none)]
OptionalQuantity = Annotated[Quantity | None, BeforeValidator(_or_none)]
OptionalUuid = Annotated[UUID | None, BeforeValidator(_or_none)]
OptionalCode = Annotated[SecretStr | None, BeforeValidator(_or_none)]


class Body(BaseModel):
    """A request's body, or a part of one; what was sent is never shown in an error."""

    model_config = ConfigDict(hide_input_in_errors=True)
