"""The shape of every answer's `data`: which of a resource's fields it has (contract: Endpoints).

The contract gives the union of a resource's fields and says of some in which shapes they are. A
field without such a note is in every shape; where the contract leaves open whether a shape has a
field ("newer shapes", without saying which those are), it may be there or not.
"""

from tests.contract.fields import (
    BOOKING_LINK_DETAIL,
    CUSTOMER_DETAIL,
    DELIVERY,
    DELIVERY_COUNTS,
    ITEM,
    ORGANIZATION_DETAIL,
    PAGINATION_ENVELOPE,
    RIDER,
    RIDER_LIST_SUMMARY,
    SENDER_DETAIL,
)
from tests.contract.kinds import (
    DIGITS,
    EMPTY_ARRAY,
    INTEGER,
    MONEY,
    NULL,
    TEXT,
    Array,
    Kind,
    Record,
)

# Parts

_CUSTOMER = CUSTOMER_DETAIL.without("id", "customer_state_id")
_LISTED_CUSTOMER = CUSTOMER_DETAIL.without("uuid")
_OLDER_SENDER = SENDER_DETAIL.without("business_owned")
_SENDER = SENDER_DETAIL.maybe("business_owned")
_LIGHT_ITEM = ITEM.without("item_weight")
_ORGANIZATION = ORGANIZATION_DETAIL.without("country_id", "state_id", "city")
_RIDER = RIDER.without(
    "number_of_ongoing_deliveries", "rider_ongoing_deliveries", "ongoing_deliveries"
).but(riderid=TEXT)
_RIDER_CARD = _RIDER.maybe("total_completed_delivery", "total_revenue_by_rider")

# Deliveries

_PLAIN_FEE = INTEGER | DIGITS
_DELIVERY = DELIVERY.without(
    "fleet_id", "status_label", "total_delivery_amount", "rider_commission", "delivery_detail"
).but(
    order_number=TEXT,
    delivery_fee=_PLAIN_FEE,
    customer_detail=_CUSTOMER | EMPTY_ARRAY,
    sender_detail=_SENDER,
    items=Array(_LIGHT_ITEM.maybe("currency")),
    organization_detail=_ORGANIZATION,
    rider_info=_RIDER_CARD | NULL,
)
CREATED = DELIVERY.without("fleet_id", "delivery_detail", "organization_detail").but(
    delivery_fee=_PLAIN_FEE,
    customer_detail=_CUSTOMER | EMPTY_ARRAY,
    items=Array(_LIGHT_ITEM),
    rider_info=_RIDER_CARD | NULL,
)
CREATED_OLDER = _DELIVERY.without("organization_detail").but(
    order_number=TEXT | INTEGER,
    fleet_id=NULL,
    sender_detail=_OLDER_SENDER,
    items=Array(_LIGHT_ITEM.without("currency")),
)
# Updating has an older variant, too, which may be one of the "older shapes".
UPDATED = _DELIVERY.but(fleet_id=NULL).maybe("fleet_id")
FETCHED = _DELIVERY
LISTED = _DELIVERY.but(
    customer_detail=_LISTED_CUSTOMER | EMPTY_ARRAY,
    delivery_detail=DELIVERY.fields["delivery_detail"],
    items=Array(ITEM.maybe("currency")),
    organization_detail=ORGANIZATION_DETAIL,
).maybe("delivery_type")
ASSIGNED = LISTED.but(
    fleet_id=NULL, delivery_type=DELIVERY.fields["delivery_type"], delivery_fee=MONEY
)
CARRIED = LISTED.but(delivery_fee=MONEY)

# Riders

RIDER_CREATED = _RIDER.but(riderid=INTEGER).without(
    "active", "total_completed_delivery", "total_revenue_by_rider"
)
RIDER_SWITCHED = _RIDER.maybe("total_revenue_by_rider")
RIDER_FETCHED = RIDER.without("rider_ongoing_deliveries").but(
    riderid=TEXT, ongoing_deliveries=Array(CARRIED)
)
RIDER_LISTED = RIDER.without("ongoing_deliveries").but(
    riderid=TEXT, rider_ongoing_deliveries=Array(CARRIED) | NULL
)
# A history is a list, and its riders have the figures of the history shapes.
REMEMBERED = LISTED.but(rider_info=RIDER_LISTED)


def _page(record: Kind) -> Record:
    return PAGINATION_ENVELOPE.but(data=Array(record))


_DELIVERY_LIST = Record(
    "Delivery list", {"delivery_counts": DELIVERY_COUNTS, "deliveries": _page(LISTED)}
)
_RIDER_LIST = RIDER_LIST_SUMMARY.but(riders=_page(RIDER_LISTED))

SHAPES: dict[str, Kind] = {
    "create, newer": CREATED,
    "create, newer, several receivers": Array(CREATED),
    "create, older": Array(CREATED_OLDER),
    "update": UPDATED,
    "assign": Array(ASSIGNED),
    "get": FETCHED,
    "list": _DELIVERY_LIST,
    "status update": LISTED,
    "rider creation": RIDER_CREATED,
    "rider creation, several": Array(RIDER_CREATED),
    "rider list": _RIDER_LIST,
    "rider detail": RIDER_FETCHED,
    "history": _page(REMEMBERED),
    "rider status change": RIDER_SWITCHED,
    "booking link": BOOKING_LINK_DETAIL,
}
"""The shapes by the names that requests call them by."""
