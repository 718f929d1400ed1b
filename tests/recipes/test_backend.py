"""The recipe "A backend": another way to work with a database."""

from pathlib import Path

from tests.recipes.project import Project, assert_true_to_the_letter

WHERE = "tests/store/conftest.py"
MODULE = '''\
"""SQLite with one connection for all: one transaction after the other, and a commit for each."""

import asyncio
import sqlite3
from collections.abc import Mapping
from typing import TypeVar

from sqlalchemy import Engine, create_engine
from sqlalchemy.engine import URL

from bot.base.database.engine import Begin, Claim, Decide
from bot.base.database.prepared import SQLITE
from bot.base.database.transaction import DatabaseFailed, Transaction

T = TypeVar("T")


class PlainSqlite:
    """One file, one connection."""

    errors = (sqlite3.Error,)

    def __init__(
        self, address: URL, begin: Begin, _claims: Mapping[str, Claim], _connections: int
    ) -> None:
        self._file = str(address.database)
        self._begin = begin
        self._turn = asyncio.Lock()
        self._connection: sqlite3.Connection | None = None
        self._outdated = 0

    def time(self) -> None:
        """None: who works with a file is on its machine."""

    def edition(self) -> tuple[object, int]:
        if self._connection is None:
            return None, self._outdated
        # On the connection that writes it moves with what others write, and with nothing else.
        found = self._connection.execute("PRAGMA data_version").fetchall()
        return found, self._outdated

    def upgrading(self) -> Engine:
        return create_engine(f"sqlite:///{self._file}")

    async def open(self) -> None:
        self._connection = sqlite3.connect(
            self._file, isolation_level=None, check_same_thread=False
        )

    async def close(self) -> None:
        async with self._turn:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    async def write(self, decide: Decide[T]) -> T:
        return await asyncio.shield(asyncio.ensure_future(self._write(decide)))

    async def _write(self, decide: Decide[T]) -> T:
        async with self._turn:
            if self._connection is None:
                raise DatabaseFailed("the database is closed")
            tx, result = await asyncio.to_thread(self._run, self._connection, decide)
        self._outdated += tx.outdates
        tx.committed()
        return result

    async def read(self, look: Decide[T]) -> T:
        return await self.write(look)

    def _run(
        self, connection: sqlite3.Connection, decide: Decide[T]
    ) -> tuple[Transaction, T]:
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            tx = self._begin(SQLITE, connection)
            return tx, decide(tx)

    async def checkpoint(self, *, waits: bool = True) -> None:
        """Nothing is left behind: there is no log next to the file."""
'''
IMPORT = "from bot.base.database.plain_sqlite import PlainSqlite\n"
NAME = '    "sqlite+pysqlite": PlainSqlite,\n'
DRIVER = '    "sqlite+pysqlite",\n'
BACKEND = '    "sqlite+pysqlite": _plain,\n'
EMPTY = """\
def _plain(request: pytest.FixtureRequest) -> str:
    return sqlite_url(request.getfixturevalue("folder")).replace("aiosqlite", "pysqlite")


"""


def test_another_engine_is_tried_by_the_tests_of_the_store_as_soon_as_it_is_named(tmp_path: Path):
    project = Project(tmp_path)
    project.add("bot/base/database/plain_sqlite.py", MODULE)
    database = "bot/base/database/database.py"
    project.insert(database, IMPORT, before="from bot.base.database.postgresql import")
    project.insert(database, NAME, before="    POSTGRESQL: PostgresqlEngine")
    project.insert("bot/base/database/url.py", DRIVER, before="    POSTGRESQL,")
    project.insert(WHERE, BACKEND, before='}\n"""Where a database')
    project.insert(WHERE, EMPTY, before="BACKENDS: ")
    project.tests("tests/store", "-k", "pysqlite and not reader")
    assert_true_to_the_letter(project, "A backend")
