"""Bookings that wait: for the code of their booker's phone, or for a person."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

# As PostgreSQL names it by itself; SQLite has no name for it.
_NAMES = {"fk": "%(table_name)s_%(column_0_name)s_fkey"}


def upgrade() -> None:
    for column in (
        sa.Column("state", sa.String(8), nullable=False, server_default="made"),
        sa.Column("sealed", sa.LargeBinary),
        sa.Column("digest", sa.LargeBinary),
        sa.Column("misses", sa.Integer, nullable=False, server_default="0"),
        sa.Column("codes", sa.Integer, nullable=False, server_default="0"),
        sa.Column("code_at", sa.DateTime(timezone=True)),
    ):
        op.add_column("bookings", column)
    # The code of a booking is texted before there is a delivery.
    with op.batch_alter_table("texts", naming_convention=_NAMES) as texts:
        texts.drop_constraint("texts_delivery_uuid_fkey", type_="foreignkey")
