"""Invited riders join by a link, which can be mailed."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "invitations",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("environment", sa.String(16), nullable=False),
        sa.Column("rider_uuid", sa.String(36), sa.ForeignKey("riders.uuid"), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("sealed", sa.LargeBinary()),
        sa.Column("mail", sa.String(8)),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("expires_at", moment, nullable=False),
        sa.UniqueConstraint("rider_uuid", name="invitations_rider"),
        sa.UniqueConstraint("digest", name="invitations_digest"),
    )
    op.create_index("invitations_expires_at", "invitations", ["expires_at"])


def downgrade() -> None:
    op.drop_table("invitations")
