"""What is remembered of the database: read again once it may be another, and not before."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.base.database.database import Database, Remembered
from bot.base.database.prepared import Change, Query, as_value, given
from bot.base.database.transaction import Transaction
from bot.base.vault import Vault
from bot.store.schema import SCHEMA
from bot.store.tables.program import meta
from tests.store.postgres import Postgres
from tests.store.work import KEY
from tests.support.clock import ManualClock
from tests.workers.waiting import until

ADD = Change(meta.insert().values(name=given("name"), value=""))
NAMES = Query(select(meta.c.name).order_by(meta.c.name), as_value)


@dataclass
class Looking:
    """Reads the names, counts how often, and can be held up between the read and its end."""

    times: int = 0
    has_read: threading.Event = field(default_factory=threading.Event)
    may_end: threading.Event = field(default_factory=threading.Event)

    def __call__(self, tx: Transaction) -> list[str]:
        self.times += 1
        found = tx.all(NAMES)
        self.has_read.set()
        self.may_end.wait()
        return found


@pytest.fixture
def looking() -> Looking:
    looking = Looking()
    looking.may_end.set()
    return looking


@pytest.fixture
async def names(database: Database, looking: Looking) -> Remembered[list[str]]:
    """Names that are remembered, by somebody who hears what others change by now."""
    names = Remembered(database, looking)
    edition = database.edition()
    await until(lambda: database.is_sqlite or database.edition() != edition)
    await names.now()
    looking.times = 0
    return names


@pytest.fixture
async def other(database: Database, url: str, clock: ManualClock) -> AsyncIterator[Database]:
    """Another process's way to the same database."""
    other = Database(url, SCHEMA, Vault(KEY), clock)
    await other.open()
    yield other
    await other.close()


def change(tx: Transaction, name: str) -> None:
    add(tx, name)
    tx.outdate()


def add(tx: Transaction, name: str) -> None:
    tx.run(ADD, name=name)


def change_and_fail(tx: Transaction, name: str) -> None:
    change(tx, name)
    raise ValueError("not kept")


async def test_what_stays_as_it_is_is_read_once(names: Remembered[list[str]], looking: Looking):
    for _ in range(3):
        assert await names.now() == names.kept() == []
    assert looking.times == 0


async def test_what_was_changed_here_counts_at_once(
    names: Remembered[list[str]], database: Database, looking: Looking
):
    await database.write(change, "a")
    assert names.kept() is None
    assert await names.now() == ["a"]
    assert looking.times == 1


async def test_what_was_changed_here_counts_for_whoever_is_told_first(
    names: Remembered[list[str]], database: Database
):
    def change_and_tell(tx: Transaction) -> None:
        change(tx, "a")
        tx.after(lambda: kept.append(names.kept()))

    kept: list[list[str] | None] = []
    await database.write(change_and_tell)
    assert kept == [None]


@pytest.mark.parametrize("driver", ["sqlite+aiosqlite"], indirect=True)
async def test_what_was_changed_elsewhere_in_a_file_counts_at_once(
    names: Remembered[list[str]], other: Database
):
    for name in ("a", "b"):
        await other.write(add, name)
        assert name in await names.now()


async def test_what_was_changed_elsewhere_on_a_server_counts_as_soon_as_it_is_told(
    names: Remembered[list[str]], other: Database
):
    for name in ("a", "b"):
        await other.write(change, name)
        await until(lambda: names.kept() is None)
        assert name in await names.now()


async def test_what_nobody_was_told_of_counts_within_five_seconds(
    names: Remembered[list[str]], other: Database, clock: ManualClock
):
    await other.write(add, "a")  # and not a word of it
    clock.advance(timedelta(seconds=5))
    assert await names.now() == ["a"]


async def test_other_work_of_this_process_has_nothing_read_again(
    names: Remembered[list[str]], database: Database, looking: Looking
):
    for name in ("a", "b", "c"):
        await database.write(add, name)
        await names.now()
    assert looking.times == 0


async def test_a_change_that_was_not_kept_is_not_looked_for(
    names: Remembered[list[str]], database: Database, looking: Looking
):
    with pytest.raises(ValueError, match="not kept"):
        await database.write(change_and_fail, "a")
    assert await names.now() == []
    assert looking.times == 0


async def test_what_others_changed_is_not_lost_among_work_of_this_process(
    names: Remembered[list[str]], database: Database, other: Database
):
    for number in range(20):
        mine, theirs = f"mine {number}", f"theirs {number}"
        await asyncio.gather(
            database.write(add, mine), other.write(change, theirs), database.write(add, mine + "!")
        )
        await database.write(add, mine + "!!")
        await until(lambda: database.is_sqlite or names.kept() is None)
        assert theirs in await names.now()


@pytest.mark.parametrize("driver", ["sqlite+aiosqlite", "postgresql+psycopg"], indirect=True)
async def test_what_was_read_before_a_change_is_not_remembered_after_it(
    names: Remembered[list[str]], database: Database, looking: Looking
):
    await database.write(change, "a")
    looking.has_read.clear()
    looking.may_end.clear()
    reading = asyncio.create_task(names.now())
    await asyncio.to_thread(looking.has_read.wait)
    await database.write(change, "b")
    looking.may_end.set()
    assert await reading == ["a"]
    assert await names.now() == ["a", "b"]


@pytest.mark.parametrize("driver", ["postgresql+psycopg"], indirect=True)
async def test_a_server_that_was_not_heard_for_a_while_is_heard_again(
    names: Remembered[list[str]], other: Database, postgres: Postgres
):
    postgres.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
    )
    await until(lambda: names.kept() is None)  # who listens again may have missed something
    await names.now()
    await other.write(change, "a")
    await until(lambda: names.kept() is None)
    assert await names.now() == ["a"]
