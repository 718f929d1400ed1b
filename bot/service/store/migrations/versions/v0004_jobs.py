"""What waits to be sent becomes jobs: claimed, so that several services share one database."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import context, op

from bot.base.vault import Vault

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_IS_OPEN = sa.text("state IN ('waiting', 'running')")
_WITHOUT = {"webhooks": ("lane",), "texts": ("lane", "due_at")}

_jobs = sa.table(
    "jobs",
    *(sa.column(name, sa.String) for name in ("kind", "lane", "key", "state")),
    sa.column("body", sa.LargeBinary),
    *(sa.column(name, sa.DateTime) for name in ("due_at", "created_at")),
)
_WAITING = {
    table: sa.select(
        *(sa.column(name) for name in ("id", "lane", "attempts")),
        *(sa.column(name, sa.DateTime) for name in ("due_at", "created_at")),
    )
    .select_from(sa.table(table))
    .where(sa.column("state") == "waiting")
    .order_by(sa.column("id"))
    for table in _WITHOUT
}


def upgrade() -> None:
    """Make the queue, put into it what waits, and drop what only the former one went by."""
    _make_queue()
    vault: Vault = context.config.attributes["vault"]
    connection = op.get_bind()
    for webhook in connection.execute(_WAITING["webhooks"]).all():
        key = f"webhook:{webhook.id}:0"
        connection.execute(sa.insert(_jobs), _job(vault, "webhook", webhook.lane, key, webhook))
    for text in connection.execute(_WAITING["texts"]).all():
        lane, key = _place_of_text(text)
        connection.execute(sa.insert(_jobs), _job(vault, "text", lane, key, text))
    op.add_column("webhooks", sa.Column("requeued", sa.Integer, nullable=False, server_default="0"))
    for table, columns in _WITHOUT.items():
        op.drop_index(f"{table}_order", table)
        op.drop_index(f"{table}_due", table)
        for column in columns:
            op.drop_column(table, column)
        op.create_index(f"{table}_delivery", table, ["delivery_uuid", "id"])


def _make_queue() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("lane", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("due_at", sa.DateTime, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("lease", sa.String),
        sa.Column("lease_until", sa.DateTime),
        sa.Column("error", sa.String),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("finished_at", sa.DateTime),
        sa.Column("faults", sa.Integer, nullable=False, server_default="0"),
        sa.Column("urgency", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("jobs_key", "jobs", ["kind", "key"], unique=True)
    op.create_index("jobs_finished", "jobs", ["state", "finished_at"])
    for name, columns in {
        "jobs_open": ["kind", "lane", "state", "id"],
        "jobs_due": ["kind", "urgency", "due_at", "id"],
    }.items():
        op.create_index(name, "jobs", columns, sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN)
    op.create_table(
        "leases",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("holder", sa.String, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("until", sa.DateTime, nullable=False),
    )


def _place_of_text(text: sa.Row[Any]) -> tuple[str, str]:
    """Return lane and key: what was tried pauses inside the lane of its phone."""
    if text.attempts:
        return f"{text.lane}/{text.id}", f"pause:{text.id}:{text.attempts}"
    return text.lane, f"text:{text.id}:0"


def _job(vault: Vault, kind: str, lane: str, key: str, row: sa.Row[Any]) -> dict[str, object]:
    hashed = vault.keyed_hash("key", key)
    names = json.dumps([lane, key]).encode()
    body = names + b"\n" + json.dumps(row.id).encode()
    return {
        "kind": kind,
        "lane": _hashed_lane(vault, lane),
        "key": hashed,
        "state": "waiting",
        "body": vault.seal(body, f"job|{kind}|{hashed}"),
        "due_at": row.due_at.replace(tzinfo=None),
        "created_at": row.created_at.replace(tzinfo=None),
    }


def _hashed_lane(vault: Vault, lane: str) -> str:
    outer, slash, _ = lane.partition("/")
    return (
        vault.keyed_hash("lane", outer) + slash + (vault.keyed_hash("lane", lane) if slash else "")
    )
