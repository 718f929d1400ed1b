"""Attempts of which nobody knows what they have done are counted, and what they were about to do
is written down.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("jobs", sa.Column("unsure", sa.Integer(), server_default="0", nullable=False))
    op.add_column("jobs", sa.Column("intent", sa.String()))
