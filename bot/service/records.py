"""A delivery, a rider and their parts, as the store gives them to everyone else."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime

import phonenumbers

from bot.service.vocabulary import CreationMode, Stage, State


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


@dataclass(frozen=True, slots=True)
class Item:
    """One thing inside a parcel; `value` in whole units of the account's currency."""

    uuid: str
    description: str
    quantity: int
    value: int
    created_at: datetime


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


@dataclass(frozen=True, slots=True)
class Delivery:
    """One parcel from one sender to at most one receiver."""

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
    pickup_photo: str | None
    dropoff_photo: str | None
    sender: Contact
    receiver: Contact | None
    rider: Rider | None
    items: tuple[Item, ...]

    @property
    def order_number(self) -> str:
        return str(self.number)

    @property
    def order_value(self) -> int:
        return sum(item.value * item.quantity for item in self.items)

    @property
    def number_of_parcels(self) -> int:
        return sum(item.quantity for item in self.items)

    @property
    def commission(self) -> int | None:
        return self.rider.commission_value if self.rider else None

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
    """What a rider has done and has in hand; `revenue` is the sum of fees delivered."""

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
        known = {each.name: getattr(rider, each.name) for each in fields(Rider)}
        return cls(**known, tally=tally, ongoing=ongoing)
