"""PostgreSQL: a transaction is a function that runs in one of a few threads, with a connection."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar, cast

import stamina
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from bot.base.engine import CONNECTIONS, Begin, Claim, Decide
from bot.base.statements import POSTGRESQL
from bot.base.transaction import DatabaseFailed, Driver, Transaction

T = TypeVar("T")

_PATIENCE_SECONDS = 8.0
_STANDSTILL_SECONDS = 5.0
"""How long the server lets a transaction go on of which it hears nothing: its process stands still,
and what it has locked holds up all others."""
_TRIES = 5
_CLOCK_READ_SECONDS = 5.0
_LISTENED_AGAIN_SECONDS = 1.0
_CHANNEL = "handover_outdated"
_COLLISIONS = ("40001", "40P01")
"""What PostgreSQL says where two transactions were in each other's way: it helps to try again."""


def _collided(error: Exception) -> bool:
    return getattr(getattr(error, "orig", error), "sqlstate", None) in _COLLISIONS


class _ServerClock:
    """The server's clock, by which all replicas go, whatever their machines say."""

    def __init__(self) -> None:
        self._said = datetime.now(UTC)
        self._at = time.monotonic()
        self._asked_again = self._at

    def ahead(self) -> timedelta:
        """Return how far it is ahead of this machine's, which may be set meanwhile."""
        return self._said + timedelta(seconds=time.monotonic() - self._at) - datetime.now(UTC)

    def read(self, engine: Engine) -> None:
        """Ask what time it is, if that is long ago. It was so between question and answer."""
        if time.monotonic() < self._asked_again:
            return
        with engine.connect() as connection:
            asked = time.monotonic()
            (self._said,) = connection.exec_driver_sql("SELECT clock_timestamp()").one()
            self._at = (asked + time.monotonic()) / 2
        self._asked_again = asked + _CLOCK_READ_SECONDS

    def read_anew(self) -> None:
        """Ask at the next occasion: it may be another server."""
        self._asked_again = time.monotonic()


class PostgresqlEngine:
    """One server: as many threads as connections, one transaction in each."""

    def __init__(
        self,
        address: URL,
        begin: Begin,
        _claims: Mapping[str, Claim],
        connections: int = CONNECTIONS,
        patience: float = _PATIENCE_SECONDS,
        standstill: float = _STANDSTILL_SECONDS,
    ) -> None:
        # The driver is an extra, and this the first that needs it.
        from bot.base.postgresql_connection import connect, listen  # noqa: PLC0415

        self._address = address
        self._begin = begin
        # A server restarts now and then; a connection from before is replaced.
        self._engine = create_engine(
            address,
            pool_pre_ping=True,
            hide_parameters=True,
            pool_size=connections,
            max_overflow=0,
            isolation_level="AUTOCOMMIT",  # each transaction is begun and ended here
        )
        # Said in each: behind pgbouncer one has a connection for the transaction, and no longer.
        limit = f"SET LOCAL idle_in_transaction_session_timeout = {int(standstill * 1000)}"
        self._beginning = f"BEGIN; {limit}"
        event.listen(
            self._engine, "do_connect", lambda _, __, args, more: connect(patience, *args, **more)
        )
        self._clock = _ServerClock()
        event.listen(self._engine, "connect", lambda _, __: self._clock.read_anew())
        self._is_open = True
        arguments, parameters = self._engine.dialect.create_connect_args(address)
        self._listen = partial(listen, _CHANNEL, self._outdate, *arguments, **parameters)
        self._listening: asyncio.Task[None] | None = None
        self._edition = 0
        self._threads = ThreadPoolExecutor(connections, "postgresql")
        # SQLAlchemy connects; statements go to the driver, which is an extra.
        self.errors = (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error)

    def ahead(self) -> timedelta:
        return self._clock.ahead()

    def edition(self) -> int:
        if self._listening is None and self._is_open:  # who remembers nothing needs not listen
            self._listening = asyncio.create_task(self._keep_listening(), name="listening")
        return self._edition

    def _outdate(self) -> None:
        self._edition += 1

    async def _keep_listening(self) -> None:
        while True:
            with suppress(*self.errors, OSError):
                await self._listen()
            await asyncio.sleep(_LISTENED_AGAIN_SECONDS)

    def upgrading(self) -> Engine:
        return create_engine(self._address, hide_parameters=True)

    async def open(self) -> None:
        """Nothing: each connection is made when it is needed first."""

    async def close(self) -> None:
        self._is_open = False
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    async def write(self, decide: Decide[T]) -> T:
        if not self._is_open:
            raise DatabaseFailed("the database is closed")
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self._threads, self._run, decide)
        running.add_done_callback(self._tell_of_commit)
        # Whoever is cancelled meanwhile leaves it running: others are woken by it all the same.
        _, result = await asyncio.shield(running)
        return result

    async def read(self, look: Decide[T]) -> T:
        return await self.write(look)

    async def checkpoint(self) -> None:
        """Nothing: the server sees to its disk by itself."""

    def _tell_of_commit(self, run: asyncio.Future[tuple[Transaction, Any]]) -> None:
        if run.cancelled() or run.exception() is not None:
            return
        tx, _ = run.result()
        if tx.outdates:  # told by the server as well, but only soon
            self._outdate()
        tx.committed()

    def _run(self, decide: Decide[T]) -> tuple[Transaction, T]:
        self._clock.read(self._engine)
        for attempt in stamina.retry_context(on=_collided, attempts=_TRIES, wait_initial=0.01):
            with attempt, self._transaction() as driver:
                tx = self._begin(POSTGRESQL, driver)
                result = decide(tx)
                if tx.outdates:
                    driver.execute(f"NOTIFY {_CHANNEL}", ())
        return tx, result

    @contextmanager
    def _transaction(self) -> Iterator[Driver]:
        with self._engine.connect() as connection:
            driver = cast("Driver", connection.connection.driver_connection)
            driver.execute(self._beginning, ())
            try:
                yield driver
            except BaseException:
                with suppress(*self.errors):  # then the server does so by itself
                    driver.execute("ROLLBACK", ())
                raise
            driver.execute("COMMIT", ())
