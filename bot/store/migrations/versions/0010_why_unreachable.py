"""Why nothing is sent to somebody: they have stopped the bot, or blocked it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("people", sa.Column("unreachable_because", sa.String(), nullable=True))
