"""Who took a parcel at its door, as its rider says."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.create_table(
        "takers",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("rider", sa.String, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
