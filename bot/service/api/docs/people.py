"""Senders, receivers and riders, as deliveries carry them."""

from typing import Annotated

from pydantic import Field

from bot.service.api.docs.parts import Described, Digits, Timestamp, Uuid


class _Receiver(Described):
    customer_name: str
    customer_email: str | None
    customer_phone_number: str
    customer_phone_code: str
    customer_address: str
    created_at: Timestamp


class Receiver(_Receiver):
    """Who gets the parcel (contract: Customer detail). `uuid` names them in an update."""

    uuid: Uuid


class ListedReceiver(_Receiver):
    """The same in lists and status updates, which call the uuid `id`."""

    id: Uuid
    customer_state_id: int


class _SenderLines(Described):
    sender_name: str
    sender_phone: str
    sender_phonecode: str
    sender_address: str


class OlderSender(_SenderLines):
    """Who hands the parcel over (contract: Sender detail), as the older creation answers."""

    uuid: Uuid
    sender_email: str | None
    created_at: Timestamp
    updated_at: Timestamp


class Sender(OlderSender):
    """Who hands the parcel over (contract: Sender detail)."""

    business_owned: Annotated[bool, Field(description="Whether that is the account itself.")]


class DeliveryDetail(_SenderLines):
    """The sender and the parcel in figures (contract: Delivery detail)."""

    uuid: Uuid
    delivery_total_order_value: Annotated[
        str, Field(description="The sum of value times quantity.", pattern=r"^[0-9]+\.00$")
    ]
    delivery_number_of_parcels: int
    delivery_unit_weight: str
    created_at: Timestamp
    updated_at: Timestamp


class RiderPerson(Described):
    """What every shape of a rider says of the person."""

    uuid: Annotated[Uuid, Field(description="What paths, `rider_id` and `riderid` of bodies name.")]
    name: str
    address: str
    phone_number: str
    phone_code: str
    email: str
    vehicle_plate_number: str
    photo: str
    created_at: Timestamp


class RiderCard(RiderPerson):
    """A rider (contract: Rider). `riderid` of an answer is a number for people, not the uuid."""

    riderid: Digits
    active: Annotated[bool, Field(description="Whether the rider can get deliveries.")]
