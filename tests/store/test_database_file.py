"""A SQLite file that goes away, or gives way to another one, under a process that works with it."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.database.database import Database
from bot.base.database.schema import DatabaseUnusable
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.operator_routes import Writable
from bot.store import meta
from tests.store.work import FILE, opened, sqlite_url
from tests.support.clock import ManualClock
from tests.workers.waiting import until

LOOKS_EVERY = timedelta(seconds=25)


def _write(tx: Transaction, value: str) -> None:
    meta.write_down(tx, "last", value)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE


@pytest.fixture
async def database(file: Path, clock: ManualClock) -> AsyncIterator[Database]:
    database = await opened(sqlite_url(file.parent), clock)
    await database.write(_write, "before")
    await database.checkpoint()
    shutil.copy(file, file.with_suffix(".copy"))
    await database.write(_write, "after")
    yield database
    await database.close()


def _move_away(file: Path) -> None:
    file.rename(file.with_suffix(".elsewhere"))


def _put_the_copy_there(file: Path) -> None:
    file.with_suffix(".copy").replace(file)


def _write_the_copy_over_it(file: Path) -> None:
    shutil.copyfile(file.with_suffix(".copy"), file)


def _write_nonsense_over_it(file: Path) -> None:
    file.write_bytes(b"no database" * 1000)


def _empty_it(file: Path) -> None:
    file.write_bytes(b"")


_LOSSES = [
    *(Path.unlink, _move_away, _put_the_copy_there),
    *(_write_the_copy_over_it, _write_nonsense_over_it, _empty_it),
]


@pytest.mark.parametrize("lose", _LOSSES)
async def test_who_works_with_a_file_that_is_lost_ends_with_a_sentence(
    database: Database, file: Path, clock: ManualClock, lose: Callable[[Path], None]
):
    writable = Writable(database)
    await writable.check()
    working = await _working(database, clock)
    clock.advance(timedelta(minutes=1))
    lose(file)
    with pytest.raises(DatabaseFailed):
        await writable.check()
    clock.advance(timedelta(minutes=1))
    with pytest.raises(DatabaseUnusable, match="put the right one there"):
        await working


async def _working(database: Database, clock: ManualClock) -> asyncio.Task[None]:
    """Work with the file, which has a mark then."""
    working = asyncio.create_task(database.until_its_file_is_lost())
    await until(lambda: clock.rings_in(LOOKS_EVERY))
    return working


async def test_a_copy_of_the_same_run_that_is_written_over_the_file_is_noticed(
    database: Database, file: Path, clock: ManualClock
):
    working = await _working(database, clock)
    database.ensure_its_file()
    shutil.copyfile(file, file.with_suffix(".copy"))
    clock.advance(timedelta(minutes=1))
    await until(lambda: clock.rings_in(LOOKS_EVERY))
    database.ensure_its_file()
    _write_the_copy_over_it(file)
    with pytest.raises(DatabaseFailed):
        database.ensure_its_file()
    clock.advance(timedelta(minutes=1))
    with pytest.raises(DatabaseUnusable, match="put the right one there"):
        await working


async def test_a_file_that_goes_on_under_many_writes_is_never_taken_for_a_lost_one(
    database: Database, clock: ManualClock
):
    working = await _working(database, clock)
    for number in range(40):
        clock.advance(timedelta(seconds=30))
        await database.write(_write, str(number))
        database.ensure_its_file()
        if number % 3 == 0:
            await database.checkpoint()
    assert not working.done()
    working.cancel()


@pytest.mark.parametrize("lose", [_put_the_copy_there, _write_the_copy_over_it])
async def test_what_was_not_in_the_lost_file_yet_is_not_mixed_into_the_one_that_is_there(
    database: Database, file: Path, clock: ManualClock, lose: Callable[[Path], None]
):
    working = await _working(database, clock)
    database.ensure_its_file()
    await database.write(_write, "last")
    lose(file)
    clock.advance(timedelta(minutes=1))
    with pytest.raises(DatabaseUnusable, match=r"-wal\.former"):
        await working
    await database.close()
    assert file.with_name(f"{FILE}-wal.former").stat().st_size
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("SELECT value FROM meta WHERE name = 'last'").fetchall() == [
            ("before",)
        ]


async def test_a_disk_that_does_not_tell_just_now_has_lost_nothing(database: Database, file: Path):
    folder, elsewhere = file.parent, file.parent.with_name("elsewhere")
    folder.rename(elsewhere)
    folder.symlink_to(folder)  # whoever looks here goes round in a circle
    try:
        database.ensure_its_file()
    finally:
        folder.unlink()
        elsewhere.rename(folder)
    database.ensure_its_file()
