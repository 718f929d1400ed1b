"""Short names for what every test of jobs does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Row, select

from bot.base.clock import Clock
from bot.base.database.database import Database
from bot.base.queue import jobs, tables
from bot.base.queue.jobs import Job, NewJob
from bot.base.vault import Vault
from bot.store.job_kind import JobKind
from bot.store.schema import SCHEMA
from tests.support.sql import execute, rows

KEY = bytes(range(32))
FILE = "handover.db"


def sqlite_url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder}/{FILE}"


async def opened(url: str, clock: Clock) -> Database:
    """Open the store at an address as a running bot does."""
    database = Database(url, SCHEMA, Vault(KEY), clock)
    await database.open(alone=True)
    return database


def job(
    key: str,
    lane: str = "a",
    kind: JobKind = JobKind.FLEET_REQUEST,
    body: bytes = b"what to do",
    due_at: datetime | None = None,
) -> NewJob:
    return NewJob(kind, lane, key, body, due_at)


async def add(database: Database, *new: NewJob) -> list[bool]:
    return [await database.write(jobs.add, each) for each in new]


async def claim(
    database: Database,
    limit: int = 10,
    kind: JobKind = JobKind.FLEET_REQUEST,
) -> list[Job]:
    return await database.write(jobs.claim, kind, limit)


async def claimed_keys(database: Database, limit: int = 10) -> list[str]:
    return [each.key for each in await claim(database, limit)]


async def finish(database: Database, claimed: Job) -> None:
    await database.write(jobs.finish, claimed)


async def dead_letter(database: Database, claimed: Job, reason: str = "Refused") -> None:
    await database.write(jobs.dead_letter, claimed, reason)


async def postpone(database: Database, claimed: Job, until: datetime) -> None:
    await database.write(jobs.postpone, claimed, until, "not now")


async def next_due(database: Database, kind: JobKind = JobKind.FLEET_REQUEST) -> datetime | None:
    return await database.read(jobs.next_due, kind)


async def stored(database: Database, key: str) -> Row[tuple[object, ...]]:
    """Return the row of a job, which has not ended, as the database has it."""
    query = select(tables.jobs).where(tables.jobs.c.key == Vault(KEY).keyed_hash("key", key))
    (row,) = await rows(database, query)
    return row


async def is_gone(database: Database, key: str) -> bool:
    """Tell whether a job has ended, of which only the key is known."""
    hashed = Vault(KEY).keyed_hash("key", key)
    kept = await rows(database, select(tables.jobs).where(tables.jobs.c.key == hashed))
    known = select(tables.job_keys).where(tables.job_keys.c.key == hashed)
    return not kept and bool(await rows(database, known))


@asynccontextmanager
async def without_jobs(database: Database) -> AsyncIterator[None]:
    """Let the store fail for as long as the block lasts: its most needed table is not there."""
    await execute(database, "ALTER TABLE jobs RENAME TO away")
    try:
        yield
    finally:
        await execute(database, "ALTER TABLE away RENAME TO jobs")
