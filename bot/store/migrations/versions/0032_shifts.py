"""When riders were on duty, and for when they have said that they are."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

_ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("people", sa.Column("duty_from", sa.DateTime))
    op.add_column("people", sa.Column("duty_until", sa.DateTime))
    op.add_column(
        "people", sa.Column("on_break", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "shifts",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("rider", sa.String, nullable=False, index=True),
        sa.Column("began_at", sa.DateTime, nullable=False, index=True),
        sa.Column("ended_at", sa.DateTime, index=True),
        sa.Column("was_forgotten", sa.Boolean, nullable=False, server_default=sa.false()),
    )
