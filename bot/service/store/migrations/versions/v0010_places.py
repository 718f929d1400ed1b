"""Deliveries know where sender and receiver are."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_PLACES = ("sender_latitude", "sender_longitude", "receiver_latitude", "receiver_longitude")


def upgrade() -> None:
    for name in _PLACES:
        op.add_column("deliveries", sa.Column(name, sa.Double()))


def downgrade() -> None:
    for name in _PLACES:
        op.drop_column("deliveries", name)
