"""The tables of the queue, for the metadata of every program that has one."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    and_,
    text,
    true,
)

from bot.base.database.answers import RESTLESS
from bot.base.database.personal_data import IMPERSONAL, Kept, about, stays
from bot.base.database.sql_types import Serial, UtcDateTime

queue = MetaData()

IS_OPEN = text("state IN ('waiting', 'running')")
_IS_IN_FRONT = text("state = 'waiting' AND is_front")
_WHILE_OPEN: Mapping[str, Any] = {"sqlite_where": IS_OPEN, "postgresql_where": IS_OPEN}
_WHILE_IN_FRONT: Mapping[str, Any] = {
    "sqlite_where": _IS_IN_FRONT,
    "postgresql_where": _IS_IN_FRONT,
}

jobs = Table(
    "jobs",
    queue,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("kind", String, nullable=False, info=IMPERSONAL),
    Column("lane", String, nullable=False, info=IMPERSONAL),
    Column("key", String, nullable=False, info=IMPERSONAL),
    Column(
        "body",
        LargeBinary,
        nullable=False,
        info=about(Kept("sealed; wiped when the job ends, and with what waits for a person")),
    ),
    Column("state", String, nullable=False, info=IMPERSONAL),
    Column("due_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("attempts", Integer, nullable=False, server_default="0", info=IMPERSONAL),
    Column("lease", String, info=IMPERSONAL),
    Column("process", String, info=IMPERSONAL),
    Column("error", String, info=IMPERSONAL),
    Column("created_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("faults", Integer, nullable=False, server_default="0", info=IMPERSONAL),
    Column("urgency", Integer, nullable=False, server_default="0", info=IMPERSONAL),
    Column("is_front", Boolean, nullable=False, server_default=true(), info=IMPERSONAL),
    Column("unsure", Integer, nullable=False, server_default="0", info=IMPERSONAL),
    Column("intent", String, info=IMPERSONAL),
    Column("correlation_id", String, info=IMPERSONAL),
    Index("jobs_key", "kind", "key", unique=True),
    Index("jobs_open", "kind", "lane", "state", "id", **_WHILE_OPEN),
    Index("jobs_due", "kind", "urgency", "due_at", "id", **_WHILE_IN_FRONT),
    info=stays("it has ended, or was given up for as long as what is personal is kept") | RESTLESS,
)

# An attempt that was cut off is not counted in `attempts`, only in `unsure`.
NEVER_TRIED = and_(jobs.c.attempts == 0, jobs.c.unsure == 0)

# The keys of all jobs ever added, for as long as a job might come again. Ended jobs are deleted,
# so that the table that workers claim from holds only open and dead jobs.
job_keys = Table(
    "job_keys",
    queue,
    Column("kind", String, primary_key=True, info=IMPERSONAL),
    Column("key", String, primary_key=True, info=IMPERSONAL),
    Column("added_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Index("job_keys_added", "kind", "added_at"),
    sqlite_with_rowid=False,
    info=RESTLESS,
)

processes = Table(
    "processes",
    queue,
    Column("token", String, primary_key=True, info=IMPERSONAL),
    Column("until", UtcDateTime, nullable=False, info=IMPERSONAL),
)

known_time = Table(
    "known_time",
    queue,
    Column("id", Integer, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("shifts", Integer, nullable=False, server_default="0", info=IMPERSONAL),
    Column("jump_seconds", Double, nullable=False, server_default="0", info=IMPERSONAL),
)

leaders = Table(
    "leaders",
    queue,
    Column("name", String, primary_key=True, info=IMPERSONAL),
    Column("process", String, nullable=False, info=IMPERSONAL),
)
