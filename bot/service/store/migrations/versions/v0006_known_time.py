"""The time is kept as it was last known."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table: what time it was is known from the first start on."""
    op.create_table(
        "known_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("shifts", sa.Integer, nullable=False, server_default="0"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("known_time")
