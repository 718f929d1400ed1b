"""What the operator's door answers, whole; its refusals are those of the contract's API."""

from typing import Literal

from pydantic import Field

from bot.service.responses.fields import Decimal, Shape, Success, Uuid
from bot.service.responses.shapes import DeliveryPlaces, SwitchedRider


class DoorSign(Shape):
    """Which door it is."""

    environment: Literal["development", "production"]
    version: Literal[1] = 1


class DoorOpened(Success):
    """The key opens this environment's door."""

    message: Literal["The operator's door is open"] = "The operator's door is open"
    data: DoorSign


class PhotoAddress(Shape):
    """Where a photo is seen, as answers and webhooks have it."""

    url: str = Field(json_schema_extra={"format": "uri"})


class PhotoKept(Success):
    """The photo is kept; the same one again stays under its address."""

    message: Literal["Photo kept"] = "Photo kept"
    data: PhotoAddress


class PlacesKept(Success):
    """The delivery's places as they are now."""

    message: Literal["Places kept"] = "Places kept"
    data: DeliveryPlaces


class RiderStated(Success):
    """The rider as they are now."""

    message: Literal["Rider updated"] = "Rider updated"
    data: SwitchedRider


class Payment(Shape):
    """Whether a delivery is paid for."""

    is_paid: bool


class PaymentKept(Success):
    """Whether the delivery is paid for, as it is written down now."""

    message: Literal["Payment kept"] = "Payment kept"
    data: Payment


class Taker(Shape):
    """Who took a parcel at its door."""

    taken_by: str


class TakerKept(Success):
    """Who took the parcel, as it is written down now."""

    message: Literal["Taker kept"] = "Taker kept"
    data: Taker


class DeliveryCommission(Shape):
    """What the rider of a delivery has earned by it; null for a rider without a commission."""

    delivery_uuid: Uuid
    rider_commission: Decimal | None


class Commissions(Success):
    """The deliveries of the time, oldest first, with what each has brought its rider."""

    message: Literal["Commissions"] = "Commissions"
    data: list[DeliveryCommission]
