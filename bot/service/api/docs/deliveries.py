"""Deliveries, one model per shape (contract: Delivery, and each endpoint)."""

from typing import Annotated, Literal

from pydantic import Field

from bot.service.api.docs.business import ListedOrganization, Organization
from bot.service.api.docs.parts import Decimal, Described, Digits, Money, Nothing, Timestamp, Uuid
from bot.service.api.docs.people import (
    DeliveryDetail,
    ListedReceiver,
    OlderSender,
    Receiver,
    RiderCard,
    Sender,
)
from bot.service.vocabulary import State


class Item(Described):
    """One thing inside a parcel (contract: Item). `uuid` names it in an update."""

    uuid: Uuid
    item_description: str
    item_quantity: int
    item_value: Decimal
    created_at: Timestamp


class CreatedItem(Item):
    """The same in the answer to a creation: with the currency."""

    currency: str


class ListedItem(Item):
    """The same in lists: with the weight."""

    item_weight: Decimal


class CalledOff(Described):
    """Who has cancelled a delivery; both are null as long as nobody has."""

    name: str | None
    photo: None


class _Delivery(Described):
    uuid: Uuid
    order_number: Annotated[Digits, Field(description="What people call the delivery by.")]
    fleet_identity_number: str
    status: State
    delivery_type: Literal["intra_state"]
    sender_longitude: None
    sender_latitude: None
    customer_longitude: None
    customer_latitude: None
    service_charge: None
    currency: str
    note: str | None
    creation_mode: Literal["Automated", "Manual", "Via booking", "Imported"]
    created_at: Timestamp
    pickup_at: Timestamp | None
    dropoff_at: Timestamp | None
    delivery_info_from_rider: None
    is_paid: bool
    pickup_photo: None
    dropoff_photo: None
    cancellation_reason: str | None
    cancelled_by: CalledOff


class CreatedDelivery(_Delivery):
    """A delivery as its creation answers."""

    status_label: State
    delivery_fee: int
    total_delivery_amount: int
    rider_commission: int | None
    customer_detail: Receiver | Nothing
    sender_detail: Sender
    items: list[CreatedItem]
    rider_info: RiderCard | None


class OlderCreatedDelivery(_Delivery):
    """A delivery as the older form of a creation answers."""

    fleet_id: None
    delivery_fee: Digits
    customer_detail: Receiver | Nothing
    sender_detail: OlderSender
    items: list[Item]
    rider_info: RiderCard | None


class SingleDelivery(_Delivery):
    """A delivery by itself."""

    delivery_fee: Digits
    customer_detail: Receiver | Nothing
    sender_detail: Sender
    items: list[Item]
    rider_info: RiderCard | None
    organization_detail: Organization


class ListedShape(_Delivery):
    """What all deliveries in lists have."""

    customer_detail: ListedReceiver | Nothing
    sender_detail: Sender
    delivery_detail: DeliveryDetail
    items: list[ListedItem]
    organization_detail: ListedOrganization


class ListedDelivery(ListedShape):
    """A delivery in a list, and as a status update answers."""

    delivery_fee: Digits
    rider_info: RiderCard | None


class CarriedDelivery(ListedShape):
    """A delivery inside its rider; the fee is written for people."""

    delivery_fee: Money
    rider_info: RiderCard


class AssignedDelivery(ListedShape):
    """A delivery as assigning answers; the fee is written for people."""

    fleet_id: None
    delivery_fee: Money
    rider_info: RiderCard
