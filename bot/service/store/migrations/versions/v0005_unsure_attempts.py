"""The queue counts attempts of which nobody knows what they have done."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("jobs", sa.Column("unsure", sa.Integer(), server_default="0", nullable=False))
    op.add_column("jobs", sa.Column("intent", sa.String()))


def downgrade() -> None:
    op.drop_column("jobs", "intent")
    op.drop_column("jobs", "unsure")
