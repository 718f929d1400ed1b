"""A SQLite file as either half opens it: durable, its own, and free again afterwards."""

import asyncio
import os
import resource
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.base.database.database import Database
from bot.base.database.file_lock import DatabaseBusy
from bot.base.database.prepared import Change
from bot.base.database.schema import DatabaseUnusable, Schema
from bot.base.database.transaction import Transaction
from bot.base.vault import Vault
from bot.service.store import schema as service
from bot.store import schema as bot
from tests.support.clock import ManualClock
from tests.support.sql import execute, raw, uncommitted

FILE = "some.db"


@pytest.fixture(params=[bot, service], ids=["bot", "service"])
def schema(request: pytest.FixtureRequest) -> Schema:
    return request.param.SCHEMA


def at(folder: Path, schema: Schema) -> Database:
    return Database(f"sqlite+aiosqlite:///{folder}/{FILE}", schema, Vault(bytes(32)), ManualClock())


@pytest.fixture
async def database(tmp_path: Path, schema: Schema) -> AsyncIterator[Database]:
    database = at(tmp_path, schema)
    await database.open(alone=True)
    yield database
    await database.close()


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("secure_delete", 1),
        ("foreign_keys", 1),
        ("busy_timeout", 10000),
    ],
)
@pytest.mark.parametrize("way", ["write", "read"])
async def test_sqlite_is_set_up_for_durability(
    database: Database, way: str, pragma: str, value: object
):
    assert await getattr(database, way)(raw, f"PRAGMA {pragma}") == [(value,)]


async def test_a_second_opening_of_the_same_file_is_refused_unless_it_only_looks(
    database: Database, tmp_path: Path, schema: Schema
):
    other = at(tmp_path, schema)
    with pytest.raises(DatabaseBusy, match=rf"{FILE}; stop it first"):
        await other.open(alone=True)
    await other.open()
    await other.close()


async def test_a_second_process_on_the_same_file_is_refused(database: Database, tmp_path: Path):
    program = (
        "import sys\n"
        "from bot.base.database.file_lock import alone_on\n"
        "with alone_on(sys.argv[1]):\n"
        "    pass\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        f"sqlite+aiosqlite:///{tmp_path}/{FILE}",
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    assert process.returncode == 1
    assert b"DatabaseBusy" in said


async def test_a_file_is_free_again_once_it_was_closed(tmp_path: Path, schema: Schema):
    database = at(tmp_path, schema)
    for _ in range(2):
        await database.open(alone=True)
        await database.close()


@pytest.mark.parametrize("steps", range(12))
async def test_a_file_is_free_again_when_its_opening_is_given_up_midway(
    tmp_path: Path, schema: Schema, steps: int
):
    opening = asyncio.create_task(at(tmp_path, schema).open(alone=True))
    for _ in range(steps):
        await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    database = at(tmp_path, schema)
    await database.open(alone=True)
    await database.close()


async def test_who_is_cut_off_in_a_transaction_leaves_no_lock_behind(
    database: Database, tmp_path: Path
):
    deleted = Change(text("DELETE FROM alembic_version"))
    async with uncommitted(database, Transaction.run, deleted) as writing:
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
    await database.close()
    with closing(sqlite3.connect(tmp_path / FILE, timeout=0)) as other:
        other.execute("BEGIN IMMEDIATE")


async def test_a_database_of_a_later_version_is_named_by_its_program(
    database: Database, tmp_path: Path, schema: Schema
):
    await execute(database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseUnusable, match=f"later version of the {schema.program}: "):
        await at(tmp_path, schema).open()


async def test_whom_a_transaction_wakes_is_woken_once_it_is_committed(database: Database):
    def wake(tx: Transaction) -> None:
        tx.wake("some work")
        assert not database.signals["some work"].notified.is_set()

    await database.write(wake)
    assert database.signals["some work"].notified.is_set()


def test_of_two_programs_on_one_server_neither_waits_for_the_others_tables():
    assert bot.SCHEMA.lock != service.SCHEMA.lock


@pytest.mark.parametrize("files", [4, 9, 12, 15])
async def test_where_a_process_may_open_few_files_it_says_so(
    tmp_path: Path, schema: Schema, files: int
):
    database = at(tmp_path, schema)
    await database.open(alone=True)
    await database.close()
    os.close(next_file := os.dup(0))
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (next_file + files, most[1]))
    try:
        with pytest.raises(DatabaseUnusable, match="does not open"):
            await database.open(alone=True)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, most)
