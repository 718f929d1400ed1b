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
from bot.base.queue.writable import Writable
from bot.store import meta
from tests.store.work import FILE, opened, sqlite_url
from tests.support.clock import ManualClock


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


@pytest.mark.parametrize("lose", [Path.unlink, _move_away, _put_the_copy_there])
async def test_who_works_with_a_file_that_is_lost_ends_with_a_sentence(
    database: Database, file: Path, clock: ManualClock, lose: Callable[[Path], None]
):
    writable = Writable(database)
    await writable.check()
    working = asyncio.create_task(database.until_its_file_is_lost())
    await asyncio.sleep(0)
    clock.advance(timedelta(minutes=1))
    lose(file)
    with pytest.raises(DatabaseFailed):
        await writable.check()
    clock.advance(timedelta(minutes=1))
    with pytest.raises(DatabaseUnusable, match="put the right one there"):
        await working


async def test_what_was_not_in_the_lost_file_yet_is_not_mixed_into_the_one_that_is_there(
    database: Database, file: Path, clock: ManualClock
):
    database.ensure_its_file()
    _put_the_copy_there(file)
    with pytest.raises(DatabaseUnusable, match=r"-wal\.former"):
        await database.until_its_file_is_lost()
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
