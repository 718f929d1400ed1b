"""Who took a parcel at its door, as the rider says it."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("deliveries", sa.Column("taken_by", sa.Text))
