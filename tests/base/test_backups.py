"""A SQLite file is copied while it is written to as fast as that goes."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Self

import pytest
from sqlalchemy import URL

from bot.base.backup import sqlite
from bot.base.backup.manifest import Report
from bot.base.database.sqlite import SqliteEngine
from bot.base.database.sqlite_connection import PATIENCE_MS, connected
from bot.base.database.transaction import Transaction

_LARGE = 40 * 2**20
_PATIENCE = PATIENCE_MS / 1000
"""Seconds after which a writer gives up who is held up."""


class Writer:
    """Writes each number into two tables in one transaction, again and again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._ends = Event()
        self._thread = Thread(target=self._write)
        self.longest = 0.0
        self.written = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()

    def _write(self) -> None:
        with closing(connected(str(self._file))) as connection:
            while not self._ends.is_set():
                began = perf_counter()
                connection.execute("BEGIN IMMEDIATE")
                for table in ("one", "other"):
                    connection.execute(f"INSERT INTO {table} VALUES (?)", (self.written,))
                connection.execute("COMMIT")
                self.longest = max(self.longest, perf_counter() - began)
                self.written += 1


@pytest.fixture
def large(tmp_path: Path) -> Path:
    file = tmp_path / "large.db"
    with closing(connected(str(file))) as connection:
        connection.execute("CREATE TABLE one (number INTEGER)")
        connection.execute("CREATE TABLE other (number INTEGER)")
        connection.execute("CREATE TABLE weight (bytes BLOB)")
        connection.execute(f"INSERT INTO weight VALUES (zeroblob({_LARGE}))")
    return file


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return tmp_path / "copied.db"


def told_of(reports: list[tuple[str, int, int]]) -> Report:
    return lambda what, done, of: reports.append((what, done, of))


def test_a_copy_is_of_one_moment_and_comes_to_an_end_however_fast_others_write(
    large: Path, copied: Path
):
    reports: list[tuple[str, int, int]] = []
    with Writer(large) as writer:
        while writer.written < 10:
            pass
        before = writer.written
        sqlite.copy(large, copied, told_of(reports))
        after = writer.written
    with closing(sqlite3.connect(copied)) as copy:
        numbers = [
            copy.execute(f"SELECT count(*), max(number) FROM {table}").fetchone()
            for table in ("one", "other")
        ]
    assert numbers[0] == numbers[1]
    assert before <= numbers[0][0] <= after + 1
    assert after > before
    assert writer.longest < _PATIENCE / 2
    done = [done for what, done, _ in reports if what == "Copying"]
    assert done == sorted(done)
    assert done[-1] >= _LARGE


async def test_who_empties_the_log_meanwhile_holds_up_no_writer(large: Path):
    """As housekeeping does, which waits for all who read."""
    engine = SqliteEngine(URL.create("sqlite", database=str(large)), _no_transaction, {}, 1)
    await engine.open()
    with closing(connected(str(large))) as reader, closing(connected(str(large))) as writer:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM one").fetchall()
        writer.execute("INSERT INTO one VALUES (1)")
        began = perf_counter()
        await engine.checkpoint()
        assert perf_counter() - began < _PATIENCE / 2
    await engine.close()


def _no_transaction(*_: object) -> Transaction:
    raise NotImplementedError
