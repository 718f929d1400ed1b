"""The operator's side: stored keys and webhook settings, counted wrong codes, texts to drop."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables, and the columns in those that are there."""
    op.create_table(
        "api_keys",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("environment", sa.String(16), nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT),
        sa.UniqueConstraint("digest", name="api_keys_digest"),
    )
    op.create_table(
        "webhook_settings",
        sa.Column("environment", sa.String(16), primary_key=True),
        sa.Column("url", sa.Text),
        sa.Column("events", sa.JSON),
    )
    for table, column in _added():
        op.add_column(table, column)


def downgrade() -> None:
    """Drop what was made, with everything in it."""
    for table, column in _added():
        op.drop_column(table, column.name)
    op.drop_table("webhook_settings")
    op.drop_table("api_keys")


def _added() -> list[tuple[str, sa.Column[Any]]]:
    return [
        ("deliveries", sa.Column("pickup_misses", sa.Integer, nullable=False, server_default="0")),
        ("deliveries", sa.Column("dropoff_misses", sa.Integer, nullable=False, server_default="0")),
        ("texts", sa.Column("about", sa.String(8), nullable=False, server_default="")),
    ]
