"""Who reads lists as lines, and not as tables."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.add_column(
        "people", sa.Column("plain_lists", sa.Boolean, nullable=False, server_default=sa.false())
    )
