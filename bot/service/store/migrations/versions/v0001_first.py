"""The first tables: deliveries, riders, and what waits to be sent."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_STILL_WAITING = sa.text("state = 'waiting'")


def _required(
    name: str, kind: type[sa.types.TypeEngine[Any]] | sa.types.TypeEngine[Any]
) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def upgrade() -> None:
    """Make the tables."""
    _make_counters()
    _make_riders()
    _make_deliveries()
    _make_items()
    _make_outgoing("webhooks", _required("event", sa.String(32)), _required("body", sa.LargeBinary))
    _make_outgoing("texts", _required("phone", sa.Text), sa.Column("sealed", sa.LargeBinary))
    _make_webhook_attempts()


def downgrade() -> None:
    """Drop the tables, with everything in them."""
    for table in (
        "webhook_attempts",
        "texts",
        "webhooks",
        "items",
        "deliveries",
        "riders",
        "counters",
    ):
        op.drop_table(table)


def _make_counters() -> None:
    op.create_table(
        "counters",
        sa.Column("environment", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(16), primary_key=True),
        _required("value", sa.Integer),
    )


def _make_riders() -> None:
    op.create_table(
        "riders",
        sa.Column("uuid", sa.String(36), primary_key=True),
        _required("environment", sa.String(16)),
        _required("number", sa.Integer),
        _required("name", sa.Text),
        _required("address", sa.Text),
        _required("phone_code", sa.Text),
        _required("phone_number", sa.Text),
        _required("email", sa.Text),
        _required("vehicle_plate_number", sa.Text),
        _required("active", sa.Boolean),
        _required("pending_invite", sa.Boolean),
        sa.Column("commission_type", sa.Text),
        sa.Column("commission_value", sa.BigInteger),
        _required("created_at", _MOMENT),
        sa.UniqueConstraint("environment", "number", name="riders_number"),
        sa.UniqueConstraint("environment", "email", name="riders_email"),
    )


def _make_deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("uuid", sa.String(36), primary_key=True),
        _required("environment", sa.String(16)),
        _required("number", sa.Integer),
        _required("state", sa.String(20)),
        _required("fee", sa.BigInteger),
        sa.Column("note", sa.Text),
        _required("creation_mode", sa.String(20)),
        _required("is_paid", sa.Boolean),
        _required("send_sms", sa.Boolean),
        _required("business_owned", sa.Boolean),
        _required("creation_date", sa.Date),
        _required("created_at", _MOMENT),
        _required("updated_at", _MOMENT),
        sa.Column("assigned_at", _MOMENT),
        sa.Column("pickup_at", _MOMENT),
        sa.Column("dropoff_at", _MOMENT),
        sa.Column("cancellation_reason", sa.Text),
        sa.Column("cancelled_by", sa.Text),
        sa.Column("rider_uuid", sa.String(36), sa.ForeignKey("riders.uuid")),
        sa.Column("pickup_digest", sa.LargeBinary),
        sa.Column("dropoff_digest", sa.LargeBinary),
        _required("detail_uuid", sa.String(36)),
        _required("sender_uuid", sa.String(36)),
        _required("sender_name", sa.Text),
        _required("sender_phone_code", sa.Text),
        _required("sender_phone_number", sa.Text),
        sa.Column("sender_email", sa.Text),
        _required("sender_address", sa.Text),
        sa.Column("receiver_uuid", sa.String(36)),
        sa.Column("receiver_name", sa.Text),
        sa.Column("receiver_phone_code", sa.Text),
        sa.Column("receiver_phone_number", sa.Text),
        sa.Column("receiver_email", sa.Text),
        sa.Column("receiver_address", sa.Text),
        sa.UniqueConstraint("environment", "number", name="deliveries_number"),
    )
    for name, columns in {
        "state": ("state", "number"),
        "rider": ("rider_uuid", "state"),
        "created_at": ("created_at",),
        "assigned_at": ("assigned_at",),
        "dropoff_at": ("dropoff_at",),
        "creation_date": ("creation_date",),
    }.items():
        op.create_index(f"deliveries_{name}", "deliveries", ["environment", *columns])


def _make_items() -> None:
    op.create_table(
        "items",
        sa.Column("uuid", sa.String(36), primary_key=True),
        _required("position", sa.Integer),
        sa.Column("delivery_uuid", sa.String(36), sa.ForeignKey("deliveries.uuid"), nullable=False),
        _required("description", sa.Text),
        _required("quantity", sa.Integer),
        _required("value", sa.BigInteger),
        _required("created_at", _MOMENT),
    )
    op.create_index("items_delivery", "items", ["delivery_uuid", "position"])


def _make_outgoing(table: str, *own: sa.Column[Any]) -> None:
    op.create_table(
        table,
        sa.Column("id", _ROW_ID, primary_key=True),
        _required("environment", sa.String(16)),
        sa.Column("delivery_uuid", sa.String(36), sa.ForeignKey("deliveries.uuid"), nullable=False),
        _required("lane", sa.Text),
        *own,
        _required("state", sa.String(8)),
        _required("attempts", sa.Integer),
        _required("due_at", _MOMENT),
        _required("created_at", _MOMENT),
        sa.Column("finished_at", _MOMENT),
    )
    for name, columns in {"order": ["lane", "id"], "due": ["due_at", "id"]}.items():
        op.create_index(
            f"{table}_{name}",
            table,
            columns,
            sqlite_where=_STILL_WAITING,
            postgresql_where=_STILL_WAITING,
        )


def _make_webhook_attempts() -> None:
    op.create_table(
        "webhook_attempts",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("webhook_id", _ROW_ID, sa.ForeignKey("webhooks.id"), nullable=False),
        _required("number", sa.Integer),
        _required("at", _MOMENT),
        sa.Column("status", sa.Integer),
        sa.Column("error", sa.Text),
    )
    op.create_index("webhook_attempts_webhook", "webhook_attempts", ["webhook_id", "number"])
