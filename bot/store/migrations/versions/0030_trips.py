"""How long parcels were on their way, by the stops before theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.create_table(
        "trips",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("stops", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("since", sa.DateTime, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
    )
    op.create_index("trips_alike", "trips", ["stops", "since"])
