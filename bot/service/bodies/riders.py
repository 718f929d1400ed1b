"""The bodies that invite riders and switch them (contract: Endpoints, 7 and 11)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field, model_validator

from bot.service.bodies.fields import Amount, Body, Email, Text
from bot.service.rules import MAX_INVITED_AT_ONCE, MAX_SWITCHED_AT_ONCE


class NewRiders(Body):
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


class RiderStatusChange(Body):
    """The riders to activate or remove (contract: Endpoints, 11)."""

    rider_uuids: Annotated[list[UUID], Field(min_length=1, max_length=MAX_SWITCHED_AT_ONCE)]
