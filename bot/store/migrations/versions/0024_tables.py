"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = None

_ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_LIVES = sa.text("ended_at IS NULL")
_WAITS_IN_FRONT = sa.text("state = 'waiting' AND is_front")
_IS_OPEN = sa.text("state IN ('waiting', 'running')")


def upgrade() -> None:
    op.create_table(
        "alarms",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("delivery", sa.String, primary_key=True, index=True),
        sa.Column("cause", sa.String, primary_key=True),
        sa.Column("since", sa.DateTime, nullable=False),
        sa.Column("raised_at", sa.DateTime),
    )
    op.create_table(
        "attempts",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("at", sa.DateTime, primary_key=True, index=True),
        sa.Column("note", sa.Text),
    )
    op.create_table(
        "audit",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
        sa.Column("user_id", sa.BigInteger, nullable=False, index=True),
        sa.Column("act", sa.String, nullable=False),
        sa.Column("delivery", sa.String, index=True),
        sa.Column("detail", sa.String, index=True),
    )
    op.create_table(
        "boards",
        sa.Column("uuid", sa.String, primary_key=True),
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("page", sa.Integer, nullable=False),
        sa.Column("is_fresh", sa.Boolean, nullable=False),
        sa.Column("ends_at", sa.DateTime, nullable=False, index=True),
    )
    op.create_table(
        "cards",
        sa.Column("chat_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("delivery", sa.String, primary_key=True, index=True),
        sa.Column("view", sa.String, primary_key=True),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("shown", sa.String, nullable=False),
        sa.Column("rang_for", sa.DateTime),
        sa.Column("sent_at", sa.DateTime, index=True),
        sa.Index("cards_sent", "chat_id", "sent_at"),
    )
    op.create_table(
        "conversation_lines",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("conversation", sa.String, nullable=False, index=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "conversations",
        sa.Column("uuid", sa.String, primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("reader", sa.BigInteger),
        sa.Column("delivery", sa.String),
        sa.Column("spoken_at", sa.DateTime, nullable=False),
        sa.Column("answered_at", sa.DateTime),
        sa.Index("conversations_about", "delivery", "reader"),
        sa.Index("conversations_of", "user_id", "spoken_at"),
    )
    op.create_table(
        "delays",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("rider", sa.String, nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "deliveries",
        sa.Column("uuid", sa.String, primary_key=True),
        sa.Column("order_number", sa.String, nullable=False, index=True),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("rider", sa.String),
        sa.Column("updated_at", sa.DateTime),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.Text, nullable=False),
        sa.Column("seen_at", sa.DateTime, nullable=False),
        sa.Column("as_of", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("given_as_of", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("pickup", sa.String),
        sa.Column("given_at", sa.DateTime),
        sa.Column("ended_at", sa.DateTime, index=True),
        sa.Index("deliveries_ended", "state", "seen_at"),
        sa.Index("deliveries_open", "is_open", "seen_at"),
        sa.Index("deliveries_rider", "rider", "is_open"),
    )
    op.create_table(
        "dialogs",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("expires_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "digests",
        sa.Column("uuid", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("rung_at", sa.DateTime, nullable=False),
        sa.Column("grown_at", sa.DateTime, nullable=False),
        sa.Column("ended_at", sa.DateTime),
        sa.Column("reader", sa.BigInteger, nullable=False, server_default="0"),
        sa.Index(
            "digests_living",
            "kind",
            "reader",
            unique=True,
            sqlite_where=_LIVES,
            postgresql_where=_LIVES,
        ),
    )
    op.create_table(
        "door_photos",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("rider", sa.String, nullable=False),
        sa.Column("file_id", sa.String, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("goes_to_fleet", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "finished_cards",
        sa.Column("chat_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("message_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("sent_at", sa.DateTime, nullable=False),
        sa.Column("ended_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "groups",
        sa.Column("chat_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("topic", sa.Integer),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("bound_by", sa.BigInteger, nullable=False),
        sa.Column("bound_at", sa.DateTime, nullable=False),
        sa.Column("shop", sa.String),
    )
    op.create_table(
        "guesses",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("delivery", sa.String, nullable=False),
        sa.Column("stage", sa.String, nullable=False),
        sa.Column("rider", sa.String, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
        sa.Index("guesses_of", "delivery", "stage", "rider"),
    )
    op.create_table(
        "handovers",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("holder", sa.String, nullable=False),
        sa.Column("holder_name", sa.String, nullable=False),
        sa.Column("holder_phone", sa.String, nullable=False),
        sa.Column("rider", sa.String, nullable=False),
        sa.Column("since", sa.DateTime, nullable=False),
    )
    op.create_table(
        "invites",
        sa.Column("token_hash", sa.String, primary_key=True),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("rider", sa.String),
        sa.Column("delivery", sa.String, index=True),
        sa.Column("receiver", sa.String),
        sa.Column("made_by", sa.BigInteger, nullable=False, index=True),
        sa.Column("expires_at", sa.DateTime, index=True),
        sa.Column("used_by", sa.BigInteger, index=True),
        sa.Column("used_at", sa.DateTime),
        sa.Column("for_user", sa.BigInteger, index=True),
        sa.Column("for_name", sa.String),
    )
    op.create_table(
        "job_keys",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("added_at", sa.DateTime, nullable=False),
        sa.Index("job_keys_added", "kind", "added_at"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "job_words",
        sa.Column("chat_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("message_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("delivery", sa.String, nullable=False, index=True),
        sa.Column("sent_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "jobs",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("lane", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("due_at", sa.DateTime, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("lease", sa.String),
        sa.Column("process", sa.String),
        sa.Column("error", sa.String),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("faults", sa.Integer, nullable=False, server_default="0"),
        sa.Column("urgency", sa.Integer, nullable=False, server_default="0"),
        sa.Column("is_front", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("unsure", sa.Integer, nullable=False, server_default="0"),
        sa.Column("intent", sa.String),
        sa.Column("correlation_id", sa.String),
        sa.Index(
            "jobs_due",
            "kind",
            "urgency",
            "due_at",
            "id",
            sqlite_where=_WAITS_IN_FRONT,
            postgresql_where=_WAITS_IN_FRONT,
        ),
        sa.Index("jobs_key", "kind", "key", unique=True),
        sa.Index(
            "jobs_open",
            "kind",
            "lane",
            "state",
            "id",
            sqlite_where=_IS_OPEN,
            postgresql_where=_IS_OPEN,
        ),
    )
    op.create_table(
        "known_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("shifts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("jump_seconds", sa.Double, nullable=False, server_default="0"),
    )
    op.create_table(
        "leaders",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("process", sa.String, nullable=False),
    )
    op.create_table(
        "locations",
        sa.Column("rider", sa.String, primary_key=True),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("latitude", sa.Double, nullable=False),
        sa.Column("longitude", sa.Double, nullable=False),
        sa.Column("shared_until", sa.DateTime, nullable=False),
        sa.Column("seen_at", sa.DateTime),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.create_table(
        "muted_kinds",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String, primary_key=True),
    )
    op.create_table(
        "new_orders",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("came_at", sa.DateTime, nullable=False, index=True),
        sa.Column("in_digest", sa.Boolean, nullable=False),
    )
    op.create_table(
        "order_pictures",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("file_id", sa.String, nullable=False),
        sa.Column("is_file", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("first_name", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("phone", sa.String, index=True),
        sa.Column("reachable", sa.Boolean, nullable=False),
        sa.Column("unreachable_because", sa.String),
        sa.Column("contact_asked_at", sa.DateTime),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("muted_until", sa.DateTime),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("off_duty", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("keeps_finished", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("seen_at", sa.DateTime),
        sa.Column("barred_rider", sa.String),
    )
    op.create_table(
        "phones",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("party", sa.String, primary_key=True),
        sa.Column("phone", sa.String, nullable=False, index=True),
    )
    op.create_table(
        "preferences",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "problems",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("delivery", sa.String, nullable=False, index=True),
        sa.Column("rider", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("detail", sa.Text),
        sa.Column("photo", sa.String),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("solved_at", sa.DateTime),
    )
    op.create_table(
        "processes",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("until", sa.DateTime, nullable=False),
    )
    op.create_table(
        "quotas",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Index("quotas_of", "user_id", "name"),
    )
    op.create_table(
        "ratings",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
        sa.Column("rider", sa.String, index=True),
        sa.Column("stars", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
    op.create_table(
        "ready_times",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("question", sa.String, nullable=False, index=True),
        sa.Column("asked_at", sa.DateTime, nullable=False),
        sa.Column("ready_at", sa.DateTime),
        sa.Column("trouble", sa.String),
        sa.Column("said_by", sa.BigInteger),
        sa.Column("said_name", sa.String),
    )
    op.create_table(
        "remarks",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("delivery", sa.String, nullable=False, index=True),
        sa.Column("user_id", sa.BigInteger, nullable=False, index=True),
        sa.Column("party", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "requests",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("sent_at", sa.DateTime, nullable=False),
        sa.Column("before", sa.Text, nullable=False),
    )
    op.create_table(
        "roles",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("role", sa.String, primary_key=True, index=True),
        sa.Column("rider", sa.String, index=True),
    )
    op.create_table(
        "typed_codes",
        sa.Column("rider", sa.String, primary_key=True),
        sa.Column("mark", sa.String, primary_key=True),
        sa.Column("delivery", sa.String, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "watches",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("delivery", sa.String, primary_key=True, index=True),
        sa.Column("party", sa.String, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(sa.schema.CreateSequence(sa.Sequence("numbers")))
