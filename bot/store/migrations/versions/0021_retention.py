"""What is kept of people ends: when deliveries ended, when people were seen, found by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

_INDEXED = {
    "deliveries": ("ended_at",),
    "cards": ("sent_at",),
    "audit": ("at", "user_id", "detail"),
    "invites": ("delivery", "expires_at", "made_by", "used_by"),
    "ratings": ("user_id",),
}


def upgrade() -> None:
    op.add_column("people", sa.Column("seen_at", sa.DateTime()))
    op.add_column("deliveries", sa.Column("ended_at", sa.DateTime()))
    op.execute(
        "UPDATE deliveries SET ended_at = coalesce(updated_at, seen_at) WHERE is_open = false"
    )
    op.execute("UPDATE people SET seen_at = created_at")
    op.create_table(
        "job_words",
        sa.Column("chat_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("delivery", sa.String(), nullable=False, index=True),
        sa.Column("sent_at", sa.DateTime(), nullable=False),
    )
    op.drop_index("deliveries_open", "deliveries")
    op.create_index("deliveries_open", "deliveries", ["is_open", "seen_at"])
    for table, columns in _INDEXED.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column])
