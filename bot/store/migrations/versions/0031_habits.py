"""How somebody's messages with orders are laid out, learnt from those that were put right."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.create_table(
        "habits",
        sa.Column("uuid", sa.String, primary_key=True),
        sa.Column("author", sa.BigInteger, nullable=False, index=True),
        sa.Column("layout", sa.Text, nullable=False),
        sa.Column("used_at", sa.DateTime, nullable=False, index=True),
    )
