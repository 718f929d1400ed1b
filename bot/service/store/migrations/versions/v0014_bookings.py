"""Bookings are counted, and made once."""

import sqlalchemy as sa
from alembic import op

from bot.base.sql_types import UtcDateTime

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bookings",
        sa.Column("delivery_uuid", sa.String(36), primary_key=True),
        sa.Column("environment", sa.String(16), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("address", sa.LargeBinary, nullable=False),
        sa.Column("sender", sa.LargeBinary, nullable=False),
        sa.Column("receiver", sa.LargeBinary, nullable=False),
    )
    op.create_index("bookings_at", "bookings", ["environment", "at"])


def downgrade() -> None:
    op.drop_table("bookings")
