"""Where a parcel waits, since when it is its rider's, and for which job a card has rung."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("deliveries", sa.Column("pickup", sa.String(), nullable=True))
    op.add_column("deliveries", sa.Column("given_at", sa.DateTime(), nullable=True))
    op.add_column("cards", sa.Column("rang_for", sa.DateTime(), nullable=True))
