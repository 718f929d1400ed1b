"""The bodies that give deliveries to riders and move them (contract: Endpoints, 3 and 6)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from bot.service.request_bodies.fields import (
    Body,
    Flag,
    OptionalCode,
    OptionalText,
    OptionalUuid,
    Text,
)
from bot.service.rules.requests import MAX_ASSIGNED_AT_ONCE
from bot.service.vocabulary import Stage, Status

CODE_FIELDS = {Stage.PICKUP: "pickup_otp", Stage.DROPOFF: "dropoff_otp"}
"""The field of the code that proves each hand-over."""


class Assignment(Body):
    """The deliveries that a rider gets (contract: Endpoints, 3)."""

    delivery_uuid: Annotated[list[UUID], Field(min_length=1, max_length=MAX_ASSIGNED_AT_ONCE)]


class StatusChange(Body):
    """A wish to move a delivery, with the code that allows it. Codes are never in a `repr`."""

    status: Status
    pickup_otp: OptionalCode = None
    dropoff_otp: OptionalCode = None
    note: OptionalText = ""


class MoveReason(Body):
    """Why an attempt has failed, or a delivery is declined, as the operator says it."""

    note: Text


class PaymentStatement(Body):
    """Whether a delivery is paid for, as a program at the operator's door says it."""

    is_paid: Flag


class TakerStatement(Body):
    """Who took a parcel at its door, as the rider says it. It is never in a `repr`."""

    taken_by: Annotated[Text, Field(max_length=200, repr=False)]


class StatusUpdate(StatusChange):
    """A status change that names its delivery (contract: Endpoints, 6)."""

    delivery_uuid: UUID


class StatusUpdateByPath(StatusChange):
    """A status change whose delivery the path names (contract: Endpoints, 4, the last line)."""

    delivery_uuid: OptionalUuid = None
