"""Faults of our own are counted apart from the attempts that only waited for others."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("jobs", sa.Column("faults", sa.Integer(), server_default="0", nullable=False))
