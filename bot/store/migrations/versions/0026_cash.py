"""The cash ledger: what riders collect at doors, and hand in."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"

_ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "cash",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("rider", sa.String, nullable=False, index=True),
        sa.Column("delivery", sa.String, index=True),
        sa.Column("hundredths", sa.BigInteger, nullable=False),
        sa.Column("currency", sa.String, nullable=False),
        sa.Column("about", sa.BigInteger, unique=True),
        sa.Column("by", sa.BigInteger, nullable=False, index=True),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
    op.create_table(
        "cash_reasons",
        sa.Column("entry", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
