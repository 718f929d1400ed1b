"""Who rides: invited, switched (contract: Endpoints, 7 and 11), or added by the operator."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import ConfigDict, Field, model_validator

from bot.service.request_bodies.fields import (
    Amount,
    Body,
    Clean,
    Email,
    Flag,
    OptionalText,
    Phone,
    PhoneCode,
    Text,
    one_of,
)
from bot.service.rules.requests import MAX_INVITED_AT_ONCE, MAX_SWITCHED_AT_ONCE

_NAME = "rider_emails"
_OLDER_NAME = "rider_email"


def _either_name(schema: dict[str, Any]) -> None:
    schema["properties"][_OLDER_NAME] = schema["properties"][_NAME]
    # Either name will do, so neither is required by itself.
    schema["required"].remove(_NAME)
    schema["allOf"] = [one_of(_NAME, _OLDER_NAME)]


class NewRiders(Body):
    """An invitation (contract: Endpoints, 7); the older form names the array `rider_email`."""

    model_config = ConfigDict(json_schema_extra=_either_name)

    rider_emails: Annotated[list[Email], Field(min_length=1, max_length=MAX_INVITED_AT_ONCE)]
    commission_value: Amount
    commission_type: Text

    def for_these(self, emails: list[str]) -> "NewRiders":
        """Return the same invitation for some of its addresses."""
        return self.model_copy(update={"rider_emails": emails})

    @model_validator(mode="before")
    @classmethod
    def _older_name(cls, body: object) -> object:
        if not isinstance(body, dict) or _OLDER_NAME not in body:
            return body
        if _NAME in body:
            raise ValueError(f"takes {_NAME} or {_OLDER_NAME}, not both")
        return {_NAME: body[_OLDER_NAME], **body}


class RiderStatusChange(Body):
    """The riders to activate or remove (contract: Endpoints, 11)."""

    rider_uuids: Annotated[list[UUID], Field(min_length=1, max_length=MAX_SWITCHED_AT_ONCE)]


class Joining(Body):
    """What an invited rider says of themselves; the address is that of the invitation."""

    name: Text
    phone_code: PhoneCode
    phone_number: Phone
    vehicle_plate_number: OptionalText = ""

    @property
    def columns(self) -> dict[str, Any]:
        return self.model_dump() | {"phone_code": _bare(self.phone_code)}


class Registration(Joining):
    """A rider of whom the operator knows everything; the contract has an e-mail address alone."""

    email: Email
    address: OptionalText = ""
    commission_value: Amount | None = None


class RiderDetails(Body):
    """The changes to a rider; a field that is left out, or null, stays."""

    name: Text | None = None
    phone_code: PhoneCode | None = None
    phone_number: Phone | None = None
    email: Email | None = None
    vehicle_plate_number: Clean | None = None
    address: Clean | None = None

    @property
    def columns(self) -> dict[str, object]:
        named = self.model_dump(exclude_none=True)
        return {name: _bare(text) if name == "phone_code" else text for name, text in named.items()}


class RiderChanges(RiderDetails):
    """The same from the operator, who also says what a rider gets."""

    commission_value: Amount | None = None


class RiderStatement(RiderDetails):
    """The same from a program at the operator's door, which also takes riders on and off."""

    active: Flag | None = None

    @property
    def columns(self) -> dict[str, object]:
        return {name: value for name, value in super().columns.items() if name != "active"}


def _bare(phone_code: str) -> str:
    return phone_code.lstrip("+")
