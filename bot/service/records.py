"""A delivery, a rider and their parts, as the store gives them to everyone else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime

from bot.base import phone_numbers
from bot.service.amounts import percentage
from bot.service.rules.moves import OPEN
from bot.service.vocabulary import CommissionKind, CreationMode, Stage, State


def international(code: str, number: str) -> str:
    """Return a number in E.164 form, such as `+2348012345678`.

    The contract has dialling code and number apart, the number often with its trunk zero; a number
    that is not a telephone number is joined as it is.
    """
    parsed = phone_numbers.read(number, code)
    return phone_numbers.e164(parsed) if parsed else f"+{code}{number}"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing inside a parcel; `value` in hundredths (`amounts`)."""

    uuid: str
    description: str
    quantity: int
    value: int
    created_at: datetime

    def __str__(self) -> str:
        return f"{self.quantity} x {self.description}"


@dataclass(frozen=True, slots=True)
class Contact:
    """The sender or the receiver of one delivery. Texts that are not known are empty."""

    uuid: str
    name: str
    phone_code: str
    phone_number: str
    email: str | None
    address: str

    @property
    def phone(self) -> str:
        """The number as a network dials it, or nothing."""
        return international(self.phone_code, self.phone_number) if self.phone_number else ""


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A point on the earth, in degrees.

    Raises:
        ValueError: there is no such point.
    """

    latitude: float
    longitude: float

    def __post_init__(self) -> None:
        if not (abs(self.latitude) <= 90 and abs(self.longitude) <= 180):  # noqa: PLR2004 - degrees
            raise ValueError("has to be a latitude from -90 to 90 and a longitude from -180 to 180")

    @classmethod
    def parse(cls, text: str) -> "MapPlace":
        """Read a latitude and a longitude with a comma between, such as `6.43,3.42`.

        Raises:
            ValueError: it is none, in a sentence's end.
        """
        pair = _PLACE.fullmatch(text)
        if not pair:
            raise ValueError("has to be a latitude and a longitude, such as 6.43,3.42")
        return cls(float(pair["latitude"]), float(pair["longitude"]))


DEGREES = r"[+-]?[0-9]{1,3}(?:\.[0-9]{1,15})?"
"""Degrees as people and programs write them: with a point, and with no power of ten."""

_PLACE = re.compile(rf"\s*(?P<latitude>{DEGREES})\s*,\s*(?P<longitude>{DEGREES})\s*")


@dataclass(frozen=True, slots=True)
class Rider:
    """A person who carries parcels. `number` is the contract's `riderid` of an answer."""

    uuid: str
    number: int
    name: str
    address: str
    phone_code: str
    phone_number: str
    email: str
    vehicle_plate_number: str
    active: bool
    pending_invite: bool
    commission_value: int | None
    created_at: datetime

    @property
    def phone(self) -> str:
        """The number as a network dials it, or nothing."""
        return international(self.phone_code, self.phone_number) if self.phone_number else ""

    @property
    def state(self) -> str:
        """The word for it in lists: `active`, `invited` or `deactivated`."""
        if self.active:
            return "active"
        return "invited" if self.pending_invite else "deactivated"


@dataclass(frozen=True, slots=True)
class Delivery:
    """One parcel from one sender to at most one receiver; `fee` in hundredths (`amounts`)."""

    uuid: str
    number: int
    state: State
    fee: int
    note: str | None
    creation_mode: CreationMode
    is_paid: bool
    send_sms: bool
    business_owned: bool
    creation_date: date
    created_at: datetime
    updated_at: datetime
    assigned_at: datetime | None
    pickup_at: datetime | None
    dropoff_at: datetime | None
    cancellation_reason: str | None
    cancelled_by: str | None
    detail_uuid: str
    pickup_digest: bytes | None
    dropoff_digest: bytes | None
    pickup_misses: int
    dropoff_misses: int
    earned: int | None
    sender_latitude: float | None
    sender_longitude: float | None
    receiver_latitude: float | None
    receiver_longitude: float | None
    pickup_photo: str | None
    dropoff_photo: str | None
    taken_by: str | None
    sender: Contact
    receiver: Contact | None
    rider: Rider | None
    items: tuple[Item, ...]

    @property
    def order_number(self) -> str:
        return str(self.number)

    @property
    def title(self) -> str:
        """What it is called where nothing is said of its people."""
        return f"delivery {self.number}"

    def cannot(self, be: str) -> str:
        """Return the sentence that refuses what the delivery's state does not allow."""
        return f"Delivery {self.order_number} is {self.state} and cannot {be}."

    @property
    def order_value(self) -> int:
        return sum(item.value * item.quantity for item in self.items)

    @property
    def number_of_parcels(self) -> int:
        return sum(item.quantity for item in self.items)

    def commission(self, kind: CommissionKind) -> int | None:
        """Return what the rider gets for it, in hundredths; what was earned does not change.

        Nobody gets one for what was called off.
        """
        # What was earned is written down with the drop-off, and no later change touches it.
        if self.state not in OPEN or not self.rider or self.rider.commission_value is None:
            return self.earned
        value = self.rider.commission_value
        return value if kind is CommissionKind.AMOUNT else percentage(self.fee, value)

    @property
    def whole(self) -> "Delivery":
        """The delivery, for parts of an answer that are made of more than one part of it."""
        return self

    def person(self, stage: Stage) -> Contact | None:
        """Return who reads out the code at a hand-over, if that is known yet."""
        return self.sender if stage is Stage.PICKUP else self.receiver

    def digest(self, stage: Stage) -> bytes | None:
        return self.pickup_digest if stage is Stage.PICKUP else self.dropoff_digest

    def proof_of(self, stage: Stage) -> str | None:
        """Return where the proof photo of a hand-over is seen, if there is one."""
        return self.pickup_photo if stage is Stage.PICKUP else self.dropoff_photo

    def misses(self, stage: Stage) -> int:
        return self.pickup_misses if stage is Stage.PICKUP else self.dropoff_misses


@dataclass(frozen=True, slots=True)
class Tally:
    """What a rider has done and has in hand; `revenue` is the sum of fees delivered,
    in hundredths (`amounts`).
    """

    completed: int = 0
    ongoing: int = 0
    revenue: int = 0


@dataclass(frozen=True, slots=True)
class KnownRider(Rider):
    """A rider with a tally; `ongoing` is None when nobody asked for it."""

    tally: Tally
    ongoing: Sequence[Delivery] | None

    @classmethod
    def of(
        cls, rider: Rider, tally: Tally, ongoing: Sequence[Delivery] | None = None
    ) -> "KnownRider":
        columns = {each.name: getattr(rider, each.name) for each in fields(Rider)}
        return cls(**columns, tally=tally, ongoing=ongoing)
