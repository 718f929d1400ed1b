"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("delivery", sa.String(), nullable=True),
        sa.Column("detail", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_audit_delivery", "audit", ["delivery"], unique=False)
    op.create_table(
        "cards",
        sa.Column("chat_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("view", sa.String(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("shown", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("chat_id", "delivery", "view"),
    )
    op.create_index("ix_cards_delivery", "cards", ["delivery"], unique=False)
    op.create_table(
        "deliveries",
        sa.Column("uuid", sa.String(), nullable=False),
        sa.Column("order_number", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("rider", sa.String(), nullable=True),
        sa.Column("updated_at", sa.DateTime(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("snapshot", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("uuid"),
    )
    op.create_index("deliveries_open", "deliveries", ["is_open"], unique=False)
    op.create_index("deliveries_rider", "deliveries", ["rider", "is_open"], unique=False)
    op.create_index("ix_deliveries_order_number", "deliveries", ["order_number"], unique=False)
    op.create_table(
        "dialogs",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_table(
        "guesses",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("rider", sa.String(), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index("guesses_of", "guesses", ["delivery", "stage", "rider"], unique=False)
    op.create_table(
        "invites",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("rider", sa.String(), nullable=True),
        sa.Column("delivery", sa.String(), nullable=True),
        sa.Column("receiver", sa.String(), nullable=True),
        sa.Column("made_by", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=True),
        sa.Column("used_by", sa.BigInteger(), nullable=True),
        sa.Column("used_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_table(
        "jobs",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("lane", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("lease", sa.String(), nullable=True),
        sa.Column("lease_until", sa.DateTime(), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("finished_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "jobs_due",
        "jobs",
        ["kind", "due_at", "id"],
        unique=False,
        sqlite_where=sa.text("state IN ('waiting', 'running')"),
        postgresql_where=sa.text("state IN ('waiting', 'running')"),
    )
    op.create_index("jobs_finished", "jobs", ["state", "finished_at"], unique=False)
    op.create_index("jobs_key", "jobs", ["kind", "key"], unique=True)
    op.create_index(
        "jobs_open",
        "jobs",
        ["kind", "lane", "state", "id"],
        unique=False,
        sqlite_where=sa.text("state IN ('waiting', 'running')"),
        postgresql_where=sa.text("state IN ('waiting', 'running')"),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("first_name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=True),
        sa.Column("reachable", sa.Boolean(), nullable=False),
        sa.Column("contact_asked_at", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_index("ix_people_phone", "people", ["phone"], unique=False)
    op.create_table(
        "phones",
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("party", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("delivery", "party"),
    )
    op.create_index("ix_phones_phone", "phones", ["phone"], unique=False)
    op.create_table(
        "roles",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("rider", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", "role"),
    )
    op.create_index("ix_roles_rider", "roles", ["rider"], unique=False)
    op.create_table(
        "watches",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("party", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "delivery"),
    )
    op.create_index("ix_watches_delivery", "watches", ["delivery"], unique=False)
