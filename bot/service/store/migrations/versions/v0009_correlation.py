"""Each job says which request it follows from."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("jobs", sa.Column("correlation_id", sa.String()))


def downgrade() -> None:
    op.drop_column("jobs", "correlation_id")
