"""Keys of the operator's door, of which hashes are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "operator_keys",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("environment", sa.String(16), nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("ended_at", _MOMENT),
        sa.UniqueConstraint("digest", name="operator_keys_digest"),
    )


def downgrade() -> None:
    """Drop the keys; the door opens to nobody then."""
    op.drop_table("operator_keys")
