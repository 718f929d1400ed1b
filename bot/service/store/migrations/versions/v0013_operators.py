"""Operators, who log in to the operator's page: their links and their sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "operators",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("second_factor", sa.LargeBinary),
        sa.Column("step", sa.BigInteger, nullable=False),
        sa.Column("misses", sa.Integer, nullable=False),
        sa.Column("missed_at", _MOMENT),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.UniqueConstraint("name", name="operators_name"),
    )
    op.create_table(
        "operator_links",
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("operator_id", _ROW_ID, sa.ForeignKey("operators.id"), nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Index("operator_links_operator", "operator_id"),
        sa.Index("operator_links_expires_at", "expires_at"),
    )
    op.create_table(
        "operator_sessions",
        sa.Column("digest", sa.LargeBinary, primary_key=True),
        sa.Column("operator_id", _ROW_ID, sa.ForeignKey("operators.id"), nullable=False),
        sa.Column("by_link", sa.Boolean, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
        sa.Index("operator_sessions_operator", "operator_id"),
        sa.Index("operator_sessions_seen_at", "seen_at"),
    )
    op.create_index("texts_state", "texts", ["environment", "state", "id"])


def downgrade() -> None:
    """Drop what was made, with everything in it."""
    op.drop_index("texts_state", "texts")
    for table in ("operator_sessions", "operator_links", "operators"):
        op.drop_table(table)
