"""What people set for themselves, what they tell each other, and groups."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "alarms",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("raised_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("kind", "delivery", "cause"),
    )
    op.create_index("ix_alarms_delivery", "alarms", ["delivery"], unique=False)
    op.create_table(
        "attempts",
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("delivery", "at"),
    )
    op.create_index("ix_attempts_at", "attempts", ["at"], unique=False)
    op.create_table(
        "groups",
        sa.Column("chat_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("topic", sa.Integer(), nullable=True),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("bound_by", sa.BigInteger(), nullable=False),
        sa.Column("bound_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("chat_id"),
    )
    op.create_table(
        "locations",
        sa.Column("rider", sa.String(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("latitude", sa.Double(), nullable=False),
        sa.Column("longitude", sa.Double(), nullable=False),
        sa.Column("shared_until", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("rider"),
    )
    op.create_table(
        "muted_kinds",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "kind"),
    )
    op.create_table(
        "preferences",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "requests",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("sent_at", sa.DateTime(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "problems",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("rider", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.Column("photo", sa.String(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("solved_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_problems_delivery", "problems", ["delivery"], unique=False)
    op.create_table(
        "quotas",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("quotas_of", "quotas", ["user_id", "name"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rider", sa.String(), nullable=True),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("delivery", "user_id"),
    )
    op.create_index("ix_ratings_at", "ratings", ["at"], unique=False)
    op.create_index("ix_ratings_rider", "ratings", ["rider"], unique=False)
    op.create_table(
        "remarks",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("party", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_remarks_delivery", "remarks", ["delivery"], unique=False)
    op.create_index("ix_remarks_user_id", "remarks", ["user_id"], unique=False)
    op.add_column("people", sa.Column("muted_until", sa.DateTime(), nullable=True))
    op.add_column("people", sa.Column("quiet_from", sa.Integer(), nullable=True))
    op.add_column("people", sa.Column("quiet_to", sa.Integer(), nullable=True))
    op.add_column(
        "people", sa.Column("off_duty", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.create_index("deliveries_ended", "deliveries", ["state", "seen_at"], unique=False)
    op.add_column("people", sa.Column("barred_rider", sa.String(), nullable=True))
