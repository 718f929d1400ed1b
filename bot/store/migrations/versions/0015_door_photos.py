"""Photos that riders take of handed-over parcels are shown to who waits for them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "door_photos",
        sa.Column("delivery", sa.String(), primary_key=True),
        sa.Column("rider", sa.String(), nullable=False),
        sa.Column("file_id", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
