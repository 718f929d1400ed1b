"""Who has to do with a delivery: sender, receiver, rider and the business."""

from typing import Annotated

from pydantic import Field

from bot.service.responses.fields import Decimal, Digits, Shape, Timestamp, Uuid, source


class _Receiver(Shape):
    customer_name: str = source("receiver.name")
    customer_email: str | None = source("receiver.email")
    customer_phone_number: str = source("receiver.phone_number")
    customer_phone_code: str = source("receiver.phone_code")
    customer_address: str = source("receiver.address")
    created_at: Timestamp


class Receiver(_Receiver):
    """Who gets the parcel (contract: Customer detail). `uuid` names them in an update."""

    uuid: Uuid = source("receiver.uuid")


class ListedReceiver(_Receiver):
    """The same in lists and status updates, which call the uuid `id`."""

    id: Uuid = source("receiver.uuid")
    customer_state_id: None = None


class _SenderLines(Shape):
    sender_name: str = source("sender.name")
    sender_phone: str = source("sender.phone_number")
    sender_phonecode: str = source("sender.phone_code")
    sender_address: str = source("sender.address")


class OlderSender(_SenderLines):
    """Who hands the parcel over (contract: Sender detail), as the older creation answers."""

    uuid: Uuid = source("sender.uuid")
    sender_email: str | None = source("sender.email")
    created_at: Timestamp
    updated_at: Timestamp


class Sender(OlderSender):
    """Who hands the parcel over (contract: Sender detail)."""

    business_owned: Annotated[bool, Field(description="Whether that is the account itself.")]


class DeliveryDetail(_SenderLines):
    """The sender and what the parcel comes to (contract: Delivery detail)."""

    uuid: Uuid = source("detail_uuid")
    delivery_total_order_value: Decimal = source("order_value", "The sum of value times quantity.")
    delivery_number_of_parcels: int = source("number_of_parcels")
    delivery_unit_weight: None = None
    created_at: Timestamp
    updated_at: Timestamp


class RiderPerson(Shape):
    """What every shape of a rider says of the person."""

    uuid: Annotated[Uuid, Field(description="What paths, `rider_id` and `riderid` of bodies name.")]
    name: str
    address: str
    phone_number: str
    phone_code: str
    email: str
    vehicle_plate_number: str
    photo: None = None
    created_at: Timestamp


class RiderCard(RiderPerson):
    """A rider (contract: Rider). `riderid` of an answer is a number for people, not the uuid."""

    riderid: Digits = source("number")
    active: Annotated[bool, Field(description="Whether the rider can get deliveries.")]


class Organization(Shape):
    """The business (contract: Organization detail)."""

    uuid: Uuid
    fleet_identity_number: str | None
    business_address: str | None
    phone_number: str
    phone_code: str
    logo: str | None
    created_at: Timestamp
    updated_at: Timestamp = source("created_at")


class ListedOrganization(Organization):
    """The business in lists and status updates: with where it is."""

    country_id: int
    state_id: int
    city: str
