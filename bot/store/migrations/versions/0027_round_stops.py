"""The order in which a rider wants the stops of their round."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.create_table(
        "round_stops",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("rider", sa.String, nullable=False, index=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
