"""Transactions: each keeps all that it did or nothing, whoever it shares a commit with."""

import asyncio
import resource
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.engine import make_url

from bot.base.database.database import Database
from bot.base.database.prepared import Change, Query, as_value, given
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.store.tables.program import meta
from tests.store.postgres import Postgres
from tests.store.work import FILE, opened
from tests.support import wal
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE
from tests.support.sql import execute, uncommitted
from tests.workers.waiting import until

ADD = Change(meta.insert().values(name=given("name"), value=given("value")))
NAMES = Query(select(meta.c.name).order_by(meta.c.name), as_value)


def add(tx: Transaction, name: str, value: str = "") -> str:
    tx.run(ADD, name=name, value=value)
    return f"added {name}"


def add_and_fail(tx: Transaction, name: str, error: BaseException) -> None:
    add(tx, name)
    raise error


async def names(database: Database) -> list[str]:
    return await database.read(Transaction.all, NAMES)


async def test_of_those_that_share_a_commit_only_those_that_fail_are_undone(database: Database):
    outcomes = await asyncio.gather(
        database.write(add, "a"),
        database.write(add_and_fail, "b", ValueError("b")),
        database.write(add, "a"),
        database.write(add, "c"),
        return_exceptions=True,
    )
    assert outcomes[0::3] == ["added a", "added c"] or outcomes[2:] == ["added a", "added c"]
    assert isinstance(outcomes[1], ValueError)
    assert sum(isinstance(outcome, DatabaseFailed) for outcome in outcomes) == 1
    assert await names(database) == ["a", "c"]


async def test_who_writes_and_fails_wakes_nobody(database: Database):
    def wake_and_fail(tx: Transaction) -> None:
        tx.wake("work")
        tx.after(lambda: called.append("after"))
        raise ValueError

    called: list[str] = []
    with pytest.raises(ValueError):  # noqa: PT011 - it says nothing
        await database.write(wake_and_fail)
    assert called == []
    assert not database.signals["work"].notified.is_set()


async def test_what_is_to_be_done_afterwards_is_done_on_the_event_loop(database: Database):
    threads: list[str] = []

    def note() -> None:
        threads.append(threading.current_thread().name)

    def decide(tx: Transaction) -> None:
        note()
        tx.after(note)

    await database.write(decide)
    inside, afterwards = threads
    assert afterwards == threading.current_thread().name != inside


async def test_the_end_of_an_iterator_is_an_error_like_others(database: Database):
    with pytest.raises(RuntimeError, match="end of an iterator"):
        await asyncio.wait_for(database.write(add_and_fail, "a", StopIteration()), PATIENCE)
    assert await names(database) == []


async def test_who_is_cancelled_before_it_began_is_left_out_and_the_others_are_kept(
    sqlite: Database,
):
    async with uncommitted(sqlite, add, "a"):
        writing = [asyncio.create_task(sqlite.write(add, name)) for name in "bc"]
        await asyncio.sleep(0)
        writing[0].cancel()
    assert await writing[1] == "added c"
    assert await names(sqlite) == ["a", "c"]


async def test_who_is_cancelled_in_the_middle_has_woken_others_all_the_same(database: Database):
    def wake(tx: Transaction) -> None:
        add(tx, "a")
        tx.wake("work")

    async with uncommitted(database, wake) as writing:
        writing.cancel()
    await until(database.signals["work"].notified.is_set)
    assert await names(database) == ["a"]


async def test_those_who_come_while_another_writes_share_one_commit(sqlite: Database, folder: Path):
    async with uncommitted(sqlite, add, "0"):
        before = wal.commits(folder / FILE)
        writing = [asyncio.create_task(sqlite.write(add, f"{n}")) for n in range(1, 100)]
        await asyncio.sleep(0)
    await asyncio.gather(*writing)
    assert wal.commits(folder / FILE) - before == 2


async def test_readers_do_not_wait_for_who_writes(database: Database):
    async with uncommitted(database, add, "a"):
        async with asyncio.timeout(PATIENCE):
            found = await asyncio.gather(*(names(database) for _ in range(3)))
        assert found == [[]] * 3
    assert await names(database) == ["a"]


async def test_nobody_is_told_that_it_was_kept_when_the_disk_is_full(sqlite: Database):
    await sqlite.write(add, "before")
    with full_disk(sqlite):
        outcomes = await asyncio.gather(
            *(sqlite.write(add, f"{n}", "x" * 5_000_000) for n in range(3)),
            sqlite.write(add, "small"),
            return_exceptions=True,
        )
    assert [isinstance(outcome, DatabaseFailed) for outcome in outcomes] == [True] * 4
    assert await names(sqlite) == ["before"]
    await sqlite.write(add, "later")
    assert await names(sqlite) == ["before", "later"]


@contextmanager
def full_disk(database: Database) -> Iterator[None]:
    """Let no file of this process grow further than a few megabytes, as if there were no more."""
    assert database.is_sqlite
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_what_waits_is_written_before_the_database_is_closed(sqlite: Database, folder: Path):
    async with uncommitted(sqlite, add, "a"):
        writing = asyncio.create_task(sqlite.write(add, "b"))
        await asyncio.sleep(0)
        closing = asyncio.create_task(sqlite.close())
        await asyncio.sleep(0)
    await closing
    assert await writing == "added b"


async def test_a_closed_database_says_so(database: Database):
    await database.close()
    with pytest.raises(DatabaseFailed):
        await database.write(add, "a")
    with pytest.raises(DatabaseFailed):
        await database.read(Transaction.all, NAMES)


async def test_a_table_that_is_away_fails_those_who_need_it_and_no_others(database: Database):
    await execute(database, "ALTER TABLE meta RENAME TO away")
    outcomes = await asyncio.gather(
        database.write(add, "a"), database.write(lambda tx: tx.now), return_exceptions=True
    )
    await execute(database, "ALTER TABLE away RENAME TO meta")
    assert [isinstance(outcome, DatabaseFailed) for outcome in outcomes] == [True, False]
    assert await database.write(add, "a") == "added a"


@pytest.fixture
async def serializable(postgres: Postgres, clock: ManualClock) -> AsyncIterator[Database]:
    """PostgreSQL as it keeps apart those who read what others write."""
    postgres.empty()
    said = {"options": "-cdefault_transaction_isolation=serializable"}
    url = make_url(postgres.url).update_query_dict(said)
    database = await opened(url.render_as_string(hide_password=False), clock)
    yield database
    await database.close()


async def test_transactions_that_collide_are_made_again(serializable: Database):
    """Where each reads what the other writes, PostgreSQL lets one of them begin again."""
    both = threading.Barrier(2, timeout=PATIENCE)
    tries: list[str] = []

    def swap(tx: Transaction, mine: str) -> None:
        tries.append(mine)
        tx.all(NAMES)
        if len(tries) <= 2:
            both.wait()
        add(tx, mine)

    await asyncio.gather(*(serializable.write(swap, mine) for mine in "ab"))
    assert await names(serializable) == ["a", "b"]
    assert len(tries) > 2
