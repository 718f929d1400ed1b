"""What becomes of parcels that could not be delivered."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.create_table(
        "undelivered",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("rider", sa.String, nullable=False),
        sa.Column("outcome", sa.String, nullable=False),
        sa.Column("again_at", sa.DateTime),
        sa.Column("left_with", sa.Text),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
