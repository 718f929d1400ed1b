"""PostgreSQL: a transaction is a function that runs in one of a few threads, with a connection."""

import asyncio
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Any, TypeVar, cast

import stamina
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from bot.base.clock import LEAST_JUMP, SteadyTime, machine_time
from bot.base.database.engine import CONNECTIONS, Begin, Claim, Decide
from bot.base.database.prepared import POSTGRESQL
from bot.base.database.transaction import DatabaseFailed, Driver, Transaction

T = TypeVar("T")

_PATIENCE_SECONDS = 8.0
_STANDSTILL_SECONDS = 5.0
"""How long the server lets a silent transaction go on: its process stands still, and its locks hold
up all others."""
_TRIES = 5
_CORRECTED_SECONDS = 5.0
_UNHEARD = -1
_LISTENED_AGAIN_SECONDS = 1.0
_CHANNEL = "handover_outdated"
_TELL_THE_TIME = "SELECT clock_timestamp(), coalesce(max(shifts), 0) FROM known_time"
_COLLISIONS = ("40001", "40P01")
"""The errors of PostgreSQL when two transactions collide: a retry helps."""


def _collided(error: Exception) -> bool:
    return getattr(getattr(error, "orig", error), "sqlstate", None) in _COLLISIONS


class _ServerTime:
    """The server's time, by which all replicas go, whatever the clocks of their machines.

    As each transaction begins, the process reads the server's time and how often jobs have been
    shifted with it (`known_time`). A new shift means that the server's clock was set, and all
    replicas adopt it from that transaction on. Otherwise only drifts below a jump are corrected.
    """

    def __init__(self) -> None:
        self.steady = SteadyTime(machine_time())
        self._shifts = _UNHEARD
        self._corrected_at = 0.0
        self._lock = Lock()

    def hear(self, said: datetime, shifts: int, at: float) -> None:
        """Note the time that the server told at a moment of the monotonic clock."""
        with self._lock:
            # Clocks drift apart a little: that is corrected every few seconds. A jump is believed
            # once a process has shifted the waiting jobs with it.
            jump = self.steady.hear(said, at)
            is_old = at < self._corrected_at + _CORRECTED_SECONDS
            if shifts != self._shifts or (abs(jump) < LEAST_JUMP and not is_old):
                self._shifts, self._corrected_at = shifts, at
                self.steady.take_over(jump)


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
        from bot.base.database.postgresql_connection import connect, listen  # noqa: PLC0415

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
        # Set in each transaction: behind pgbouncer a connection is ours only for a transaction.
        limit = f"SET LOCAL idle_in_transaction_session_timeout = {int(standstill * 1000)}"
        self._beginning = f"BEGIN; {limit}; {_TELL_THE_TIME}"
        event.listen(
            self._engine, "do_connect", lambda _, __, args, more: connect(patience, *args, **more)
        )
        self._time = _ServerTime()
        self._is_open = True
        arguments, parameters = self._engine.dialect.create_connect_args(address)
        self._listen = partial(listen, _CHANNEL, self._outdate, *arguments, **parameters)
        self._listening: asyncio.Task[None] | None = None
        self._edition = 0
        self._threads = ThreadPoolExecutor(connections, "postgresql")
        # SQLAlchemy connects; statements go to the driver, which is an extra.
        self.errors = (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error)

    def time(self) -> SteadyTime:
        return self._time.steady

    def edition(self) -> int:
        if self._listening is None and self._is_open:  # without remembered data there is no need
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
        # It runs on if the caller is cancelled: its commit must wake others all the same.
        _, result = await asyncio.shield(running)
        return result

    async def read(self, look: Decide[T]) -> T:
        return await self.write(look)

    async def checkpoint(self, *, waits: bool = True) -> None:
        """Nothing: the server sees to its disk by itself."""

    def _tell_of_commit(self, run: asyncio.Future[tuple[Transaction, Any]]) -> None:
        if run.cancelled() or run.exception() is not None:
            return
        tx, _ = run.result()
        if tx.outdates:  # told by the server as well, but only soon
            self._outdate()
        tx.committed()

    def _run(self, decide: Decide[T]) -> tuple[Transaction, T]:
        """Run a function in a transaction of its own, in one of the threads."""
        for attempt in stamina.retry_context(on=_collided, attempts=_TRIES, wait_initial=0.01):
            with attempt, self._engine.connect() as connection:
                driver = cast("Driver", connection.connection.driver_connection)
                try:
                    asked = time.monotonic()
                    answers = driver.execute(self._beginning, ())
                    while answers.nextset():  # the last of the three statements tells the time
                        pass
                    said, shifts = answers.fetchone()
                    # The server read its clock at some moment between the question and the answer.
                    self._time.hear(said, shifts, (asked + time.monotonic()) / 2)
                    tx = self._begin(POSTGRESQL, driver)
                    result = decide(tx)
                    if tx.outdates:
                        driver.execute(f"NOTIFY {_CHANNEL}", ())
                except BaseException:
                    with suppress(*self.errors):  # then the server does so by itself
                        driver.execute("ROLLBACK", ())
                    raise
                # A COMMIT that fails is not a case for ROLLBACK: it has ended the transaction.
                driver.execute("COMMIT", ())
        return tx, result
