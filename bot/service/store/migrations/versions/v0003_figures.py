"""Counts of what is over, and the orders in which lists of riders' and modes' deliveries come."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_INDEXES = {
    "deliveries_rider_number": ["environment", "rider_uuid", "number"],
    "deliveries_creation_mode": ["environment", "creation_mode", "number"],
}


def upgrade() -> None:
    """Make the table and the indexes, and count what is over already."""
    op.create_table(
        "finished",
        sa.Column("environment", sa.String(16), primary_key=True),
        sa.Column("rider_uuid", sa.String(36), primary_key=True),
        sa.Column("creation_mode", sa.String(20), primary_key=True),
        sa.Column("state", sa.String(20), primary_key=True),
        sa.Column("deliveries", sa.Integer, nullable=False),
        sa.Column("fees", sa.BigInteger, nullable=False),
    )
    op.execute(
        "INSERT INTO finished (environment, rider_uuid, creation_mode, state, deliveries, fees) "
        "SELECT environment, COALESCE(rider_uuid, ''), creation_mode, state, COUNT(*), SUM(fee) "
        "FROM deliveries WHERE state IN ('Delivered', 'Cancelled', 'Declined') "
        "GROUP BY environment, COALESCE(rider_uuid, ''), creation_mode, state"
    )
    for name, columns in _INDEXES.items():
        op.create_index(name, "deliveries", columns)


def downgrade() -> None:
    """Drop them."""
    for name in _INDEXES:
        op.drop_index(name, "deliveries")
    op.drop_table("finished")
