"""The database: how it is opened, and what a transaction promises."""

import asyncio
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bot.base.database import Database, DatabaseBusy
from bot.base.vault import Vault
from tests.store.work import FILE, KEY, add, claim, claimed_keys, finish, job, sqlite_url
from tests.support.clock import ManualClock


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("secure_delete", 1), ("busy_timeout", 5000)],
)
@pytest.mark.parametrize("way", ["write", "read"])
async def test_sqlite_is_set_up_for_durability(
    sqlite: Database, way: str, pragma: str, value: object
):
    async with getattr(sqlite, way)() as tx:
        found = (await tx.connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one()
    assert found == value


async def test_an_error_of_the_store_repeats_nothing_that_was_to_be_kept(database: Database):
    gone = text("INSERT INTO nowhere (phone) VALUES (:phone)")
    with pytest.raises(SQLAlchemyError) as failed:
        async with database.write() as tx:
            await tx.connection.execute(gone, {"phone": "canary"})
    assert "nowhere" in str(failed.value)
    assert "canary" not in repr(failed.value) + str(failed.value)


async def test_a_second_opening_of_the_same_file_is_refused(
    sqlite: Database, tmp_path: Path, clock: ManualClock
):
    with pytest.raises(DatabaseBusy, match=r"handover\.db; stop it first"):
        await Database.open(sqlite_url(tmp_path), Vault(KEY), clock)


async def test_a_second_process_on_the_same_file_is_refused(sqlite: Database, tmp_path: Path):
    program = (
        "import asyncio\n"
        "from bot.base.clock import SystemClock\n"
        "from bot.base.database import Database\n"
        "from bot.base.vault import Vault\n"
        f"opening = Database.open({sqlite_url(tmp_path)!r}, Vault(bytes(32)), SystemClock())\n"
        "asyncio.run(opening)\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stderr=asyncio.subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == 1
    assert b"DatabaseBusy" in said


async def test_a_file_is_free_again_once_it_was_closed(tmp_path: Path, clock: ManualClock):
    for _ in range(2):
        database = await Database.open(sqlite_url(tmp_path), Vault(KEY), clock)
        await database.close()


@pytest.mark.parametrize("steps", range(12))
async def test_a_file_is_free_again_when_its_opening_is_given_up_midway(
    tmp_path: Path, clock: ManualClock, steps: int
):
    opening = asyncio.create_task(Database.open(sqlite_url(tmp_path), Vault(KEY), clock))
    for _ in range(steps):
        await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    await (await Database.open(sqlite_url(tmp_path), Vault(KEY), clock)).close()


async def test_a_connection_that_is_cut_off_in_a_statement_holds_no_lock(
    sqlite: Database, tmp_path: Path
):
    with suppress(asyncio.CancelledError):
        async with sqlite.write() as tx:
            await tx.connection.execute(text("DELETE FROM jobs"))
            rows = await tx.connection.stream(text("SELECT name FROM sqlite_schema"))
            await tx.connection.invalidate()
            raise asyncio.CancelledError
    with closing(sqlite3.connect(tmp_path / FILE, timeout=0)) as other:
        other.execute("BEGIN IMMEDIATE")
    assert rows is not None  # remembered until here


async def test_several_processes_may_work_with_one_postgresql(url: str, clock: ManualClock):
    if url.startswith("sqlite"):
        return
    one, other = [await Database.open(url, Vault(KEY), clock) for _ in range(2)]
    await add(one, job("k"))
    assert await claimed_keys(other) == ["k"]
    await one.close()
    await other.close()


async def test_what_was_committed_is_there_after_opening_again(url: str, clock: ManualClock):
    database = await Database.open(url, Vault(KEY), clock)
    await add(database, job("k"))
    await database.close()
    database = await Database.open(url, Vault(KEY), clock)
    assert await claimed_keys(database) == ["k"]
    await database.close()


async def test_a_transaction_happens_at_the_time_of_the_clock(
    database: Database, clock: ManualClock
):
    async with database.write() as written, database.read() as read:
        assert written.now == read.now == clock.now()


async def test_a_reader_does_not_see_what_is_not_committed(database: Database):
    async with database.write() as tx:
        await tx.connection.exec_driver_sql("INSERT INTO meta (name, value) VALUES ('a', 'b')")
        async with database.read() as reader:
            rows = (await reader.connection.exec_driver_sql("SELECT * FROM meta")).all()
    assert rows == []


async def test_writers_wait_for_each_other_and_none_is_turned_away(database: Database):
    await asyncio.gather(*(add(database, job(f"k{number}", f"l{number}")) for number in range(50)))
    assert len(await claim(database, limit=100)) == 50


async def test_wiped_bytes_are_gone_from_the_disk_after_a_checkpoint(
    sqlite: Database, tmp_path: Path
):
    """The lane stands for any text: it is not sealed, so it can be looked for."""
    await add(sqlite, job("k", body=b"x"))
    (claimed,) = await claim(sqlite)
    async with sqlite.write() as tx:
        await tx.connection.exec_driver_sql("UPDATE jobs SET lane = 'canary-lane'")
    async with sqlite.write() as tx:
        await tx.connection.exec_driver_sql("UPDATE jobs SET lane = 'wiped'")
    await finish(sqlite, claimed)
    await sqlite.checkpoint()
    files = sorted(path for path in tmp_path.iterdir() if path.name.startswith("handover.db"))
    assert files
    assert not any(b"canary-lane" in path.read_bytes() for path in files)


async def test_a_checkpoint_waits_for_the_writer(database: Database):
    async with database.write():
        waiting = asyncio.create_task(database.checkpoint())
        await asyncio.sleep(0)
    await waiting


async def test_another_program_can_read_the_file_meanwhile(sqlite: Database, tmp_path: Path):
    await add(sqlite, job("k"))
    with sqlite3.connect(f"file:{tmp_path}/handover.db?mode=ro", uri=True) as reader:
        assert reader.execute("SELECT count(*) FROM jobs").fetchone() == (1,)
    reader.close()


async def test_transactions_are_alone_with_a_name_one_after_the_other(database: Database):
    steps: list[str] = []
    inside, may_leave = asyncio.Event(), asyncio.Event()

    async def first() -> None:
        async with database.write() as tx:
            await tx.alone_with("a delivery")
            inside.set()
            await may_leave.wait()
            steps.append("first")

    async def second() -> None:
        async with database.write() as tx:
            await tx.alone_with("a delivery")
            steps.append("second")

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(first())
        await inside.wait()
        waiting = tasks.create_task(second())
        done, _ = await asyncio.wait({waiting}, timeout=0.2)
        assert not done
        may_leave.set()
    assert steps == ["first", "second"]
