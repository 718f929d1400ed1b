"""The picture in which an order came stays with its delivery; people are invited by name."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "order_pictures",
        sa.Column("delivery", sa.String(), primary_key=True),
        sa.Column("file_id", sa.String(), nullable=False),
        sa.Column("is_file", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.add_column("invites", sa.Column("for_user", sa.BigInteger(), nullable=True))
    op.add_column("invites", sa.Column("for_name", sa.String(), nullable=True))
    op.create_index("ix_invites_for_user", "invites", ["for_user"])
