"""The tables, as SQLAlchemy Core sees them. The migrations make them; a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

from bot.base.sql_types import Serial, UtcDateTime
from bot.base.tables import queue

metadata = MetaData()

# The queue is kept beside them; whoever asks for its rows goes through `bot.base`.
for _table in queue.sorted_tables:
    _table.to_metadata(metadata)

meta = Table(
    "meta",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("first_name", String, nullable=False),
    Column("language", String, nullable=False),
    Column("phone", String, index=True),
    Column("reachable", Boolean, nullable=False),
    Column("contact_asked_at", UtcDateTime),
    Column("created_at", UtcDateTime, nullable=False),
    Column("muted_until", UtcDateTime),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("off_duty", Boolean, nullable=False, server_default=false()),
    Column("barred_rider", String),
)

muted_kinds = Table(
    "muted_kinds",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String, primary_key=True),
)

roles = Table(
    "roles",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("role", String, primary_key=True),
    Column("rider", String, index=True),
)

invites = Table(
    "invites",
    metadata,
    Column("token_hash", String, primary_key=True),
    Column("role", String, nullable=False),
    Column("rider", String),
    Column("delivery", String),
    Column("receiver", String),
    Column("made_by", BigInteger, nullable=False),
    Column("expires_at", UtcDateTime),
    Column("used_by", BigInteger),
    Column("used_at", UtcDateTime),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("uuid", String, primary_key=True),
    Column("order_number", String, nullable=False, index=True),
    Column("state", String, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("rider", String),
    Column("updated_at", UtcDateTime),
    Column("revision", Integer, nullable=False),
    Column("snapshot", Text, nullable=False),
    Column("seen_at", UtcDateTime, nullable=False),
    Index("deliveries_rider", "rider", "is_open"),
    Index("deliveries_open", "is_open"),
    Index("deliveries_ended", "state", "seen_at"),
)

phones = Table(
    "phones",
    metadata,
    Column("delivery", String, primary_key=True),
    Column("party", String, primary_key=True),
    Column("phone", String, nullable=False, index=True),
)

subscriptions = Table(
    "watches",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("delivery", String, primary_key=True, index=True),
    Column("party", String, nullable=False),
)

cards = Table(
    "cards",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False),
    Column("delivery", String, primary_key=True, index=True),
    Column("view", String, primary_key=True),
    Column("message_id", BigInteger, nullable=False),
    Column("shown", String, nullable=False),
)

dialogs = Table(
    "dialogs",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("data", Text, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
)

code_attempts = Table(
    "guesses",
    metadata,
    Column("key", String, primary_key=True),
    Column("delivery", String, nullable=False),
    Column("stage", String, nullable=False),
    Column("rider", String, nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Index("guesses_of", "delivery", "stage", "rider"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("at", UtcDateTime, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("act", String, nullable=False),
    Column("delivery", String, index=True),
    Column("detail", String),
)

groups = Table(
    "groups",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False),
    Column("topic", Integer),
    Column("title", String, nullable=False),
    Column("language", String, nullable=False),
    Column("bound_by", BigInteger, nullable=False),
    Column("bound_at", UtcDateTime, nullable=False),
)

alarms = Table(
    "alarms",
    metadata,
    Column("kind", String, primary_key=True),
    Column("delivery", String, primary_key=True, index=True),
    Column("cause", String, primary_key=True),
    Column("since", UtcDateTime, nullable=False),
    Column("raised_at", UtcDateTime),
)

locations = Table(
    "locations",
    metadata,
    Column("rider", String, primary_key=True),
    Column("message_id", BigInteger, nullable=False),
    Column("latitude", Double, nullable=False),
    Column("longitude", Double, nullable=False),
    Column("shared_until", UtcDateTime, nullable=False),
)

failed_attempts = Table(
    "attempts",
    metadata,
    Column("delivery", String, primary_key=True),
    Column("at", UtcDateTime, primary_key=True, index=True),
    Column("note", Text),
)

problem_reports = Table(
    "problems",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("delivery", String, nullable=False, index=True),
    Column("rider", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("detail", Text),
    Column("photo", String),
    Column("at", UtcDateTime, nullable=False),
    Column("solved_at", UtcDateTime),
)

customer_notes = Table(
    "remarks",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("delivery", String, nullable=False, index=True),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("party", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("delivery", String, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("rider", String, index=True),
    Column("stars", Integer, nullable=False),
    Column("at", UtcDateTime, nullable=False, index=True),
)

quotas = Table(
    "quotas",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("user_id", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("quotas_of", "user_id", "name"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)

sent_requests = Table(
    "requests",
    metadata,
    Column("key", String, primary_key=True),
    Column("sent_at", UtcDateTime, nullable=False),
    Column("before", Text, nullable=False),
)
