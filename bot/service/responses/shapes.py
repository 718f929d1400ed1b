"""Deliveries and riders, one model per shape (contract: Delivery, Rider, and each endpoint)."""

from typing import Annotated

from pydantic import BeforeValidator

from bot.service.responses.fields import (
    Decimal,
    Digits,
    Money,
    Nothing,
    NumberAmount,
    OfBusiness,
    PlainAmount,
    Shape,
    Timestamp,
    Uuid,
    source,
)
from bot.service.responses.parties import (
    DeliveryDetail,
    ListedOrganization,
    ListedReceiver,
    OlderSender,
    Organization,
    Receiver,
    RiderCard,
    RiderPerson,
    Sender,
)
from bot.service.settings import DeliveryType
from bot.service.vocabulary import CreationModeLabel, State


class Item(Shape):
    """One thing inside a parcel (contract: Item). `uuid` names it in an update."""

    uuid: Uuid
    item_description: str = source("description")
    item_quantity: int = source("quantity")
    item_value: Decimal = source("value")
    created_at: Timestamp


class CreatedItem(Item):
    """The same in the answer to a creation: with the currency."""

    currency: Annotated[str, OfBusiness("currency")]


class ListedItem(Item):
    """The same in lists: with the weight."""

    item_weight: None = None


class CalledOff(Shape):
    """The person who has cancelled a delivery; both are null until somebody does."""

    name: str | None = source("cancelled_by")
    photo: None = None


_IfKnown = BeforeValidator(lambda delivery: delivery if delivery.receiver else ())


_Commission = BeforeValidator(lambda delivery, info: delivery.commission(info.context.commission))


class _Delivery(Shape):
    uuid: Uuid
    order_number: Digits = source("order_number", "What people call the delivery by.")
    fleet_identity_number: Annotated[str, OfBusiness("fleet_identity_number")]
    status: State = source("state")
    delivery_type: Annotated[DeliveryType | None, OfBusiness("delivery_type")]
    sender_longitude: float | None
    sender_latitude: float | None
    customer_longitude: float | None = source("receiver_longitude")
    customer_latitude: float | None = source("receiver_latitude")
    service_charge: None = None
    currency: Annotated[str, OfBusiness("currency")]
    note: str | None
    creation_mode: Annotated[CreationModeLabel, BeforeValidator(str.capitalize)]
    created_at: Timestamp
    pickup_at: Timestamp | None
    dropoff_at: Timestamp | None
    delivery_info_from_rider: None = None
    is_paid: bool
    pickup_photo: str | None
    dropoff_photo: str | None
    cancellation_reason: str | None
    # Always an object, also of a delivery that nobody has cancelled.
    cancelled_by: CalledOff = source("whole")


class DeliveryPlaces(Shape):
    """Where a delivery begins and ends, as its answers have it."""

    sender_longitude: float | None
    sender_latitude: float | None
    customer_longitude: float | None = source("receiver_longitude")
    customer_latitude: float | None = source("receiver_latitude")


class _WithParties(_Delivery):
    customer_detail: Annotated[Receiver | Nothing, _IfKnown] = source("whole")
    rider_info: RiderCard | None = source("rider")


class CreatedDelivery(_WithParties):
    """A delivery as its creation answers."""

    # `status_label`, `total_delivery_amount` and `rider_commission` are in this shape alone
    # (contract: Delivery).
    status_label: State = source("state")
    delivery_fee: NumberAmount = source("fee")
    total_delivery_amount: NumberAmount = source("fee")
    rider_commission: Annotated[NumberAmount | None, _Commission] = source("whole")
    sender_detail: Sender = source("whole")
    items: list[CreatedItem]


class OlderCreatedDelivery(_WithParties):
    """A delivery as the older form of a creation answers."""

    fleet_id: None = None
    delivery_fee: PlainAmount = source("fee")
    sender_detail: OlderSender = source("whole")
    items: list[Item]


class SingleDelivery(_WithParties):
    """A delivery by itself."""

    delivery_fee: PlainAmount = source("fee")
    sender_detail: Sender = source("whole")
    items: list[Item]
    organization_detail: Annotated[Organization, OfBusiness()]


class ListedShape(_Delivery):
    """What all deliveries in lists have."""

    delivery_fee: PlainAmount = source("fee")
    customer_detail: Annotated[ListedReceiver | Nothing, _IfKnown] = source("whole")
    sender_detail: Sender = source("whole")
    delivery_detail: DeliveryDetail = source("whole")
    items: list[ListedItem]
    # Lists alone say where the business is.
    organization_detail: Annotated[ListedOrganization, OfBusiness()]


class ListedDelivery(ListedShape):
    """A delivery in a list, and as a status update answers."""

    rider_info: RiderCard | None = source("rider")


class CarriedDelivery(ListedShape):
    """A delivery inside its rider; the fee is written for people."""

    delivery_fee: Money = source("fee")
    rider_info: RiderCard = source("rider")


class AssignedDelivery(CarriedDelivery):
    """A delivery as assigning answers; the fee is written for people."""

    fleet_id: None = None


class InvitedRider(RiderPerson):
    """A rider as the invitation answers."""

    riderid: int = source("number", "A number here, a string everywhere else.")


class SwitchedRider(RiderCard):
    """A rider as a status change answers."""

    total_completed_delivery: int = source("tally.completed")


class _CountedRider(SwitchedRider):
    number_of_ongoing_deliveries: int = source("tally.ongoing")
    total_revenue_by_rider: Annotated[
        Money | None, BeforeValidator(lambda revenue: revenue or None)
    ] = source("tally.revenue")


class RiderDetail(_CountedRider):
    """A rider alone, with the deliveries in hand."""

    ongoing_deliveries: list[CarriedDelivery] = source("ongoing")


class ListedRider(_CountedRider):
    """A rider in a list."""

    rider_ongoing_deliveries: list[CarriedDelivery] | None = source(
        "ongoing", "Null unless `get_ongoing_deliveries` asks for them."
    )


class HistoryDelivery(ListedShape):
    """A delivery in its rider's history: with that rider's tally."""

    rider_info: ListedRider = source("rider")
