"""A webhook's body, in the two shapes that the contract has (contract: Events, Payload)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from bot.service.records import Delivery
from bot.service.responses.fields import Digits, NumberAmount, Shape, Timestamp, Uuid, source
from bot.service.rules.account import EVENT_STATUS, WEBHOOK_STATUS
from bot.service.settings import PayloadShape
from bot.service.vocabulary import Event


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Something that has happened to a delivery, and when."""

    event: Event
    delivery: Delivery
    now: datetime

    @property
    def whole(self) -> "Occurrence":
        return self

    @property
    def status(self) -> str:
        return EVENT_STATUS.get(self.event, WEBHOOK_STATUS[self.delivery.state])

    @property
    def payment_status(self) -> str:
        return "paid" if self.delivery.is_paid else "unpaid"

    @property
    def note(self) -> str:
        return self.delivery.cancellation_reason or self.delivery.note or ""

    @property
    def receivers(self) -> list["Occurrence"]:
        return [self] if self.delivery.receiver else []

    @property
    def senders(self) -> list["Occurrence"]:
        return [self]


class ToldItem(Shape):
    """One thing inside a parcel; `price` is that of one piece."""

    uuid: Uuid
    name: str = source("description")
    quantity: int
    price: NumberAmount = source("value")
    description: str


class ToldReceiver(Shape):
    """Who gets the parcel, as webhooks tell it."""

    uuid: Uuid = source("delivery.receiver.uuid")
    delivery_uuid: Uuid = source("delivery.uuid")
    status: str
    dropoff_photo: str | None = source("delivery.dropoff_photo")
    customer_name: str = source("delivery.receiver.name")
    customer_email: str | None = source("delivery.receiver.email")
    customer_phone_number: str = source("delivery.receiver.phone_number")
    customer_phone_code: str = source("delivery.receiver.phone_code")
    customer_address: str = source("delivery.receiver.address")
    created_at: Timestamp = source("delivery.created_at")
    items: list[ToldItem] = source("delivery.items")


class ToldSender(Shape):
    """Who hands the parcel over, as webhooks tell it."""

    uuid: Uuid = source("delivery.sender.uuid")
    sender_name: str = source("delivery.sender.name")
    sender_phone: str = source("delivery.sender.phone_number")
    sender_email: str | None = source("delivery.sender.email")
    sender_phonecode: str = source("delivery.sender.phone_code")
    sender_address: str = source("delivery.sender.address")
    business_owned: bool = source("delivery.business_owned")
    created_at: Timestamp = source("delivery.created_at")
    updated_at: Timestamp = source("delivery.updated_at")


class ToldRider(Shape):
    """Who carries the parcel, with the number as a network dials it."""

    name: str
    phone: str


class _Data(Shape):
    delivery_id: Annotated[Uuid, Field(description="The delivery; it tells duplicates.")] = source(
        "delivery.uuid"
    )
    order_number: Digits = source("delivery.order_number")
    status: Annotated[str, Field(description="What the delivery is, as lists are asked for it.")]
    delivery_fee: NumberAmount = source("delivery.fee")
    payment_status: Literal["paid", "unpaid"]
    note: Annotated[str, Field(description="Why it was cancelled, where it was.")]
    created_at: Timestamp = source("delivery.created_at")
    updated_at: Timestamp = source("delivery.updated_at")
    picked_up_at: Timestamp | None = source("delivery.pickup_at")
    dropoff_at: Timestamp | None = source("delivery.dropoff_at")
    rider: ToldRider | None = source("delivery.rider")


class EnvelopeData(_Data):
    """The delivery with sender and receiver in arrays."""

    # Arrays in the contract, though a delivery has one sender and at most one receiver.
    receiver_detail: list[ToldReceiver] = source("receivers")
    sender_detail: list[ToldSender] = source("senders")


def _of_receiver(name: str) -> BeforeValidator:
    def known(occurrence: Occurrence) -> str:
        return getattr(occurrence.delivery.receiver, name, "")

    return BeforeValidator(known)


class SimpleData(_Data):
    """The delivery, and the receiver's name, phone and address."""

    customer_name: Annotated[str, _of_receiver("name")] = source("whole")
    customer_phone: Annotated[str, _of_receiver("phone")] = source("whole")
    customer_address: Annotated[str, _of_receiver("address")] = source("whole")


class _Payload(Shape):
    event: Event
    timestamp: Timestamp = source("now")


class EnvelopePayload(_Payload):
    """A webhook's body (contract: Events, Payload)."""

    data: EnvelopeData = source("whole")


class SimplePayload(_Payload):
    """A webhook's body in the simpler shape (contract: Events, Payload)."""

    data: SimpleData = source("whole")


_PAYLOADS: Mapping[PayloadShape, type[_Payload]] = {
    "envelope": EnvelopePayload,
    "simple": SimplePayload,
}


def webhook_body(event: Event, delivery: Delivery, now: datetime, shape: PayloadShape) -> bytes:
    """Return the bytes that are signed and sent, the same at every attempt."""
    happened = Occurrence(event, delivery, now)
    payload = _PAYLOADS[shape].model_validate(happened, from_attributes=True)
    # A signature is over these bytes, so they are kept and never made again.
    return payload.model_dump_json().encode()
