"""What waits to be sent becomes jobs: claimed, so that several services share one database."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import context, op

from bot.base.vault import Vault

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_IS_OPEN = sa.text("state IN ('waiting', 'running')")
_IS_IN_FRONT = sa.text("state = 'waiting' AND is_front")
_IS_WAITING = sa.text("state = 'waiting'")
_REMEMBER = "INSERT INTO job_keys (kind, key, added_at) SELECT kind, key, created_at FROM jobs"
_LANES = {"webhooks": "delivery_uuid", "texts": "phone"}
"""What a lane of the former queue was called after."""

_jobs = sa.table(
    "jobs",
    *(sa.column(name, sa.String) for name in ("kind", "lane", "key", "state")),
    sa.column("body", sa.LargeBinary),
    *(sa.column(name, sa.DateTime) for name in ("due_at", "created_at")),
)

Row = sa.Row[*tuple[Any, ...]]


def upgrade() -> None:
    """Make the queue, put into it what waits, and drop what only the former one went by."""
    _make_queue()
    _fill_queue(op.get_bind(), context.config.attributes["vault"])
    op.add_column("webhooks", sa.Column("requeued", sa.Integer, nullable=False, server_default="0"))
    for table in _LANES:
        op.drop_index(f"{table}_order", table)
        op.drop_index(f"{table}_due", table)
        op.drop_column(table, "lane")
        op.create_index(f"{table}_delivery", table, ["delivery_uuid", "id"])
    op.drop_column("texts", "due_at")


def downgrade() -> None:
    """Drop the queue: texts that wait are due at once."""
    longest_ago = sa.text("'2026-01-01 00:00:00'")
    op.add_column("texts", sa.Column("due_at", _MOMENT, nullable=False, server_default=longest_ago))
    for table, lane in _LANES.items():
        op.drop_index(f"{table}_delivery", table)
        op.add_column(table, sa.Column("lane", sa.Text, nullable=False, server_default=""))
        op.execute(f"UPDATE {table} SET lane = {lane}")  # noqa: S608 - both are written above
        for name, columns in {"order": ["lane", "id"], "due": ["due_at", "id"]}.items():
            _make_partial_index(f"{table}_{name}", table, columns, _IS_WAITING)
    op.drop_column("webhooks", "requeued")
    for table in ("leaders", "processes", "job_keys", "jobs"):
        op.drop_table(table)


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
        sa.Column("process", sa.String),
        sa.Column("error", sa.String),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("faults", sa.Integer, nullable=False, server_default="0"),
        sa.Column("urgency", sa.Integer, nullable=False, server_default="0"),
        sa.Column("is_front", sa.Boolean, nullable=False, server_default=sa.true()),
    )
    op.create_index("jobs_key", "jobs", ["kind", "key"], unique=True)
    _make_partial_index("jobs_open", "jobs", ["kind", "lane", "state", "id"], _IS_OPEN)
    _make_partial_index("jobs_due", "jobs", ["kind", "urgency", "due_at", "id"], _IS_IN_FRONT)
    op.create_table(
        "job_keys",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("added_at", sa.DateTime, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("job_keys_added", "job_keys", ["kind", "added_at"])
    op.create_table(
        "processes",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("until", sa.DateTime, nullable=False),
    )
    op.create_table(
        "leaders",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("process", sa.String, nullable=False),
    )


def _make_partial_index(name: str, table: str, columns: list[str], where: sa.TextClause) -> None:
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)


def _fill_queue(connection: sa.Connection, vault: Vault) -> None:
    for webhook in _waiting(connection, "webhooks"):
        key = f"webhook:{webhook.id}:0"
        connection.execute(sa.insert(_jobs), _job(vault, "webhook", webhook.lane, key, webhook))
    for text in _waiting(connection, "texts"):
        lane, key = _place_of_text(text)
        connection.execute(sa.insert(_jobs), _job(vault, "text", lane, key, text))
    connection.execute(sa.text(_REMEMBER))


def _waiting(connection: sa.Connection, table: str) -> Sequence[Row]:
    rows = sa.table(
        table,
        *(sa.column(name) for name in ("id", "lane", "attempts", "state")),
        *(sa.column(name, _MOMENT) for name in ("due_at", "created_at")),
    )
    waiting = sa.select(rows).where(rows.c.state == "waiting").order_by(rows.c.id)
    return connection.execute(waiting).all()


def _place_of_text(text: Row) -> tuple[str, str]:
    """Return lane and key: what was tried pauses inside the lane of its phone."""
    if text.attempts:
        return f"{text.lane}/{text.id}", f"pause:{text.id}:{text.attempts}"
    return text.lane, f"text:{text.id}:0"


def _job(vault: Vault, kind: str, lane: str, key: str, row: Row) -> dict[str, object]:
    hashed = vault.keyed_hash("key", key)
    names = json.dumps([lane, key]).encode()
    body = names + b"\n" + json.dumps(row.id).encode()
    return {
        "kind": kind,
        "lane": _hashed_lane(vault, lane),
        "key": hashed,
        "state": "waiting",
        "body": vault.seal(body, f"job|{kind}|{hashed}"),
        "due_at": _as_kept(row.due_at),
        "created_at": _as_kept(row.created_at),
    }


def _as_kept(moment: datetime) -> datetime:
    """The queue keeps times in UTC without saying so; only PostgreSQL has told the zone."""
    return moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment


def _hashed_lane(vault: Vault, lane: str) -> str:
    outer, slash, _ = lane.partition("/")
    inner = vault.keyed_hash("lane", lane) if slash else ""
    return vault.keyed_hash("lane", outer) + slash + inner
