"""A clock that was set forward and not believed yet is known at the next start."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column(
        "known_time", sa.Column("jump_seconds", sa.Double(), nullable=False, server_default="0")
    )
