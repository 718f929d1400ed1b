"""The bodies of requests, in both variants where the contract has two (contract: Endpoints).

Texts are stripped, and lose control characters: a NUL passes SQLite and fails in PostgreSQL.
"""

import re
import unicodedata
from collections.abc import Sequence
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
    model_validator,
)

from bot.service.rules import (
    MAX_ASSIGNED_AT_ONCE,
    MAX_INVITED_AT_ONCE,
    MAX_ITEMS,
    MAX_RECEIVERS,
)
from bot.service.vocabulary import Status

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
Phone = Annotated[Text, StringConstraints(pattern=r"^\+?[0-9 ().-]{3,24}$")]
OptionalPhone = Annotated[OptionalText, StringConstraints(pattern=r"^(\+?[0-9 ().-]{3,24})?$")]
PhoneCode = Annotated[Text, StringConstraints(pattern=r"^\+?[0-9]{1,4}$")]
OptionalPhoneCode = Annotated[OptionalText, StringConstraints(pattern=r"^(\+?[0-9]{1,4})?$")]
Email = Annotated[Text, StringConstraints(to_lower=True, pattern=r"^[^@\s]+@[^@\s]+$")]
OptionalEmail = Annotated[Email | None, BeforeValidator(_or_none)]
Day = Annotated[date, BeforeValidator(parse_day)]
Amount = Annotated[int, Field(ge=0, le=10**12)]
OptionalUuid = Annotated[UUID | None, BeforeValidator(_or_none)]
OptionalCode = Annotated[SecretStr | None, BeforeValidator(_or_none)]


class _Body(BaseModel):
    model_config = ConfigDict(hide_input_in_errors=True)


class NewItem(_Body):
    """One thing inside a parcel."""

    item_description: OptionalText = ""
    item_quantity: Annotated[int, Field(ge=1, le=10**6)] = 1
    item_value: Amount = 0


Items = Annotated[list[NewItem], Field(max_length=MAX_ITEMS)]


class NewReceiver(_Body):
    """One element of `receivers`; all fields are optional."""

    customer_name: OptionalText = ""
    customer_address: OptionalText = ""
    customer_phone_number: OptionalPhone = ""
    customer_phone_code: OptionalPhoneCode = ""
    customer_email: OptionalEmail = None
    item_type: OptionalText = ""
    items: Items = []


class NewDelivery(_Body):
    """The create body (contract: Endpoints, 1); the fields after `receivers` are the older form."""

    creation_date: Day
    delivery_fee: Amount
    iam_sender: bool
    riderid: OptionalUuid
    send_sms: bool
    sender_name: Text
    sender_address: Text
    sender_email: OptionalEmail
    sender_phone: Phone
    sender_phonecode: PhoneCode
    receivers: Annotated[list[NewReceiver], Field(max_length=MAX_RECEIVERS)]
    note: OptionalText = ""
    is_paid: bool = False
    customer_name: OptionalText = ""
    customer_address: OptionalText = ""
    customer_email: OptionalEmail = None
    customer_phone_number: OptionalPhone = ""
    customer_phone_code: OptionalPhoneCode = ""
    items: Items = []

    @model_validator(mode="before")
    @classmethod
    def _flat_body_needs_no_receivers(cls, body: object) -> object:
        if isinstance(body, dict) and _FLAT & body.keys():
            return {"receivers": [], **body}
        return body

    @property
    def older(self) -> bool:
        """Whether the body is in the older, flat form."""
        return bool(_FLAT & self.model_fields_set)

    @property
    def parcels(self) -> Sequence[NewReceiver]:
        """One receiver per delivery to be made; items beside `receivers` are everybody's."""
        flat = [NewReceiver(**{name: getattr(self, name) for name in _FLAT})] if self.older else []
        return [
            receiver if receiver.items else receiver.model_copy(update={"items": self.items})
            for receiver in self.receivers or flat
        ]


_FLAT = frozenset(
    {
        "customer_name",
        "customer_address",
        "customer_email",
        "customer_phone_number",
        "customer_phone_code",
        "items",
    }
)


class Assignment(_Body):
    """The deliveries that a rider gets (contract: Endpoints, 3)."""

    delivery_uuid: Annotated[list[UUID], Field(min_length=1, max_length=MAX_ASSIGNED_AT_ONCE)]


class StatusUpdate(_Body):
    """A wish to move a delivery (contract: Endpoints, 6). Codes are never in a `repr`."""

    delivery_uuid: UUID
    status: Status
    pickup_otp: OptionalCode = None
    dropoff_otp: OptionalCode = None
    note: OptionalText = ""


class NewRiders(_Body):
    """An invitation (contract: Endpoints, 7); the older form names the array `rider_email`."""

    rider_emails: Annotated[list[Email], Field(min_length=1, max_length=MAX_INVITED_AT_ONCE)]
    commission_value: Amount
    commission_type: Text

    @model_validator(mode="before")
    @classmethod
    def _older_name(cls, body: object) -> object:
        if isinstance(body, dict) and "rider_email" in body:
            return {"rider_emails": body["rider_email"], **body}
        return body
