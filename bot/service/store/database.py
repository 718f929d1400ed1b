"""The connection to one database: opened, migrated, read from and written to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, create_engine, event, func, make_url, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA secure_delete=ON",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=10000",
)
_UPGRADE_LOCK = 4_711_002


class Database:
    """Reads and writes in transactions; `open` first, `close` at the end."""

    def __init__(self, url: str) -> None:
        self._is_sqlite = make_url(url).get_backend_name() == "sqlite"
        self._engine = _sqlite_engine(url) if self._is_sqlite else _server_engine(url)
        self._writer = self._engine.execution_options(writes=True)
        # SQLite has one writer: waiting for one's turn here costs less than its busy polling.
        self._turn = asyncio.Lock()

    async def open(self) -> None:
        """Bring the schema up to date; where that fails nothing stays open.

        Raises:
            SQLAlchemyError: the database cannot be reached or used.
        """
        if self._is_sqlite:
            _check_file(self._engine.url)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.close)
            async with self.write() as connection:
                await connection.run_sync(_upgrade)
            stack.pop_all()

    async def close(self) -> None:
        """Close every connection; SQLite folds its write-ahead log into the file."""
        await self._engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that sees one moment of the data."""
        async with self._engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection whose changes are committed at the end, or undone by an exception."""
        async with AsyncExitStack() as stack:
            if self._is_sqlite:
                await stack.enter_async_context(self._turn)
            yield await stack.enter_async_context(self._writer.begin())


def _check_file(url: URL) -> None:
    # When the file cannot be opened, the asynchronous driver leaves a thread that outlives the
    # event loop and complains of it.
    engine = create_engine(url.set(drivername="sqlite"))
    engine.connect().close()
    engine.dispose()


def _server_engine(url: str) -> AsyncEngine:
    # A server restarts now and then; a connection from before is replaced instead of failing.
    # Errors end in logs, and the values of a statement are people's names and numbers.
    return create_async_engine(url, pool_pre_ping=True, hide_parameters=True)


def _sqlite_engine(url: str) -> AsyncEngine:
    # Without isolation_level=None the driver opens transactions by itself, and only at the first
    # change: what was read before would stand outside.
    engine = create_async_engine(url, connect_args={"isolation_level": None}, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _set_pragmas)
    event.listen(engine.sync_engine, "begin", _begin)
    event.listen(engine.sync_engine, "invalidate", _end)
    return engine


def _set_pragmas(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # A deferred transaction that turns from reading to writing fails at once when another writer
    # was faster; an immediate one waits.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _end(connection: DBAPIConnection, _entry: ConnectionPoolEntry, _error: object) -> None:
    # Where a task is cancelled in the middle of a statement, its connection is closed; but SQLite
    # keeps the lock for as long as Python remembers the statement.
    connection.rollback()


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # A command that starts together with the service waits until the tables are made.
        connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE_LOCK)))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
