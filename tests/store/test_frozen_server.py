"""A PostgreSQL server that does not answer any more: nobody waits for it for ever."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Dialect
from sqlalchemy.engine import make_url

from bot.base.database.postgresql import PostgresqlEngine
from bot.base.database.process import Process
from bot.base.database.signals import Signals
from bot.base.database.transaction import Driver, Transaction
from bot.base.vault import Vault
from tests.store.postgres import Postgres
from tests.support.clock import ManualClock
from tests.support.sql import raw

PATIENCE = 3.0
STANDSTILL = 1.0


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Stop one of the server's processes: its connection stays, and nothing comes over it."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.fixture
async def engine(postgres: Postgres, clock: ManualClock) -> AsyncIterator[PostgresqlEngine]:
    def begin(dialect: Dialect, driver: Driver) -> Transaction:
        return Transaction(
            driver, dialect, clock.now(), Vault(bytes(32)), Signals(), Process(clock)
        )

    postgres.empty()
    engine = PostgresqlEngine(
        make_url(postgres.url), begin, {}, patience=PATIENCE, standstill=STANDSTILL
    )
    await engine.open()
    yield engine
    await engine.close()


async def test_who_asks_a_frozen_server_fails_in_time_and_goes_on_with_the_next(
    engine: PostgresqlEngine,
):
    ((pid,),) = await engine.write(process)

    def freeze_and_ask(tx: Transaction) -> None:
        with frozen(pid):
            process(tx)

    began = time.monotonic()
    with pytest.raises(engine.errors):
        await engine.write(freeze_and_ask)
    assert PATIENCE <= time.monotonic() - began < PATIENCE * 10
    ((after,),) = await engine.write(process)
    assert after != pid


async def test_a_connection_that_was_frozen_while_nobody_used_it_is_replaced(
    engine: PostgresqlEngine,
):
    ((pid,),) = await engine.write(process)
    with frozen(pid):
        ((after,),) = await engine.write(process)
    assert after != pid


async def test_who_stands_still_in_a_transaction_holds_up_nobody_for_long(
    engine: PostgresqlEngine,
):
    """As a process that was stopped: the server hears nothing of it, and its locks stay."""
    inside, may_go_on = threading.Event(), threading.Event()

    def stand_still(tx: Transaction) -> None:
        tx.alone_with("a lock")
        inside.set()
        may_go_on.wait()
        process(tx)

    standing = asyncio.ensure_future(engine.write(stand_still))
    await asyncio.to_thread(inside.wait)
    await engine.write(lambda tx: tx.alone_with("a lock"))  # or it would fail, for want of patience
    may_go_on.set()
    with pytest.raises(engine.errors):
        await standing


async def test_a_transaction_that_fails_keeps_its_connection_and_nothing_else(
    engine: PostgresqlEngine,
):
    ((pid,),) = await engine.write(process)

    def fail(tx: Transaction) -> None:
        raw(tx, "INSERT INTO meta (name, value) VALUES ('a', 'b') RETURNING name")
        raise LookupError

    with pytest.raises(LookupError):
        await engine.write(fail)
    ((after, kept),) = await engine.write(
        lambda tx: raw(tx, "SELECT pg_backend_pid(), (SELECT count(*) FROM meta)")
    )
    assert (after, kept) == (pid, 0)


def process(tx: Transaction) -> list[tuple[int]]:
    return raw(tx, "SELECT pg_backend_pid()")
