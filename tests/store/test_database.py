"""The database: how it is opened, and what a transaction promises."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.base.database.database import Database
from bot.base.database.prepared import Change, Query, as_value
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.queue import backlog
from tests.store.work import add, claim, claimed_keys, finish, job, opened
from tests.support.clock import ManualClock
from tests.support.sql import uncommitted


async def test_an_error_of_the_store_repeats_nothing_that_was_to_be_kept(database: Database):
    def fail(tx: Transaction) -> None:
        tx.run(Change(text("INSERT INTO nowhere (phone) VALUES (:phone)")), phone="canary")

    with pytest.raises(DatabaseFailed) as failed:
        await database.write(fail)
    assert "nowhere" in str(failed.value)
    assert "canary" not in repr(failed.value) + str(failed.value)


async def test_several_processes_may_work_with_one_postgresql(url: str, clock: ManualClock):
    if url.startswith("sqlite"):
        return
    one, other = [await opened(url, clock) for _ in range(2)]
    await add(one, job("k"))
    assert await claimed_keys(other) == ["k"]
    await one.close()
    await other.close()


async def test_what_was_committed_is_there_after_opening_again(url: str, clock: ManualClock):
    database = await opened(url, clock)
    await add(database, job("k"))
    await database.close()
    database = await opened(url, clock)
    assert await claimed_keys(database) == ["k"]
    await database.close()


async def test_a_transaction_happens_at_the_time_of_the_clock(
    database: Database, clock: ManualClock
):
    assert await database.write(lambda tx: tx.now) == clock.now()
    assert await database.read(lambda tx: tx.now) == clock.now()


async def test_a_reader_does_not_see_what_is_not_committed(database: Database):
    insert = Change(text("INSERT INTO meta (name, value) VALUES ('a', 'b')"))
    async with uncommitted(database, Transaction.run, insert):
        assert await database.read(_meta) == 0
    assert await database.read(_meta) == 1


def _meta(tx: Transaction) -> int | None:
    return tx.one(Query(text("SELECT count(*) FROM meta WHERE name = 'a'"), as_value))


async def test_writers_wait_for_each_other_and_none_is_turned_away(database: Database):
    await asyncio.gather(*(add(database, job(f"k{number}", f"l{number}")) for number in range(50)))
    assert len(await claim(database, limit=100)) == 50


async def test_wiped_bytes_are_gone_from_the_disk_after_a_checkpoint(
    sqlite: Database, tmp_path: Path
):
    """The lane stands for any text: it is not sealed, so it can be looked for."""
    await add(sqlite, job("k", body=b"x"))
    (claimed,) = await claim(sqlite)

    relabel = Change(text("UPDATE jobs SET lane = :lane"))
    for lane in ("canary-lane", "wiped"):
        await sqlite.write(Transaction.run, relabel, lane=lane)
    await finish(sqlite, claimed)
    await sqlite.checkpoint()
    files = sorted(path for path in tmp_path.iterdir() if path.name.startswith("handover.db"))
    assert files
    assert not any(b"canary-lane" in path.read_bytes() for path in files)


async def test_a_checkpoint_waits_for_the_writer(database: Database):
    async with uncommitted(database, backlog.counts):
        checkpoint = asyncio.create_task(database.checkpoint())
        await asyncio.sleep(0)
    await checkpoint


async def test_another_program_can_read_the_file_meanwhile(sqlite: Database, tmp_path: Path):
    await add(sqlite, job("k"))
    with sqlite3.connect(f"file:{tmp_path}/handover.db?mode=ro", uri=True) as reader:
        assert reader.execute("SELECT count(*) FROM jobs").fetchone() == (1,)
    reader.close()


async def test_transactions_are_alone_with_a_name_one_after_the_other(database: Database):
    steps: list[str] = []

    def second(tx: Transaction) -> None:
        tx.alone_with("a delivery")
        steps.append("second")

    async with uncommitted(database, Transaction.alone_with, "a delivery"):
        waiting = asyncio.create_task(database.write(second))
        done, _ = await asyncio.wait({waiting}, timeout=0.2)
        assert not done
        steps.append("first")
    await waiting
    assert steps == ["first", "second"]
