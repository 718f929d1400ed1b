"""The words of the contract: labels, filter tokens, update tokens, event kinds and others.

Some look alike and are not: each vocabulary has its own type here. What maps one to another stands
in `rules`, as do the states that webhooks tell, which nothing but those maps ever names.
"""

from enum import StrEnum
from typing import Literal


class State(StrEnum):
    """A delivery's state; the value is the label that answers show."""

    PENDING = "Pending"
    AWAITING_PICKUP = "Awaiting Pickup"
    ORDER_ACCEPTED = "Order Accepted"
    IN_TRANSIT = "In Transit"
    DELIVERED = "Delivered"
    CANCELLED = "Cancelled"
    DECLINED = "Declined"


class StatusFilter(StrEnum):
    """What `delivery_status` of the delivery list accepts."""

    PENDING = "pending"
    AWAITING_PICKUP = "awaiting_pickup"
    IN_TRANSIT = "in_transit"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"
    DECLINED = "declined"


class Status(StrEnum):
    """What the status update accepts as `status`."""

    ACCEPTED = "accepted"
    IN_TRANSIT = "in_transit"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"


class Event(StrEnum):
    """The kinds of webhook."""

    CREATED = "delivery.created"
    ASSIGNED = "delivery.assigned"
    PICKED_UP = "delivery.picked_up"
    IN_TRANSIT = "delivery.in_transit"
    COMPLETED = "delivery.completed"
    CANCELLED = "delivery.cancelled"
    FAILED = "delivery.failed"


class Stage(StrEnum):
    """The two hand-overs that a one-time code confirms; the value is the word for people."""

    PICKUP = "pickup"
    DROPOFF = "drop-off"


Language = Literal["en", "fr", "es", "pt", "ar"]
"""What text messages can be written in."""


class CreationMode(StrEnum):
    """How a delivery came to be; the value is the filter token."""

    AUTOMATED = "automated"
    MANUAL = "manual"
    VIA_BOOKING = "via booking"
    IMPORTED = "imported"


class CommissionKind(StrEnum):
    """What a rider's `commission_value` is: the same for each delivery, or a share of its fee."""

    AMOUNT = "amount"
    PERCENT = "percent"


class CreationModeLabel(StrEnum):
    """How answers show it."""

    AUTOMATED = "Automated"
    MANUAL = "Manual"
    VIA_BOOKING = "Via booking"
    IMPORTED = "Imported"


class DateFilter(StrEnum):
    """What `filter` of the delivery list accepts."""

    ALL = "all"
    TODAY = "today"
    YESTERDAY = "yesterday"
    CREATED_AT = "created_at"
    ASSIGNED_AT = "assigned_at"
    DROPOFF_AT = "dropoff_at"
    SCHEDULE_DATE = "schedule_date"


class HistoryFilter(StrEnum):
    """What `filter` of a rider's history accepts."""

    ALL = DateFilter.ALL
    TODAY = DateFilter.TODAY
    YESTERDAY = DateFilter.YESTERDAY


class CityGrouping(StrEnum):
    """What `group_by` of the delivery list accepts."""

    SENDER_CITY = "sender_city"
    RECEIVER_CITY = "receiver_city"
