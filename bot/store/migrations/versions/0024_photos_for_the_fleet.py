"""A rider's photo can be brought to the fleet service, which has a door for it."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column(
        "door_photos",
        sa.Column("goes_to_fleet", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
