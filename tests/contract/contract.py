"""What the contract names, each with its section: nothing of it may be missing from the tables."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Endpoint:
    """One numbered section under Endpoints; `message` is what a success says besides its data."""

    number: int
    name: str
    method: str
    path: str
    message: str | None = None


ENDPOINTS = (
    Endpoint(
        1,
        "Create delivery",
        "POST",
        "/deliveries/create",
        "Delivery created successfully",
    ),
    Endpoint(
        2,
        "Update delivery",
        "POST",
        "/deliveries/update/{delivery_uuid}",
        "Delivery updated",
    ),
    Endpoint(3, "Assign deliveries to a rider", "POST", "/deliveries/assign/{rider_uuid}"),
    Endpoint(4, "Get delivery", "GET", "/deliveries/get/{delivery_uuid}"),
    Endpoint(5, "List deliveries", "GET", "/deliveries", "Deliveries retrieved successfully!"),
    Endpoint(
        6,
        "Update delivery status",
        "POST",
        "/deliveries/update_status",
        "Delivery status updated",
    ),
    Endpoint(7, "Create rider (invite)", "POST", "/riders/create"),
    Endpoint(8, "List riders", "GET", "/riders"),
    Endpoint(9, "Get rider", "GET", "/riders/get/{rider_uuid}"),
    Endpoint(10, "Rider delivery history", "GET", "/riders/delivery/history/{rider_uuid}"),
    Endpoint(11, "Activate or remove riders", "POST", "/riders/change_status/{rider_uuid}"),
    Endpoint(
        12,
        "Get booking detail via link code",
        "GET",
        "/booking-inbound/get_booking_link_detail/{link_code}",
    ),
)

POST_ON_GET = Endpoint(
    4,
    "POST on the path of Get delivery",
    "POST",
    "/deliveries/get/{delivery_uuid}",
    "Delivery status updated",
)
"""Listed under Get delivery with the response of endpoint 6."""

PATHS = (*ENDPOINTS, POST_ON_GET)

RESOURCES = (
    "Delivery",
    "Customer detail",
    "Sender detail",
    "Delivery detail",
    "Item",
    "Organization detail",
    "Rider",
    "Pagination envelope",
    "Delivery counts",
    "Rider list summary",
    "Booking link detail",
)
"""The headings under Resources and their fields."""

EVENTS = (
    "delivery.created",
    "delivery.assigned",
    "delivery.picked_up",
    "delivery.in_transit",
    "delivery.completed",
    "delivery.cancelled",
    "delivery.failed",
)
"""Events, rule 2."""

PAYLOADS = ("envelope", "simple")
"""Events, Payload."""

ENCODINGS = ("JSON", "form fields")
"""Endpoints, first paragraph."""

DELIVERY_STATUSES = (
    "pending",
    "awaiting_pickup",
    "in_transit",
    "delivered",
    "cancelled",
    "declined",
)
FILTERS = (
    "all",
    "today",
    "yesterday",
    "created_at",
    "assigned_at",
    "dropoff_at",
    "schedule_date",
)
CREATION_MODES = ("automated", "manual", "via booking", "imported")
GROUPINGS = ("sender_city", "receiver_city")
"""The values of the delivery list's parameters (Endpoints, 5)."""

STATUS_TOKENS = ("accepted", "in_transit", "delivered", "cancelled")
"""Endpoints, 6."""

HISTORY_FILTERS = ("all", "today", "yesterday")
"""Endpoints, 10."""

ERROR_STATUSES = (401, 422)
"""Errors: the statuses whose condition is shown."""

LIST_PARAMETERS = (
    "paginate",
    "per_page",
    "filter",
    "start_date",
    "end_date",
    "delivery_status",
    "rider_id",
    "creation_mode",
    "search",
    "group_by",
    "tag_id",
    "scheduled",
    "schedule_date",
    "search_all_locations",
    "partner_id",
    "delivery_in_all_locations",
)
"""Endpoints, 5."""

BRACKETED = (
    "receivers[n][customer_address]",
    "receivers[n][customer_name]",
    "receivers[n][customer_phone_code]",
    "receivers[n][customer_phone_number]",
    "items[n][item_description]",
    "items[n][item_quantity]",
    "items[n][item_value]",
    "items[n][item_uuid]",
    "receivers[n][customer_address][]",
    "receivers[n][customer_email]",
    "receivers[n][customer_detail_id]",
    "receivers[n][items][n][item_uuid]",
    "receivers[n][items][n][item_description]",
    "receivers[n][items][n][item_quantity]",
    "receivers[n][items][n][item_value]",
    "delivery_uuid[]",
    "rider_email[]",
    "rider_uuids[]",
)
"""The names that Endpoints 1, 2, 3, 7 and 11 write out, with n for any number."""
