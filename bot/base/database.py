"""One database: how it is opened, read and written."""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Self, cast

from sqlalchemy import Connection, Table, create_engine, event, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.base.clock import Clock
from bot.base.database_errors import told_as_unusable
from bot.base.vault import Vault
from bot.base.wakeup import Signals
from bot.store.migrate import migrate

_SQLITE_READERS = 4
_SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=5000",
    "PRAGMA secure_delete=ON",
)


class DatabaseBusy(Exception):
    """Another process has this SQLite file open."""


class Transaction:
    """One transaction: a connection, the time it happens at, and whom to wake afterwards."""

    def __init__(self, connection: AsyncConnection, now: datetime, vault: Vault) -> None:
        self.connection = connection
        self.now = now
        self.vault = vault
        self.wakes: set[str] = set()

    def insert(self, table: Table) -> sqlite.Insert:
        """Start an INSERT that knows `on_conflict_do_…`, which both dialects spell alike."""
        if self.connection.dialect.name == "postgresql":
            return cast("sqlite.Insert", postgresql.insert(table))
        return sqlite.insert(table)

    async def alone_with(self, name: str) -> None:
        """Wait until no other transaction is alone with this name; then be, until the commit.

        On SQLite there is one write transaction at a time anyway.
        """
        if self.connection.dialect.name == "postgresql":
            lock = func.pg_advisory_xact_lock(func.hashtextextended(name, 0))
            await self.connection.execute(select(lock))


class Database:
    """The store of one bot. Made with `Database.open`, closed with `close`."""

    def __init__(self, url: URL, vault: Vault, clock: Clock) -> None:
        self._vault = vault
        self._clock = clock
        self._cleanup = AsyncExitStack()
        self._is_sqlite = url.get_backend_name() == "sqlite"
        self._writer, self._reader = self._engines(url)
        # SQLite has one writer at a time; waiting here is cheaper than its busy time-out.
        self._one_writer = asyncio.Lock()
        self.signals = Signals()

    @classmethod
    async def open(cls, url: str, vault: Vault, clock: Clock, *, alone: bool = True) -> Self:
        """Open the database and bring its tables up to date.

        `alone` keeps a second bot away from the same SQLite file; who only wants to look at what
        a running bot does, or to change a row, opens it without.

        Raises:
            DatabaseBusy: another process works with this SQLite file.
            DatabaseUnusable: its address is wrong, nobody answers there, or it is of a later
                version.
        """
        async with AsyncExitStack() as stack:
            stack.enter_context(told_as_unusable())
            parsed = make_url(url)
            database = cls(parsed, vault, clock)
            stack.push_async_callback(database.close)
            if alone and database._is_sqlite and parsed.database not in (None, "", ":memory:"):
                database._cleanup.callback(_lock_file(Path(f"{parsed.database}.lock")))
            if database._is_sqlite:
                _check_file(parsed)
            async with database._writer.connect() as connection:
                await connection.run_sync(migrate)
            stack.pop_all()
        return database

    @property
    def is_sqlite(self) -> bool:
        """Whether this process is the only one that works with the database."""
        return self._is_sqlite

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Open a write transaction; it is durable when the block has ended without an error."""
        async with AsyncExitStack() as stack:
            if self._is_sqlite:
                await stack.enter_async_context(self._one_writer)
            connection = await stack.enter_async_context(self._writer.begin())
            tx = Transaction(connection, self._clock.now(), self._vault)
            yield tx
        self.signals.notify(*tx.wakes)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """Open a transaction that only reads, from one state of the database."""
        async with self._reader.begin() as connection:
            yield Transaction(connection, self._clock.now(), self._vault)

    async def checkpoint(self) -> None:
        """Empty SQLite's write-ahead log, so that wiped bytes are gone from the disk as well."""
        if not self._is_sqlite:
            return
        async with self._one_writer, self._writer.connect() as connection:
            raw = await connection.get_raw_connection()
            cursor = await raw.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]
            await cursor.close()

    async def close(self) -> None:
        """Close all connections and let another process in."""
        await self._writer.dispose()
        if self._reader is not self._writer:
            await self._reader.dispose()
        await self._cleanup.aclose()

    def _engines(self, url: URL) -> tuple[AsyncEngine, AsyncEngine]:
        if not self._is_sqlite:
            engine = create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
            return engine, engine
        return _sqlite_engine(url, 1, "BEGIN IMMEDIATE"), _sqlite_engine(
            url, _SQLITE_READERS, "BEGIN"
        )


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


def _lock_file(path: Path) -> Any:  # noqa: ANN401 - a callable for the exit stack
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise DatabaseBusy(
            f"another process already works with {path.with_suffix('')}; stop it first"
        ) from error
    return lambda: os.close(descriptor)
