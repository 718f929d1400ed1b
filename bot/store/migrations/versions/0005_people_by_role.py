"""People are found by their role: among a million customers the few dispatchers, at every event."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index("ix_roles_role", "roles", ["role"])
