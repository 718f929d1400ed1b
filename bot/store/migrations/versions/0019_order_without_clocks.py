"""What is known of a delivery is ordered by numbers, and the time is kept as it was last known."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    for number in ("as_of", "given_as_of"):
        column = sa.Column(number, sa.BigInteger(), nullable=False, server_default="0")
        op.add_column("deliveries", column)
    op.create_table(
        "known_time",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("shifts", sa.Integer(), nullable=False, server_default="0"),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(sa.schema.CreateSequence(sa.Sequence("numbers")))
