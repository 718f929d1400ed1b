"""Operators' wrong attempts are counted by network and known browser, and their deeds are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_ADDED = (
    ("operator_sessions", "proven_at", _MOMENT),
    ("operator_sessions", "network", sa.Text),
    ("operators", "new_network", sa.Text),
    ("operators", "new_network_at", _MOMENT),
)


def upgrade() -> None:
    op.create_table(
        "operator_misses",
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("operator_id", _ROW_ID, sa.ForeignKey("operators.id"), nullable=False),
        sa.Column("misses", sa.Integer, nullable=False),
        sa.Column("missed_at", _MOMENT, nullable=False),
        sa.Index("operator_misses_operator", "operator_id"),
        sa.Index("operator_misses_missed_at", "missed_at"),
    )
    op.create_table(
        "audit_entries",
        sa.Column("number", _ROW_ID, primary_key=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("network", sa.Text, nullable=False),
        sa.Column("environment", sa.String(16), nullable=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Index("audit_entries_created_at", "created_at"),
    )
    for table, column, kind in _ADDED:
        op.add_column(table, sa.Column(column, kind))


def downgrade() -> None:
    for table, column, _ in reversed(_ADDED):
        op.drop_column(table, column)
    op.drop_table("audit_entries")
    op.drop_table("operator_misses")
