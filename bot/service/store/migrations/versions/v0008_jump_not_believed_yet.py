"""A clock that was set forward and not believed yet is known at the next start."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "known_time", sa.Column("jump_seconds", sa.Double(), nullable=False, server_default="0")
    )


def downgrade() -> None:
    op.drop_column("known_time", "jump_seconds")
