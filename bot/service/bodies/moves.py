"""The bodies that give deliveries to riders and move them (contract: Endpoints, 3 and 6)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from bot.service.bodies.fields import Body, OptionalCode, OptionalText
from bot.service.rules import MAX_ASSIGNED_AT_ONCE
from bot.service.vocabulary import Status


class Assignment(Body):
    """The deliveries that a rider gets (contract: Endpoints, 3)."""

    delivery_uuid: Annotated[list[UUID], Field(min_length=1, max_length=MAX_ASSIGNED_AT_ONCE)]


class StatusUpdate(Body):
    """A wish to move a delivery (contract: Endpoints, 6). Codes are never in a `repr`."""

    delivery_uuid: UUID
    status: Status
    pickup_otp: OptionalCode = None
    dropoff_otp: OptionalCode = None
    note: OptionalText = ""
