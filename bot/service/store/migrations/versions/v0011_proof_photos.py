"""Proof photos are kept, and a delivery says where they are seen."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "photos",
        sa.Column("token", sa.String(22), primary_key=True),
        sa.Column("environment", sa.String(16), nullable=False),
        sa.Column("delivery_uuid", sa.String(36), sa.ForeignKey("deliveries.uuid"), nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("delivery_uuid", "stage", name="photos_delivery_stage"),
    )
    op.add_column("deliveries", sa.Column("pickup_photo", sa.Text))
    op.add_column("deliveries", sa.Column("dropoff_photo", sa.Text))


def downgrade() -> None:
    op.drop_column("deliveries", "dropoff_photo")
    op.drop_column("deliveries", "pickup_photo")
    op.drop_table("photos")
