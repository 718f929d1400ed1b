"""Many new orders, or alarms of one kind, are one living message, and so is the board."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "new_orders",
        sa.Column("delivery", sa.String(), primary_key=True),
        sa.Column("came_at", sa.DateTime(), nullable=False),
        sa.Column("in_digest", sa.Boolean(), nullable=False),
    )
    op.create_index(op.f("ix_new_orders_came_at"), "new_orders", ["came_at"])
    op.create_table(
        "digests",
        sa.Column("uuid", sa.String(), primary_key=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("rung_at", sa.DateTime(), nullable=False),
        sa.Column("grown_at", sa.DateTime(), nullable=False),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
    )
    lives = sa.text("ended_at IS NULL")
    op.create_index(
        "digests_living",
        "digests",
        ["kind"],
        unique=True,
        sqlite_where=lives,
        postgresql_where=lives,
    )
    op.create_table(
        "boards",
        sa.Column("uuid", sa.String(), primary_key=True),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("is_fresh", sa.Boolean(), nullable=False),
        sa.Column("ends_at", sa.DateTime(), nullable=False),
    )
    op.create_index(op.f("ix_boards_ends_at"), "boards", ["ends_at"])
