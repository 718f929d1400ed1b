"""What was written to all riders on duty, and who has seen it."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.create_table(
        "broadcasts",
        sa.Column("uuid", sa.String, primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False, index=True),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
    op.create_table(
        "broadcast_readers",
        sa.Column("broadcast", sa.String, primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
        sa.Column("has_seen", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
