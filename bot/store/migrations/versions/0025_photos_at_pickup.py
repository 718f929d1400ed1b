"""A delivery may have a photo at its pickup besides that at its door."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    # SQLite changes no primary key, so the table is made again.
    op.rename_table("door_photos", "door_photos_before")
    op.create_table(
        "door_photos",
        sa.Column("delivery", sa.String, nullable=False),
        sa.Column("stage", sa.String, nullable=False),
        sa.Column("rider", sa.String, nullable=False),
        sa.Column("file_id", sa.String, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("goes_to_fleet", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("delivery", "stage", name="door_photos_of"),
    )
    op.execute(
        "INSERT INTO door_photos (delivery, stage, rider, file_id, at, goes_to_fleet)"
        " SELECT delivery, 'dropoff', rider, file_id, at, goes_to_fleet FROM door_photos_before"
    )
    op.drop_table("door_photos_before")
