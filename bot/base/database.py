"""One database: how it is opened, read and written."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Connection, Table, create_engine, event, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.base.clock import Clock
from bot.base.file_lock import alone_on
from bot.base.schema import Schema, told_as_unusable
from bot.base.vault import Vault
from bot.base.wakeup import Signals

DRIVERS = ("sqlite+aiosqlite", "postgresql+psycopg")
"""What the address of a database may begin with: the tests of the store run with each."""

_SQLITE_READERS = 4
_SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=10000",
    "PRAGMA secure_delete=ON",
    "PRAGMA foreign_keys=ON",
)


class Transaction:
    """One transaction: a connection, the time it happens at, and whom to wake afterwards."""

    def __init__(self, connection: AsyncConnection, now: datetime, vault: Vault) -> None:
        self.connection = connection
        self.now = now
        self.vault = vault
        self.wakes: set[str] = set()
        self._is_postgresql = connection.dialect.name == "postgresql"

    def insert(self, table: Table) -> sqlite.Insert:
        """Start an INSERT that knows `on_conflict_do_…`, which both dialects spell alike."""
        if self._is_postgresql:
            return cast("sqlite.Insert", postgresql.insert(table))
        return sqlite.insert(table)

    async def alone_with(self, name: str) -> None:
        """Wait until no other transaction is alone with this name; then be, until the commit.

        On SQLite there is one write transaction at a time anyway.
        """
        if self._is_postgresql:
            lock = func.pg_advisory_xact_lock(func.hashtextextended(name, 0))
            await self.connection.execute(select(lock))


class Database:
    """What one program remembers: `open` first, `close` at the end."""

    def __init__(self, url: str, schema: Schema, vault: Vault, clock: Clock) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.signals = Signals()
        self._url = url
        self._schema = schema
        self._vault = vault
        self._clock = clock
        self._cleanup = AsyncExitStack()
        self._writer: AsyncEngine
        self._reader: AsyncEngine
        # SQLite has one writer at a time; waiting here is cheaper than its busy time-out.
        self._one_writer = asyncio.Lock()

    async def open(self, *, alone: bool = False) -> None:
        """Connect and bring the tables up to date; where that fails nothing stays open.

        `alone` keeps a second process that serves it away from the same SQLite file; who only wants
        to look at what a running one does, or to change a row, opens it without.

        Raises:
            DatabaseBusy: another process works with this SQLite file.
            DatabaseUnusable: its address is wrong, nobody answers there, or it is of a later
                version.
        """
        async with AsyncExitStack() as stack:
            stack.enter_context(told_as_unusable(self._schema))
            stack.push_async_callback(self.close)
            url = make_url(self._url)
            if alone:
                self._cleanup.enter_context(alone_on(url))
            if self.is_sqlite:
                _check_file(url)
                self._writer = self._kept(_sqlite_engine(url, 1, "BEGIN IMMEDIATE"))
                self._reader = self._kept(_sqlite_engine(url, _SQLITE_READERS, "BEGIN"))
            else:
                # A server restarts now and then; a connection from before is replaced.
                engine = create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
                self._writer = self._reader = self._kept(engine)
            async with self._writer.begin() as connection:
                await connection.run_sync(self._schema.upgrade, self._vault)
            stack.pop_all()

    async def close(self) -> None:
        await self._cleanup.aclose()

    def _kept(self, engine: AsyncEngine) -> AsyncEngine:
        self._cleanup.push_async_callback(engine.dispose)
        return engine

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Open a write transaction; it is durable when the block has ended without an error."""
        async with AsyncExitStack() as stack:
            if self.is_sqlite:
                await stack.enter_async_context(self._one_writer)
            connection = await stack.enter_async_context(self._writer.begin())
            tx = Transaction(connection, self._clock.now(), self._vault)
            yield tx
        self.signals.notify(*tx.wakes)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        async with self._reader.begin() as connection:
            yield Transaction(connection, self._clock.now(), self._vault)

    async def checkpoint(self) -> None:
        """Empty SQLite's write-ahead log, so that wiped bytes are gone from the disk as well."""
        if not self.is_sqlite:
            return
        async with self._one_writer, self._writer.connect() as connection:
            raw = await connection.get_raw_connection()
            cursor = await raw.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]
            await cursor.close()


def _check_file(url: URL) -> None:
    # When the file cannot be opened, the asynchronous driver leaves a thread that outlives the
    # event loop and complains of it.
    engine = create_engine(url.set(drivername="sqlite"))
    engine.connect().close()
    engine.dispose()


def _sqlite_engine(url: URL, connections: int, begin: str) -> AsyncEngine:
    engine = create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
        # Errors end in logs, and the values of a statement are what people wrote.
        hide_parameters=True,
        # Without it the driver begins by itself, late, and leaves SELECTs outside the transaction.
        connect_args={"isolation_level": None},
    )

    @event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(dbapi_connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's
        cursor = dbapi_connection.cursor()
        for pragma in _SQLITE_PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "invalidate")
    def end_transaction(dbapi_connection: Any, *_: object) -> None:  # noqa: ANN401 - the driver's
        # Where a task is cancelled in the middle of a statement, its connection is closed; but
        # SQLite keeps the lock for as long as Python remembers the statement.
        dbapi_connection.rollback()

    @event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
