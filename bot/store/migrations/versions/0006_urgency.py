"""What somebody waits for is sent before what is only news."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_IS_OPEN = sa.text("state IN ('waiting', 'running')")


def upgrade() -> None:
    op.add_column("jobs", sa.Column("urgency", sa.Integer(), server_default="0", nullable=False))
    op.drop_index("jobs_due", "jobs")
    op.create_index(
        "jobs_due",
        "jobs",
        ["kind", "urgency", "due_at", "id"],
        sqlite_where=_IS_OPEN,
        postgresql_where=_IS_OPEN,
    )
