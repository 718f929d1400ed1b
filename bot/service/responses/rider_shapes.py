"""Riders, one model per shape (contract: Rider, and each endpoint)."""

from typing import Annotated

from pydantic import BeforeValidator

from bot.service.responses.delivery_shapes import CarriedDelivery, ListedShape
from bot.service.responses.parties import RiderCard, RiderPerson
from bot.service.responses.shape import Money, source


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
