"""What a test asks of a database, or does to it, behind the back of those who use it."""

import asyncio
import threading
from collections import namedtuple
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, Select, create_engine, text

from bot.base.database.database import Database
from bot.base.database.prepared import Change, Query
from bot.base.database.schema import Schema
from bot.base.database.transaction import Transaction, listeners
from tests.workers.waiting import come_true

FIRST_TABLES = Path(__file__).with_name("first_tables")
"""The tables of each program at its first version, a statement a line, by database."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Heard:
    """A statement as the driver gets it, and the transaction that it is part of."""

    transaction: Transaction
    sql: str
    arguments: tuple[object, ...]


async def execute(database: Database, sql: str) -> None:
    """Run a statement in a transaction of its own."""
    await database.write(Transaction.run, Change(text(sql)))


async def rows(database: Database, query: Select[*tuple[Any, ...]]) -> list[Any]:
    """Return what a query finds: rows whose columns go by their names."""
    return await database.read(all_rows, query)


def all_rows(tx: Transaction, query: Select[*tuple[Any, ...]]) -> list[Any]:
    """Return what a query finds, inside of a transaction."""
    return tx.all(Query(query, namedtuple("Row", query.exported_columns.keys())))  # noqa: PYI024


def raw(tx: Transaction, sql: str, arguments: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
    """Ask the driver itself, in the words of its own database."""
    rows: list[tuple[Any, ...]] = tx._driver.execute(sql, arguments).fetchall()
    return rows


def plans(tx: Transaction, act: Callable[[Transaction], object]) -> list[str]:
    """Return how SQLite goes about each statement of what is done."""
    with listening() as asked:
        act(tx)
    return [
        str(detail)
        for each in asked
        for *_, detail in raw(tx, f"EXPLAIN QUERY PLAN {each.sql}", each.arguments)
    ]


@contextmanager
def listening() -> Iterator[list[Heard]]:
    """Note every statement of this process for as long as the block lasts."""
    heard: list[Heard] = []

    def note(transaction: Transaction, sql: str, arguments: tuple[object, ...]) -> None:
        heard.append(Heard(transaction, sql, arguments))

    listeners.append(note)
    try:
        yield heard
    finally:
        listeners.remove(note)


async def by_sqlalchemy(url: str, work: Callable[[Connection], T]) -> T:
    """Work on a database as SQLAlchemy does, over a connection of its own."""
    engine = create_engine(url.replace("+aiosqlite", ""))
    try:
        return await asyncio.to_thread(_work, engine, work)
    finally:
        engine.dispose()


def _work(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def migrated(schema: Schema, connection: Connection) -> None:
    """Let the tables of a database be those of the first version, after all its migrations."""
    schema.tables.drop_all(connection)
    first = schema.versions[0]
    made = (FIRST_TABLES / f"{first}.{connection.dialect.name}.sql").read_text().splitlines()
    for statement in (*made, f"UPDATE alembic_version SET version_num = '{first}'"):
        connection.exec_driver_sql(statement)
    schema.migrate(connection)


@asynccontextmanager
async def uncommitted(
    database: Database, decide: Callable[Concatenate[Transaction, P], T], *args: P.args
) -> AsyncIterator[asyncio.Task[T]]:
    """Run a transaction that is not committed before the block has ended."""
    inside, may_leave = threading.Event(), threading.Event()

    def hold(tx: Transaction) -> T:
        decided = decide(tx, *args)
        inside.set()
        may_leave.wait()
        return decided

    writing = asyncio.create_task(database.write(hold))
    await asyncio.to_thread(inside.wait)
    try:
        yield writing
    finally:
        may_leave.set()
        await asyncio.wait({writing})


async def others_wait_for_a_lock(database: Database) -> None:
    """Return once a transaction on PostgreSQL waits for what another one has locked."""

    def waits(tx: Transaction) -> bool:
        return bool(raw(tx, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))

    await come_true(lambda: database.read(waits))
