"""The tables, as SQLAlchemy Core sees them. The migrations make them; a test compares the two."""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    false,
    text,
)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time in UTC; both databases keep it without a zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - SQLAlchemy's signature
    ) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - SQLAlchemy's signature
    ) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


# SQLite numbers rows by itself only in a column that is exactly INTEGER.
Serial = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("kind", String, nullable=False),
    Column("lane", String, nullable=False),
    Column("key", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("state", String, nullable=False),
    Column("due_at", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("lease", String),
    Column("lease_until", UtcDateTime),
    Column("error", String),
    Column("created_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    Column("faults", Integer, nullable=False, server_default="0"),
    Index("jobs_key", "kind", "key", unique=True),
    Index(
        "jobs_open",
        "kind",
        "lane",
        "state",
        "id",
        sqlite_where=text("state IN ('waiting', 'running')"),
        postgresql_where=text("state IN ('waiting', 'running')"),
    ),
    Index(
        "jobs_due",
        "kind",
        "due_at",
        "id",
        sqlite_where=text("state IN ('waiting', 'running')"),
        postgresql_where=text("state IN ('waiting', 'running')"),
    ),
    Index("jobs_finished", "state", "finished_at"),
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

leases = Table(
    "leases",
    metadata,
    Column("name", String, primary_key=True),
    Column("holder", String, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("until", UtcDateTime, nullable=False),
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
