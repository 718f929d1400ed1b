"""Amounts are hundredths instead of whole units; deliveries know their places and commissions."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_PLACES = ("sender_latitude", "sender_longitude", "receiver_latitude", "receiver_longitude")
_AMOUNTS = (
    ("deliveries", "fee"),
    ("items", "value"),
    ("finished", "fees"),
    ("riders", "commission_value"),
)


def upgrade() -> None:
    """Make the columns, and say in hundredths what was in whole units."""
    for name in _PLACES:
        op.add_column("deliveries", sa.Column(name, sa.Double()))
    op.add_column("deliveries", sa.Column("earned", sa.BigInteger()))
    for table, name in _AMOUNTS:
        op.execute(f"UPDATE {table} SET {name} = {name} * 100")  # noqa: S608 - names from here
    op.execute(
        "UPDATE deliveries SET earned = (SELECT commission_value FROM riders "
        "WHERE riders.uuid = deliveries.rider_uuid) WHERE state = 'Delivered'"
    )


def downgrade() -> None:
    """Drop them; what is less than a whole unit is lost."""
    for table, name in _AMOUNTS:
        op.execute(f"UPDATE {table} SET {name} = {name} / 100")  # noqa: S608 - names from here
    for name in (*_PLACES, "earned"):
        op.drop_column("deliveries", name)
