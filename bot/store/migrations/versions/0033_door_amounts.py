"""What is to be collected at doors for goods, and how much of what was collected is for them."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.create_table(
        "door_amounts",
        sa.Column("delivery", sa.String, primary_key=True),
        sa.Column("goods", sa.BigInteger),
        sa.Column("pays_with", sa.BigInteger),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
    op.add_column("cash", sa.Column("goods", sa.BigInteger, nullable=False, server_default="0"))
