"""The tables. Every row belongs to one environment; nothing is ever read across them.

Operators are of the whole service: they log in once for all environments.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from bot.base.database.sql_types import Serial, UtcDateTime
from bot.base.queue.tables import queue

metadata = MetaData()

# The queue is in the same database; its rows are read and written through `bot.base`.
for _table in queue.sorted_tables:
    _table.to_metadata(metadata)

_Moment = UtcDateTime(timezone=True)

Values = Mapping[str, object]
"""Columns that are written."""

WAITING = "waiting"
DONE = "done"
FAILED = "failed"
DROPPED = "dropped"
DELIVERED = "delivered"
UNDELIVERED = "not delivered"
_STAGES = ("pickup", "dropoff")
_SOUGHT_BY = ("created_at", "assigned_at", "dropoff_at", "creation_date")


def _uuid(name: str, *, nullable: bool = False) -> Column[str]:
    return Column(name, String(36), nullable=nullable)


def _count(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False, server_default="0")


meta = Table(
    "meta",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(64), nullable=False),
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("environment", String(16), nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("created_at", _Moment, nullable=False),
    # Empty while nothing is to replace it.
    Column("expires_at", _Moment),
    # Across environments: no key may open two of them.
    UniqueConstraint("digest", name="api_keys_digest"),
)

operator_keys = Table(
    "operator_keys",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("environment", String(16), nullable=False),
    # It signs nothing, so its hash is enough.
    Column("digest", LargeBinary, nullable=False),
    Column("created_at", _Moment, nullable=False),
    Column("ended_at", _Moment),
    UniqueConstraint("digest", name="operator_keys_digest"),
)

webhook_settings = Table(
    "webhook_settings",
    metadata,
    Column("environment", String(16), primary_key=True),
    Column("url", Text),
    # Empty for all kinds, also those that are yet to come.
    Column("events", JSON(none_as_null=True)),
)

counters = Table(
    "counters",
    metadata,
    Column("environment", String(16), primary_key=True),
    Column("name", String(16), primary_key=True),
    Column("value", Integer, nullable=False),
)

riders = Table(
    "riders",
    metadata,
    Column("uuid", String(36), primary_key=True),
    Column("environment", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    # The name as people look for it.
    Column("sought", Text),
    Column("address", Text, nullable=False),
    Column("phone_code", Text, nullable=False),
    Column("phone_number", Text, nullable=False),
    Column("email", Text, nullable=False),
    Column("vehicle_plate_number", Text, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("pending_invite", Boolean, nullable=False),
    Column("commission_type", Text),
    Column("commission_value", BigInteger),
    Column("created_at", _Moment, nullable=False),
    # Since when they get no deliveries, invited or removed, until nothing personal is left of them.
    Column("idle_since", _Moment),
    UniqueConstraint("environment", "number", name="riders_number"),
    UniqueConstraint("environment", "email", name="riders_email"),
    Index("riders_idle_since", "idle_since"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("environment", String(16), nullable=False),
    # One at most: a new one takes the place of the former.
    Column("rider_uuid", String(36), ForeignKey("riders.uuid"), nullable=False),
    Column("digest", LargeBinary, nullable=False),
    # The token, while it waits to be mailed.
    Column("sealed", LargeBinary),
    # What became of the mail; empty without one.
    Column("mail", String(8)),
    Column("attempts", Integer, nullable=False),
    # The row ends then, or when somebody has joined with it.
    Column("expires_at", _Moment, nullable=False),
    UniqueConstraint("rider_uuid", name="invitations_rider"),
    UniqueConstraint("digest", name="invitations_digest"),
    Index("invitations_expires_at", "expires_at"),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("uuid", String(36), primary_key=True),
    Column("environment", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("state", String(20), nullable=False),
    # All amounts are hundredths.
    Column("fee", BigInteger, nullable=False),
    # What its rider gets for it: empty until it is delivered, and for a rider without a commission.
    Column("earned", BigInteger),
    Column("note", Text),
    Column("creation_mode", String(20), nullable=False),
    *(Column(name, Boolean, nullable=False) for name in ("is_paid", "send_sms", "business_owned")),
    Column("creation_date", Date, nullable=False),
    Column("created_at", _Moment, nullable=False),
    Column("updated_at", _Moment, nullable=False),
    *(Column(name, _Moment) for name in ("assigned_at", "pickup_at", "dropoff_at")),
    *(Column(name, Text) for name in ("cancellation_reason", "cancelled_by", "taken_by")),
    Column("rider_uuid", String(36), ForeignKey("riders.uuid")),
    *(Column(f"{stage}_digest", LargeBinary) for stage in _STAGES),
    # How often a wrong code was tried since the present one was made.
    *(_count(f"{stage}_misses") for stage in _STAGES),
    _uuid("detail_uuid"),
    _uuid("sender_uuid"),
    Column("sender_name", Text, nullable=False),
    Column("sender_phone_code", Text, nullable=False),
    Column("sender_phone_number", Text, nullable=False),
    Column("sender_email", Text),
    Column("sender_address", Text, nullable=False),
    _uuid("receiver_uuid", nullable=True),
    Column("receiver_name", Text),
    Column("receiver_phone_code", Text),
    Column("receiver_phone_number", Text),
    Column("receiver_email", Text),
    Column("receiver_address", Text),
    # Their names, and the receiver's address, as people look for them.
    *(Column(f"{role}_sought", Text) for role in ("sender", "receiver")),
    # Where sender and receiver are, in degrees; empty until somebody has looked it up.
    *(
        Column(f"{role}_{axis}", Double)
        for role in ("sender", "receiver")
        for axis in ("latitude", "longitude")
    ),
    # Where the proof photos are seen, as it is told; they end with what is personal of it.
    *(Column(f"{stage}_photo", Text) for stage in _STAGES),
    # Since when nothing personal is left of it.
    Column("wiped_at", _Moment),
    UniqueConstraint("environment", "number", name="deliveries_number"),
    Index("deliveries_state", "environment", "state", "number"),
    Index("deliveries_rider", "environment", "rider_uuid", "state"),
    Index("deliveries_rider_number", "environment", "rider_uuid", "number"),
    Index("deliveries_creation_mode", "environment", "creation_mode", "number"),
    *(Index(f"deliveries_{name}", "environment", name) for name in _SOUGHT_BY),
    Index("deliveries_personal", "wiped_at", "updated_at"),
)

finished = Table(
    "finished",
    metadata,
    Column("environment", String(16), primary_key=True),
    # Empty where a delivery has ended without a rider: NULL is not a key.
    Column("rider_uuid", String(36), primary_key=True),
    Column("creation_mode", String(20), primary_key=True),
    Column("state", String(20), primary_key=True),
    Column("deliveries", Integer, nullable=False),
    Column("fees", BigInteger, nullable=False),
)

items = Table(
    "items",
    metadata,
    Column("uuid", String(36), primary_key=True),
    Column("delivery_uuid", String(36), ForeignKey("deliveries.uuid"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("description", Text, nullable=False),
    # The same as people look for it.
    Column("sought", Text),
    Column("quantity", Integer, nullable=False),
    Column("value", BigInteger, nullable=False),
    Column("created_at", _Moment, nullable=False),
    Index("items_delivery", "delivery_uuid", "position"),
)

photos = Table(
    "photos",
    metadata,
    # The last part of its address: knowing it is enough to look at the photo.
    Column("token", String(22), primary_key=True),
    Column("environment", String(16), nullable=False),
    Column("delivery_uuid", String(36), ForeignKey("deliveries.uuid"), nullable=False),
    Column("stage", String(8), nullable=False),
    # A JPEG without anything but the picture; the row ends with what is personal of its delivery.
    Column("content", LargeBinary, nullable=False),
    UniqueConstraint("delivery_uuid", "stage", name="photos_delivery_stage"),
)


def _outgoing(name: str, delivery: Column[str], *own: Column[Any]) -> Table:
    """Make a table of what is sent out; a job says when."""
    return Table(
        name,
        metadata,
        Column("id", Serial, primary_key=True),
        Column("environment", String(16), nullable=False),
        delivery,
        *own,
        Column("state", String(8), nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("created_at", _Moment, nullable=False),
        Column("finished_at", _Moment),
        Index(f"{name}_delivery", "delivery_uuid", "id"),
    )


webhooks = _outgoing(
    "webhooks",
    Column("delivery_uuid", String(36), ForeignKey("deliveries.uuid"), nullable=False),
    Column("event", String(32), nullable=False),
    Column("body", LargeBinary, nullable=False),
    # When it is tried by its schedule, for who looks at the log.
    Column("due_at", _Moment, nullable=False),
    # How often it was queued again: each time it has another job.
    _count("requeued"),
)

texts = _outgoing(
    "texts",
    # The delivery is not there yet where its booking waits for the code that is texted.
    _uuid("delivery_uuid"),
    # What it tells: the code of a stage or of a booking, or that a parcel is coming.
    Column("about", String(8), nullable=False, server_default=""),
    # Both are empty once it is sent, given up or dropped: nobody needs a code that has been told.
    Column("phone", Text, nullable=False),
    Column("sealed", LargeBinary),
    # How the gateway names it, and what that has told of it later; both end with the row.
    Column("message_id", Text),
    Column("receipt", String(16)),
)

Index("texts_state", texts.c.environment, texts.c.state, texts.c.id)
Index("texts_message", texts.c.environment, texts.c.message_id)

webhook_attempts = Table(
    "webhook_attempts",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("webhook_id", Serial, ForeignKey("webhooks.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", _Moment, nullable=False),
    Column("status", Integer),
    Column("error", Text),
    Index("webhook_attempts_webhook", "webhook_id", "number"),
)

operators = Table(
    "operators",
    metadata,
    Column("id", Serial, primary_key=True),
    # Chosen for this page; the row goes with `handover service operator remove`.
    Column("name", String(64), nullable=False),
    # A slow hash, and a sealed secret; both empty until the operator has set them.
    Column("password", Text),
    Column("second_factor", LargeBinary),
    # The latest step of time whose code was used: none is of use twice.
    Column("step", BigInteger, nullable=False),
    # Wrong attempts of all browsers together that are not known to be the operator's.
    Column("misses", Integer, nullable=False),
    Column("missed_at", _Moment),
    Column("created_at", _Moment, nullable=False),
    # The first login from a network that none had come from, until the operator says it was theirs.
    Column("new_network", Text),
    Column("new_network_at", _Moment),
    UniqueConstraint("name", name="operators_name"),
)


def _of_operator(name: str, *own: Column[Any] | Index) -> Table:
    """Make a table of what an operator has or has done, found by a keyed hash."""
    return Table(
        name,
        metadata,
        Column("digest", LargeBinary, primary_key=True),
        Column("operator_id", Serial, ForeignKey("operators.id"), nullable=False),
        *own,
        Index(f"{name}_operator", "operator_id"),
    )


operator_links = _of_operator(
    "operator_links",
    Column("expires_at", _Moment, nullable=False),
    Index("operator_links_expires_at", "expires_at"),
)

operator_sessions = _of_operator(
    "operator_sessions",
    # Who came by a link may set password and second factor.
    Column("by_link", Boolean, nullable=False),
    Column("created_at", _Moment, nullable=False),
    Column("seen_at", _Moment, nullable=False),
    # When the password was given last, or a link used, and where the login came from.
    Column("proven_at", _Moment),
    Column("network", Text),
    Index("operator_sessions_seen_at", "seen_at"),
)

operator_misses = _of_operator(
    # Wrong attempts of one network, or of one browser that has logged in before.
    "operator_misses",
    Column("misses", Integer, nullable=False),
    Column("missed_at", _Moment, nullable=False),
    Index("operator_misses_missed_at", "missed_at"),
)

audit_entries = Table(
    # What operators have done, by name: it stays when they go. Customers and riders are numbers.
    "audit_entries",
    metadata,
    Column("number", Serial, primary_key=True),
    Column("created_at", _Moment, nullable=False),
    Column("actor", String(64), nullable=False),
    Column("network", Text, nullable=False),
    # Empty for what is of the whole service.
    Column("environment", String(16), nullable=False),
    Column("deed", Text, nullable=False),
    Column("about", Text, nullable=False),
    Index("audit_entries_created_at", "created_at"),
)

bookings = Table(
    "bookings",
    metadata,
    # Of the delivery to come, chosen with the price: sent twice, a booking is made once.
    Column("delivery_uuid", String(36), primary_key=True),
    Column("environment", String(16), nullable=False),
    Column("at", _Moment, nullable=False),
    # Keyed hashes of the internet address and of both phones, to count by. A row ends after a day.
    *(Column(name, LargeBinary, nullable=False) for name in ("address", "sender", "receiver")),
    Column("state", String(8), nullable=False, server_default="made"),
    # The order until it is made or refused, and the code that was texted last.
    *(Column(name, LargeBinary) for name in ("sealed", "digest")),
    *(_count(name) for name in ("misses", "codes")),
    Column("code_at", _Moment),
    Index("bookings_at", "environment", "at"),
)
