"""Who sends often is remembered with others and with fees, and not only the newest one."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.execute("DELETE FROM preferences WHERE name = 'sender'")
