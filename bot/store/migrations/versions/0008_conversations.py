"""What people say is passed on, and what several have said in a row is one card."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "conversations",
        sa.Column("uuid", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("reader", sa.BigInteger(), nullable=True),
        sa.Column("delivery", sa.String(), nullable=True),
        sa.Column("spoken_at", sa.DateTime(), nullable=False),
        sa.Column("answered_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("uuid"),
    )
    op.create_index("conversations_of", "conversations", ["user_id", "spoken_at"])
    op.create_index("conversations_about", "conversations", ["delivery", "reader"])
    op.create_table(
        "conversation_lines",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_conversation_lines_conversation"), "conversation_lines", ["conversation"]
    )
    op.create_table(
        "typed_codes",
        sa.Column("rider", sa.String(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("delivery", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("rider", "mark"),
    )
