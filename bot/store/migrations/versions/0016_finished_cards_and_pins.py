"""When cards were sent, which of pickups are over, who keeps finished ones, and when riders were
where they share it."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("cards", sa.Column("sent_at", sa.DateTime(), nullable=True))
    op.create_index("cards_sent", "cards", ["chat_id", "sent_at"])
    op.add_column(
        "people",
        sa.Column("keeps_finished", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("locations", sa.Column("seen_at", sa.DateTime(), nullable=True))
    op.create_table(
        "finished_cards",
        sa.Column("chat_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("sent_at", sa.DateTime(), nullable=False),
        sa.Column("ended_at", sa.DateTime(), nullable=False),
    )
