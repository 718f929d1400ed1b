"""What is personal of a delivery ends; texts that were sent no longer say to whom."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("deliveries", sa.Column("wiped_at", sa.DateTime(timezone=True)))
    op.create_index("deliveries_personal", "deliveries", ["wiped_at", "updated_at"])
    op.execute("UPDATE texts SET phone = '' WHERE state <> 'waiting'")


def downgrade() -> None:
    op.drop_index("deliveries_personal", "deliveries")
    op.drop_column("deliveries", "wiped_at")
