"""Somebody who sends many orders has a digest of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column(
        "digests", sa.Column("reader", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.drop_index("digests_living", "digests")
    lives = sa.text("ended_at IS NULL")
    op.create_index(
        "digests_living",
        "digests",
        ["kind", "reader"],
        unique=True,
        sqlite_where=lives,
        postgresql_where=lives,
    )
