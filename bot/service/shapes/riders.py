"""Riders on the wire (contract: Rider)."""

from collections.abc import Sequence

from bot.service.records import Rider, Tally
from bot.service.shapes.parts import Shape, money, timestamp


def rider_card(rider: Rider) -> Shape:
    """Return what every shape of a rider has, and what a delivery's `rider_info` is."""
    return {
        "uuid": rider.uuid,
        "riderid": str(rider.number),
        "name": rider.name,
        "address": rider.address,
        "phone_number": rider.phone_number,
        "phone_code": rider.phone_code,
        "email": rider.email,
        "vehicle_plate_number": rider.vehicle_plate_number,
        "photo": "",
        "active": rider.active,
        "created_at": timestamp(rider.created_at),
    }


def invited_rider(rider: Rider) -> Shape:
    """Return the shape of rider creation: `riderid` is an integer there, `active` is left out."""
    shape = rider_card(rider) | {"riderid": rider.number}
    del shape["active"]
    return shape


def rider_detail(rider: Rider, tally: Tally, currency: str, ongoing: Sequence[Shape]) -> Shape:
    """Return the shape of a single rider, with the deliveries in hand."""
    return _with_figures(rider, tally, currency) | {"ongoing_deliveries": ongoing}


def listed_rider(
    rider: Rider, tally: Tally, currency: str, ongoing: Sequence[Shape] | None
) -> Shape:
    """Return the shape of the rider list; `ongoing` is None when nobody asked for it."""
    return _with_figures(rider, tally, currency) | {"rider_ongoing_deliveries": ongoing}


def switched_rider(rider: Rider, tally: Tally) -> Shape:
    """Return the shape of a status change: `active`, and what the rider has delivered."""
    return rider_card(rider) | {"total_completed_delivery": tally.completed}


def _with_figures(rider: Rider, tally: Tally, currency: str) -> Shape:
    return rider_card(rider) | {
        "total_completed_delivery": tally.completed,
        "number_of_ongoing_deliveries": tally.ongoing,
        "total_revenue_by_rider": money(tally.revenue, currency) if tally.revenue else None,
    }
