"""What each operation answers, whole; and what all of them answer when they refuse."""

from typing import Annotated, Literal

from pydantic import Field

from bot.service.responses import shapes
from bot.service.responses.booking_link import BookingLink
from bot.service.responses.fields import NumberAmount, Shape, Success
from bot.service.responses.pagination import DeliveriesPage, HistoryPage, RidersPage


class Creation(Success):
    """One delivery per receiver: an object for one, an array for several and for the older form."""

    message: Literal["Delivery created successfully"] = "Delivery created successfully"
    data: (
        shapes.CreatedDelivery
        | Annotated[list[shapes.CreatedDelivery], Field(min_length=2)]
        | Annotated[list[shapes.OlderCreatedDelivery], Field(min_length=1)]
    )


class Update(Success):
    """The delivery as it is now."""

    message: Literal["Delivery updated"] = "Delivery updated"
    data: shapes.SingleDelivery


class Assigned(Success):
    """The deliveries in the order asked for."""

    data: list[shapes.AssignedDelivery]


class Fetched(Success):
    """The delivery."""

    data: shapes.SingleDelivery


class DeliveryCounts(Shape):
    """How many deliveries there are in all, whatever the filters (contract: Delivery counts)."""

    overall_user_awaiting_pickup_deliveries: int
    overall_user_in_transit_deliveries: int
    overall_user_delivered_deliveries: int
    overall_user_cancelled_deliveries: int


class CountedDeliveries(Shape):
    """Counts over everything, and one page of what matches."""

    delivery_counts: DeliveryCounts
    deliveries: DeliveriesPage


class DeliveryList(Success):
    """The deliveries that match."""

    message: Literal["Deliveries retrieved successfully!"] = "Deliveries retrieved successfully!"
    data: CountedDeliveries


class Moved(Success):
    """The delivery as it is now."""

    message: Literal["Delivery status updated"] = "Delivery status updated"
    data: shapes.ListedDelivery


class Invitation(Success):
    """An object for one address, an array for several."""

    data: shapes.InvitedRider | Annotated[list[shapes.InvitedRider], Field(min_length=2)]


class SummedRiders(Shape):
    """Sums over all riders (contract: Rider list summary), and one page of what matches."""

    total_number_of_riders: int
    total_active_riders: int
    total_deactivated_riders: int
    total_number_of_fulfilled_orders: int
    total_revenue: NumberAmount
    riders: RidersPage


class RiderList(Success):
    """The riders that match."""

    data: SummedRiders


class FetchedRider(Success):
    """The rider."""

    data: shapes.RiderDetail


class History(Success):
    """What the rider has or had."""

    data: HistoryPage


class Switched(Success):
    """The rider of the path as they are now."""

    data: shapes.SwitchedRider


class Booking(Success):
    """The booking link."""

    data: BookingLink


class Failure(Shape):
    """A failure, in one sentence."""

    status: Literal["error"] = "error"
    message: str


class RefusedFields(Failure):
    """A request that is malformed or not possible now."""

    errors: Annotated[
        dict[str, Annotated[list[str], Field(min_length=1)]],
        Field(description="Sentences per field, such as `receivers.0.customer_name`."),
    ]
