"""Groups of shops, when what they send is ready, and riders who are late."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("groups", sa.Column("shop", sa.String(), nullable=True))
    op.create_table(
        "ready_times",
        sa.Column("delivery", sa.String(), primary_key=True),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("asked_at", sa.DateTime(), nullable=False),
        sa.Column("ready_at", sa.DateTime(), nullable=True),
        sa.Column("trouble", sa.String(), nullable=True),
        sa.Column("said_by", sa.BigInteger(), nullable=True),
        sa.Column("said_name", sa.String(), nullable=True),
    )
    op.create_index("ix_ready_times_question", "ready_times", ["question"])
    op.create_table(
        "delays",
        sa.Column("delivery", sa.String(), primary_key=True),
        sa.Column("rider", sa.String(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
