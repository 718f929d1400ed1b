"""Riders, one model per shape (contract: Rider, and each endpoint)."""

from typing import Annotated

from pydantic import Field

from bot.service.api.docs.deliveries import CarriedDelivery, ListedShape
from bot.service.api.docs.parts import Digits, Money
from bot.service.api.docs.people import RiderCard, RiderPerson


class InvitedRider(RiderPerson):
    """A rider as the invitation answers."""

    riderid: Annotated[int, Field(description="A number here, a string everywhere else.")]


class SwitchedRider(RiderCard):
    """A rider as a status change answers."""

    total_completed_delivery: int


class _KnownRider(SwitchedRider):
    number_of_ongoing_deliveries: int
    total_revenue_by_rider: Money | None


class RiderDetail(_KnownRider):
    """A rider alone, with the deliveries in hand."""

    ongoing_deliveries: list[CarriedDelivery]


class ListedRider(_KnownRider):
    """A rider in a list."""

    rider_ongoing_deliveries: Annotated[
        list[CarriedDelivery] | None,
        Field(description="Null unless `get_ongoing_deliveries` asks for them."),
    ]


class HistoryDelivery(ListedShape):
    """A delivery in its rider's history: with that rider's figures."""

    delivery_fee: Digits
    rider_info: ListedRider
