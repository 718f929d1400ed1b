"""The tables of the queue, for the metadata of every program that has one."""

from sqlalchemy import Column, Index, Integer, LargeBinary, MetaData, String, Table, text

from bot.base.sql_types import Serial, UtcDateTime

queue = MetaData()

jobs = Table(
    "jobs",
    queue,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("kind", String, nullable=False),
    Column("lane", String, nullable=False),
    Column("key", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("state", String, nullable=False),
    Column("due_at", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("lease", String),
    Column("lease_until", UtcDateTime),
    Column("error", String),
    Column("created_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    Column("faults", Integer, nullable=False, server_default="0"),
    Index("jobs_key", "kind", "key", unique=True),
    Index(
        "jobs_open",
        "kind",
        "lane",
        "state",
        "id",
        sqlite_where=text("state IN ('waiting', 'running')"),
        postgresql_where=text("state IN ('waiting', 'running')"),
    ),
    Index(
        "jobs_due",
        "kind",
        "due_at",
        "id",
        sqlite_where=text("state IN ('waiting', 'running')"),
        postgresql_where=text("state IN ('waiting', 'running')"),
    ),
    Index("jobs_finished", "state", "finished_at"),
)

leases = Table(
    "leases",
    queue,
    Column("name", String, primary_key=True),
    Column("holder", String, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("until", UtcDateTime, nullable=False),
)
