"""Who has written to an SQLite file, this process or another one."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.base.database.sqlite_connection import SqliteWatch


@pytest.fixture
def file(tmp_path: Path) -> str:
    file = str(tmp_path / "watched.db")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE facts (said TEXT)")
    return file


@pytest.fixture
def writer(file: str) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        yield connection


def written(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO facts VALUES ('so')")


def test_a_commit_of_our_own_is_none_of_others_at_any_moment(file: str, writer: sqlite3.Connection):
    with closing(SqliteWatch(file)) as watch:
        written(writer)
        with watch.own_commit(writer):
            writer.execute("COMMIT")
            assert watch.edition() == 0  # the event loop asks while a thread commits
        assert watch.edition() == 0


def test_what_others_write_beside_our_own_is_seen(file: str, writer: sqlite3.Connection):
    with closing(SqliteWatch(file)) as watch, closing(sqlite3.connect(file)) as other:
        written(other)
        other.commit()
        written(writer)
        with watch.own_commit(writer):
            writer.execute("COMMIT")
        assert watch.edition() == 1
        written(other)
        other.commit()
        assert watch.edition() == 2


def test_a_commit_that_fails_leaves_nothing_behind(file: str, writer: sqlite3.Connection):
    with closing(SqliteWatch(file)) as watch, closing(sqlite3.connect(file)) as other:
        with pytest.raises(sqlite3.OperationalError), watch.own_commit(writer):
            writer.execute("COMMIT")
        written(other)
        other.commit()
        assert watch.edition() == 1
