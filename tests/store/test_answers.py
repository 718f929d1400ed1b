"""What queries have found, kept in memory: nobody is told anything that is not so any more."""

import asyncio
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, select, text, update

import bot.app
import bot.service.app
from bot.base.database import prepared, transaction
from bot.base.database.answers import Answers
from bot.base.database.database import Database
from bot.base.database.prepared import SQLITE, Change, Query, as_value
from bot.base.database.transaction import Transaction
from bot.service.store import schema as service_schema
from bot.store import schema
from bot.store.tables.chats import new_orders
from bot.store.tables.deliveries import door_photos
from bot.store.tables.program import meta
from tests.store.work import FILE
from tests.support.sql import execute, listening, uncommitted

NAMED = prepared.given("wanted")
VALUE = Query(select(meta.c.value).where(meta.c.name == NAMED), as_value)
VALUES = Query(select(meta.c.value).order_by(meta.c.value), as_value)
ADD = Change(meta.insert().values(name=prepared.given("name"), value=prepared.given("value")))
SET = Change(update(meta).where(meta.c.name == NAMED).values(value=prepared.given("value")))


class Undone(Exception):
    """Ends a transaction of which nothing is to stay."""


@pytest.fixture
async def kept(sqlite: Database) -> Database:
    """A database of which is known that "a" has the value "1"."""
    await sqlite.write(Transaction.run, ADD, name="a", value="1")
    assert await value(sqlite) == "1"
    return sqlite


async def value(database: Database, name: str = "a") -> str | None:
    return await database.read(Transaction.one, VALUE, wanted=name)


def look(tx: Transaction) -> str | None:
    return tx.one(VALUE, wanted="a")


def put(tx: Transaction, new: str) -> int:
    return tx.run(SET, wanted="a", value=new)


def put_and_look(tx: Transaction, new: str) -> str | None:
    put(tx, new)
    return look(tx)


def put_and_fail(tx: Transaction, new: str) -> None:
    assert put_and_look(tx, new) == new
    raise Undone


async def test_what_was_found_is_not_asked_again(kept: Database):
    with listening() as asked:
        assert await value(kept) == "1"
        assert await kept.write(look) == "1"
    assert asked == []


async def test_other_values_are_another_question_and_so_are_all_rows(kept: Database):
    assert await value(kept, "b") is None
    assert await kept.read(Transaction.all, VALUES) == ["1"]


async def test_who_gets_a_list_may_change_it(kept: Database):
    (await kept.read(Transaction.all, VALUES)).clear()
    assert await kept.read(Transaction.all, VALUES) == ["1"]


async def test_what_is_changed_is_asked_again_by_who_changes_it_and_by_all_after_that(
    kept: Database,
):
    assert await kept.write(put_and_look, "2") == "2"
    assert await value(kept) == "2"


async def test_what_is_found_after_a_change_is_not_asked_again_once_it_is_committed(
    kept: Database,
):
    await kept.write(put_and_look, "2")
    with listening() as asked:
        assert await value(kept) == "2"
    assert asked == []


async def test_what_is_found_before_another_change_is_asked_again(kept: Database):
    def put_twice(tx: Transaction) -> list[str | None]:
        return [put_and_look(tx, new) for new in ("2", "3")]

    assert await kept.write(put_twice) == ["2", "3"]
    assert await value(kept) == "3"


async def test_a_change_of_nothing_leaves_what_is_known(kept: Database):
    assert await kept.write(Transaction.run, SET, wanted="nobody", value="2") == 0
    with listening() as asked:
        assert await value(kept) == "1"
    assert asked == []


async def test_a_change_of_one_table_leaves_what_is_known_of_others(kept: Database):
    await execute(kept, "INSERT INTO new_orders VALUES (1, 2, 3)")
    with listening() as asked:
        assert await value(kept) == "1"
    assert asked == []


async def test_what_is_undone_was_never_so(kept: Database):
    outcomes = await asyncio.gather(
        *(kept.write(each, "2") for each in (put_and_fail, put_and_fail)),
        kept.write(look),
        return_exceptions=True,
    )
    assert outcomes[2] == "1"
    assert await value(kept) == "1"


async def test_who_shares_a_commit_sees_what_was_changed_before(kept: Database):
    found = await asyncio.gather(
        *(kept.write(put_and_look, str(number)) for number in range(9)), kept.write(look)
    )
    assert found == [*map(str, range(9)), "8"]


async def test_nothing_of_what_is_not_committed_yet_is_seen(kept: Database):
    async with uncommitted(kept, put_and_look, "2"):
        assert await value(kept) == "1"
    assert await value(kept) == "2"


async def test_who_began_before_a_change_neither_sees_nor_keeps_what_came_after(kept: Database):
    began, may_look = threading.Event(), threading.Event()

    def look_late(tx: Transaction) -> list[str | None]:
        tx.all(Query(select(new_orders.c.delivery), as_value))
        began.set()
        may_look.wait()
        return [look(tx), tx.one(VALUE, wanted="b")]

    late = asyncio.create_task(kept.read(look_late))
    await asyncio.to_thread(began.wait)
    await kept.write(put_and_look, "2")
    await kept.write(Transaction.run, ADD, name="b", value="3")
    may_look.set()
    assert await late == ["1", None]
    assert (await value(kept), await value(kept, "b")) == ("2", "3")


async def test_what_another_process_writes_is_seen_by_whoever_begins_after_it(
    kept: Database, folder: Path
):
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("UPDATE meta SET value = '2'")
        assert await value(kept) == "2"
        other.execute("UPDATE meta SET value = '3'")
        assert await kept.write(look) == "3"


def test_what_is_found_while_another_process_commits_is_not_told_to_others():
    answers = Answers()
    early = answers.sight()
    early.begin(before=0, edition=1)
    assert early.find(("what",), {"meta"}, lambda: ("old",)) == ("old",)
    late = answers.sight()
    late.begin(before=1, edition=1)
    assert late.find(("what",), {"meta"}, lambda: ("new",)) == ("new",)


async def test_who_asks_the_same_meanwhile_asks_nobody(kept: Database):
    asking, may_answer = threading.Event(), threading.Event()

    def slowly(name: str) -> str:
        asking.set()
        may_answer.wait()
        return name

    slow = Query(select(meta.c.name), slowly)
    with listening() as asked:
        both = [asyncio.create_task(kept.read(Transaction.all, slow)) for _ in range(2)]
        await asyncio.to_thread(asking.wait)
        may_answer.set()
        assert await asyncio.gather(*both) == [["a"], ["a"]]
    assert len(asked) == 1


async def test_no_more_is_kept_than_there_is_room_for(kept: Database):
    for number in range(2_000):
        await value(kept, str(number))
    with listening() as asked:
        assert await value(kept) == "1"
    assert asked


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(deeds=st.lists(st.sampled_from(["write", "fail", "read", "other"]), max_size=40))
async def test_what_is_seen_was_all_there_at_one_moment(
    sqlite: Database, folder: Path, deeds: list[str]
):
    """Two tables are changed together, by us or by another process: nobody sees only half."""
    await _be(sqlite, "DELETE FROM meta", "DELETE FROM door_photos")
    await _be(sqlite, "INSERT INTO meta VALUES ('a', '0')", _PHOTO)
    other = sqlite3.connect(folder / FILE, isolation_level=None, timeout=10)
    number, seen = 0, []
    with closing(other):
        for deed in deeds:
            if deed == "read":
                seen.append(asyncio.create_task(sqlite.read(_both)))
                await asyncio.sleep(0)
                continue
            number += 1
            if deed == "other":
                other.executescript(f"BEGIN IMMEDIATE; {_set(number)}; COMMIT")
            else:
                writing = sqlite.write(_set_both, number, fails=deed == "fail")
                seen.append(asyncio.create_task(writing))
                await asyncio.sleep(0)
        found = await asyncio.gather(*seen, return_exceptions=True)
    for each in found:
        assert isinstance(each, Undone) or each[0] == each[1]


_PHOTO = (
    "INSERT INTO door_photos (delivery, stage, rider, file_id, at)"
    " VALUES ('a', 'dropoff', 'r', '0', '2026-03-02 09:00:00')"
)
_PHOTOS = Query(select(door_photos.c.file_id), as_value)


def _set(number: int) -> str:
    return f"UPDATE meta SET value = '{number}'; UPDATE door_photos SET file_id = '{number}'"


async def _be(database: Database, *statements: str) -> None:
    for each in statements:
        await execute(database, each)


def _both(tx: Transaction) -> tuple[object, object]:
    return look(tx), tx.one(_PHOTOS)


def _set_both(tx: Transaction, number: int, *, fails: bool) -> tuple[object, object]:
    before = _both(tx)
    assert before[0] == before[1]
    for each in _set(number).split(";"):
        tx.run(Change(text(each)))
    after = _both(tx)
    assert after == (str(number), str(number))
    if fails:
        raise Undone
    return after


_NO_TABLES = {"json_each", "sqlite_master"}


def _all_statements() -> list[Change]:
    assert bot.app
    assert bot.service.app
    modules = [each for name, each in sys.modules.items() if name.startswith("bot.")]
    named = [each for one in modules if one is not transaction for each in vars(one).values()]
    return [each for each in named if isinstance(each, Change)]


async def test_every_statement_knows_the_tables_that_it_reads_and_changes(tmp_path: Path):
    """SQLite itself tells which; what PostgreSQL alone is asked is left out."""
    files = []
    for number, tables in enumerate((schema.SCHEMA.tables, service_schema.SCHEMA.tables)):
        file = tmp_path / f"{number}.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            tables.create_all(connection)
            connection.exec_driver_sql("CREATE TABLE alembic_version (version_num TEXT)")
        engine.dispose()
        files.append(file)
    statements = {statement.prepared(SQLITE) for statement in _all_statements()}
    assert len(statements) > 300
    for each in statements:
        read, changed = _touched(files, each.sql)
        assert not each.is_kept or read - _NO_TABLES <= each.tables, each.sql
        assert changed - _NO_TABLES <= each.changes, each.sql


def _touched(files: list[Path], sql: str) -> tuple[set[str], set[str]]:
    """Return the tables that a statement reads, and those that it changes."""
    for file in files:
        with closing(sqlite3.connect(file)) as connection:
            read, changed = set[str](), set[str]()
            connection.set_authorizer(_noting(read, changed))
            try:
                connection.execute(f"EXPLAIN {sql}", [None] * sql.count("?"))
            except sqlite3.OperationalError as error:
                if "no such" in str(error):
                    continue
                raise
            return read, changed
    raise AssertionError(sql)


def _noting(read: set[str], changed: set[str]) -> Callable[..., int]:
    def note(action: int, table: str | None, *_: object) -> int:
        if table and action == sqlite3.SQLITE_READ:
            read.add(table)
        elif action in {sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE}:
            changed.add(str(table))
        return sqlite3.SQLITE_OK

    return note
