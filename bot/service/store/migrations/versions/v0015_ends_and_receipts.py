"""Riders who carry nothing any more are known by since when; texts have receipts."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from bot.base.sql_types import UtcDateTime

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_RIDERS = sa.table(
    "riders",
    sa.column("active", sa.Boolean),
    sa.column("pending_invite", sa.Boolean),
    sa.column("created_at", UtcDateTime(timezone=True)),
    sa.column("idle_since", UtcDateTime(timezone=True)),
)


def upgrade() -> None:
    op.add_column("riders", sa.Column("idle_since", UtcDateTime(timezone=True)))
    op.create_index("riders_idle_since", "riders", ["idle_since"])
    op.add_column("texts", sa.Column("message_id", sa.Text))
    op.add_column("texts", sa.Column("receipt", sa.String(16)))
    op.create_index("texts_message", "texts", ["environment", "message_id"])
    # Since when somebody is removed was not written down: it counts from now on.
    idle = sa.update(_RIDERS).where(_RIDERS.c.active.is_(sa.false()))
    op.execute(idle.values(idle_since=datetime.now(UTC)))
    invited = sa.update(_RIDERS).where(_RIDERS.c.pending_invite.is_(sa.true()))
    op.execute(invited.values(idle_since=_RIDERS.c.created_at))


def downgrade() -> None:
    op.drop_index("texts_message", "texts")
    op.drop_column("texts", "receipt")
    op.drop_column("texts", "message_id")
    op.drop_index("riders_idle_since", "riders")
    op.drop_column("riders", "idle_since")
