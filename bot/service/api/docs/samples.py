"""True answers, as examples: made by the functions that make every answer, from made-up records."""

import json
from collections.abc import Mapping

from fastapi.responses import JSONResponse
from starlette.datastructures import URL

from bot.service.api.answers import refusal, success
from bot.service.api.docs import records as made
from bot.service.api.pages import envelope
from bot.service.errors import ServiceError
from bot.service.records import Delivery
from bot.service.settings import BookingSettings
from bot.service.shapes import deliveries, riders
from bot.service.shapes.booking import booking_link
from bot.service.shapes.parts import Shape
from bot.service.store.searches import Slice

_LIST = URL("https://fleet.example/production/api/v1/deliveries?paginate=1&per_page=10&filter=all")
_RIDERS = URL("https://fleet.example/production/api/v1/riders?paginate=1&per_page=10&active=1")


def _body(answer: JSONResponse) -> object:
    body: object = json.loads(bytes(answer.body))
    return body


def refused(error: ServiceError) -> object:
    """Return the body with which the service answers an error."""
    return _body(refusal(error))


def _created(*new: Delivery) -> object:
    shapes = [deliveries.created_delivery(delivery, made.BUSINESS) for delivery in new]
    return _body(success(shapes if len(shapes) > 1 else shapes[0], "Delivery created successfully"))


def _moved(delivery: Delivery) -> object:
    shape = deliveries.listed_delivery(delivery, made.BUSINESS)
    return _body(success(shape, "Delivery status updated"))


def _fetched(delivery: Delivery, message: str | None = None) -> object:
    return _body(success(deliveries.fetched_delivery(delivery, made.BUSINESS), message))


def _page(url: URL, records: list[Shape]) -> Shape:
    return envelope(url, Slice(1, 10), len(records), records)


def _delivery_list() -> object:
    counts = {"awaiting_pickup": 1, "in_transit": 0, "delivered": 1, "cancelled": 0}
    listed = [deliveries.listed_delivery(d, made.BUSINESS) for d in (made.OTHER, made.ASSIGNED)]
    data = {
        "delivery_counts": {f"overall_user_{name}_deliveries": n for name, n in counts.items()},
        "deliveries": _page(_LIST, listed),
    }
    return _body(success(data, "Deliveries retrieved successfully!"))


def _rider_list() -> object:
    shape = riders.listed_rider(
        made.MUSA,
        made.TALLY,
        made.BUSINESS.currency,
        [deliveries.carried_delivery(made.ASSIGNED, made.BUSINESS)],
    )
    figures = {
        "total_number_of_riders": 1,
        "total_active_riders": 1,
        "total_deactivated_riders": 0,
        "total_number_of_fulfilled_orders": made.TALLY.completed,
        "total_revenue": made.TALLY.revenue,
    }
    return _body(success({**figures, "riders": _page(_RIDERS, [shape])}))


def _one_rider() -> object:
    ongoing = [deliveries.carried_delivery(made.ASSIGNED, made.BUSINESS)]
    return _body(
        success(riders.rider_detail(made.MUSA, made.TALLY, made.BUSINESS.currency, ongoing))
    )


def _history() -> object:
    rider = riders.listed_rider(made.MUSA, made.TALLY, made.BUSINESS.currency, None)
    url = URL(
        f"https://fleet.example/production/api/v1/riders/delivery/history/{made.RIDER}?filter=all"
    )
    records = [deliveries.history_delivery(made.DELIVERED, made.BUSINESS, rider)]
    return _body(success(_page(url, records)))


def _booking() -> object:
    link = f"https://fleet.example/production/api/v1/booking-inbound/{made.LINK_CODE}"
    settings = BookingSettings(made.LINK_CODE)
    return _body(
        success(booking_link(settings, made.BUSINESS, environment="production", link_url=link))
    )


Examples = Mapping[str, object]

CREATED: Examples = {
    "One receiver: an object": _created(made.NEW),
    "Several receivers: an array": _created(made.NEW, made.OTHER),
    "Older form: always an array": _body(
        success(
            [deliveries.created_delivery_older(made.NEW, made.BUSINESS)],
            "Delivery created successfully",
        )
    ),
}
UPDATED: Examples = {"The delivery": _fetched(made.NEW, "Delivery updated")}
ASSIGNED: Examples = {
    "The deliveries": _body(success([deliveries.assigned_delivery(made.ASSIGNED, made.BUSINESS)]))
}
FETCHED: Examples = {
    "Awaiting pickup": _fetched(made.ASSIGNED),
    "Delivered": _fetched(made.DELIVERED),
}
DELIVERY_LIST: Examples = {"One page": _delivery_list()}
MOVED: Examples = {
    "Accepted": _moved(made.ACCEPTED),
    "Delivered": _moved(made.DELIVERED),
    "Cancelled": _moved(made.CANCELLED),
}
INVITED: Examples = {
    "One address: an object": _body(success(riders.invited_rider(made.INVITED))),
    "Several addresses: an array": _body(
        success(
            [
                riders.invited_rider(made.INVITED),
                riders.invited_rider(made.ALSO_INVITED),
            ]
        )
    ),
}
RIDER_LIST: Examples = {"With what they carry": _rider_list()}
ONE_RIDER: Examples = {"The rider": _one_rider()}
HISTORY: Examples = {"One page": _history()}
SWITCHED: Examples = {"Removed": _body(success(riders.switched_rider(made.REMOVED, made.TALLY)))}
BOOKING: Examples = {"The link": _booking()}
