"""The contract's tables of fields, as they stand there: the union over all shapes of a resource."""

from tests.contract.kinds import (
    ANYTHING,
    BOOLEAN,
    CURRENCY,
    DECIMAL,
    DIALLING_CODE,
    DIGITS,
    EMPTY_ARRAY,
    INTEGER,
    MONEY,
    NULL,
    NUMBER,
    PLACE,
    TEXT,
    TIMESTAMP,
    URL,
    UUID,
    Array,
    Record,
)

# The contract's table names a type alone; what nobody knows is null all the same, rather than made
# up (`bot/service/rules/requests.py`).
UNKNOWN = NULL

CUSTOMER_DETAIL = Record(
    "Customer detail",
    {
        "uuid": UUID,
        "id": UUID,
        "customer_name": TEXT,
        "customer_email": TEXT | NULL,
        "customer_state_id": INTEGER | UNKNOWN,
        "customer_phone_number": TEXT,
        "customer_phone_code": DIALLING_CODE,
        "customer_address": TEXT,
        "created_at": TIMESTAMP,
    },
)

SENDER_DETAIL = Record(
    "Sender detail",
    {
        "uuid": UUID,
        "sender_name": TEXT,
        "sender_phone": TEXT,
        "sender_email": TEXT | NULL,
        "sender_phonecode": DIALLING_CODE,
        "sender_address": TEXT,
        "business_owned": BOOLEAN,
        "created_at": TIMESTAMP,
        "updated_at": TIMESTAMP,
    },
)

DELIVERY_DETAIL = Record(
    "Delivery detail",
    {
        "uuid": UUID,
        "sender_name": TEXT,
        "sender_phone": TEXT,
        "sender_phonecode": DIALLING_CODE,
        "sender_address": TEXT,
        "delivery_total_order_value": DECIMAL,
        "delivery_number_of_parcels": INTEGER,
        "delivery_unit_weight": DECIMAL | UNKNOWN,
        "created_at": TIMESTAMP,
        "updated_at": TIMESTAMP,
    },
)

ITEM = Record(
    "Item",
    {
        "uuid": UUID,
        "item_description": TEXT,
        "item_quantity": INTEGER,
        "item_weight": DECIMAL | UNKNOWN,
        "item_value": DECIMAL,
        "currency": CURRENCY,
        "created_at": TIMESTAMP,
    },
)

ORGANIZATION_DETAIL = Record(
    "Organization detail",
    {
        "uuid": UUID,
        "fleet_identity_number": TEXT | NULL,
        "business_address": TEXT | NULL,
        "phone_number": TEXT,
        "phone_code": DIALLING_CODE,
        "logo": URL | NULL,
        "country_id": INTEGER,
        "state_id": INTEGER,
        "city": TEXT,
        "created_at": TIMESTAMP,
        "updated_at": TIMESTAMP,
    },
)

_RIDER_FIELDS = {
    "uuid": UUID,
    "riderid": TEXT | INTEGER,
    "name": TEXT,
    "address": TEXT,
    "phone_number": TEXT,
    "phone_code": DIALLING_CODE,
    "email": TEXT,
    "vehicle_plate_number": TEXT,
    "photo": URL | UNKNOWN,
    "total_completed_delivery": INTEGER,
    "active": BOOLEAN,
    "number_of_ongoing_deliveries": INTEGER,
    "total_revenue_by_rider": TEXT | NULL,
    "created_at": TIMESTAMP,
}

DELIVERY = Record(
    "Delivery",
    {
        "uuid": UUID,
        "order_number": TEXT | INTEGER,
        "fleet_identity_number": TEXT,
        "fleet_id": NULL,
        "status": TEXT,
        "status_label": TEXT,
        "delivery_type": TEXT | UNKNOWN,
        "sender_longitude": PLACE,
        "sender_latitude": PLACE,
        "customer_longitude": PLACE,
        "customer_latitude": PLACE,
        "delivery_fee": INTEGER | DIGITS | MONEY,
        "total_delivery_amount": INTEGER,
        "service_charge": INTEGER | NULL,
        "rider_commission": ANYTHING,
        "currency": CURRENCY,
        "note": TEXT | NULL,
        "creation_mode": TEXT | NULL,
        "created_at": TIMESTAMP | NULL,
        "pickup_at": TIMESTAMP | NULL,
        "dropoff_at": TIMESTAMP | NULL,
        "customer_detail": CUSTOMER_DETAIL | EMPTY_ARRAY,
        "sender_detail": SENDER_DETAIL,
        "delivery_detail": DELIVERY_DETAIL,
        "items": Array(ITEM),
        "organization_detail": ORGANIZATION_DETAIL,
        "rider_info": Record("Rider", _RIDER_FIELDS) | NULL,
        "delivery_info_from_rider": ANYTHING,
        "is_paid": BOOLEAN,
        "pickup_photo": TEXT | NULL,
        "dropoff_photo": TEXT | NULL,
        "cancellation_reason": TEXT | NULL,
        "cancelled_by": Record("Cancelled by", {"name": TEXT | NULL, "photo": TEXT | NULL}),
    },
)

RIDER = Record(
    "Rider",
    {
        **_RIDER_FIELDS,
        "rider_ongoing_deliveries": Array(DELIVERY) | NULL,
        "ongoing_deliveries": Array(DELIVERY),
    },
)

PAGE_LINK = Record("Page link", {"url": TEXT | NULL, "label": TEXT, "active": BOOLEAN})

PAGINATION_ENVELOPE = Record(
    "Pagination envelope",
    {
        "current_page": INTEGER,
        "data": Array(ANYTHING),
        "first_page_url": URL,
        "last_page_url": URL,
        "from": INTEGER,
        "to": INTEGER,
        "last_page": INTEGER,
        "per_page": INTEGER,
        "total": INTEGER,
        "links": Array(PAGE_LINK),
        "next_page_url": URL | NULL,
        "prev_page_url": URL | NULL,
        "path": URL,
    },
)

DELIVERY_COUNTS = Record(
    "Delivery counts",
    {
        f"overall_user_{state}_deliveries": INTEGER
        for state in ("awaiting_pickup", "in_transit", "delivered", "cancelled")
    },
)

RIDER_LIST_SUMMARY = Record(
    "Rider list summary",
    {
        "total_number_of_riders": NUMBER,
        "total_active_riders": NUMBER,
        "total_deactivated_riders": NUMBER,
        "total_number_of_fulfilled_orders": NUMBER,
        "total_revenue": NUMBER,
    },
)

EXPRESS_DELIVERY = Record(
    "Express delivery", {"express_type": TEXT | NULL, "express_value": TEXT | NULL}
)

PRICING = Record(
    "Pricing",
    {
        "uuid": UUID,
        "pricing_model": TEXT,
        "pricing_model_slug": TEXT,
        "per_km_amount": TEXT,
        "express_delivery": EXPRESS_DELIVERY,
        "created_at": TIMESTAMP,
        "updated_at": TIMESTAMP,
    },
)

BOOKING_LINK_DETAIL = Record(
    "Booking link detail",
    {
        "uuid": UUID,
        "profile_id": TEXT,
        "booking_form_template_id": TEXT,
        "link_code": TEXT,
        "link_url": URL | UNKNOWN,
        "logo": URL | UNKNOWN,
        "business_name": TEXT,
        "business_address": TEXT | UNKNOWN,
        "business_phone": TEXT,
        "pricing": PRICING,
    },
)

RESOURCES = (
    DELIVERY,
    CUSTOMER_DETAIL,
    SENDER_DETAIL,
    DELIVERY_DETAIL,
    ITEM,
    ORGANIZATION_DETAIL,
    RIDER,
    PAGINATION_ENVELOPE,
    DELIVERY_COUNTS,
    RIDER_LIST_SUMMARY,
    BOOKING_LINK_DETAIL,
)
"""All tables under "Resources and their fields"."""
