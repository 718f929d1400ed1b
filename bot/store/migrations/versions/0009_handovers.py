"""A parcel that changes riders on the way is handed over."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "handovers",
        sa.Column("delivery", sa.String(), primary_key=True),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("holder_name", sa.String(), nullable=False),
        sa.Column("holder_phone", sa.String(), nullable=False),
        sa.Column("rider", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
    )
