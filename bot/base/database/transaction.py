"""Transactions: a plain function gets one, and runs its statements on it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeVar

from sqlalchemy import Dialect, func, literal_column, select
from sqlalchemy import Sequence as NumberSequence

from bot.base.database.answers import Key, Sight
from bot.base.database.prepared import POSTGRESQL, Change, Prepared, Query, as_value, given
from bot.base.database.process import Process
from bot.base.database.signals import AT_ONCE, Signals
from bot.base.vault import Vault

R = TypeVar("R")
T = TypeVar("T")
PutOff = Callable[["Transaction", Sequence[Any]], None]

listeners: list[Callable[["Transaction", str, tuple[object, ...]], None]] = []
"""Functions for measurements: each is called with every statement, its transaction and its values,
in the thread that runs it."""

_LOCKED = Query(
    select(func.pg_advisory_xact_lock(func.hashtextextended(given("name"), literal_column("0")))),
    as_value,
)
_NEXT_NUMBER = Query(select(NumberSequence("numbers").next_value()), as_value)


class Driver(Protocol):
    """A connection: what the drivers of both databases have in common."""

    def execute(self, sql: str, arguments: tuple[object, ...], /) -> Any:  # noqa: ANN401 - a cursor
        """Run a statement."""

    def cursor(self) -> Any:  # noqa: ANN401 - a cursor
        """Return a cursor, which can run one statement several times."""


class DatabaseFailed(Exception):
    """The database refused or did not answer; nothing of the transaction was kept.

    If the connection broke during the commit, it may have been kept all the same.
    """


class Transaction:
    """One transaction: its time, its process, and the workers to wake once it is committed.

    `correlation_id` is that of the job that is worked on in it, if any. `is_read` says that it
    changes nothing.

    It lasts for one call of a function, in another thread, and the function may be called again.
    So leave every effect outside the database to `after`.
    """

    def __init__(
        self,
        driver: Driver,
        dialect: Dialect,
        now: datetime,
        vault: Vault,
        signals: Signals,
        process: Process,
        sight: Sight | None = None,
    ) -> None:
        self.now = now
        self.vault = vault
        self.process = process
        self.wakes: set[str] = set()
        self.outdates = False
        self.correlation_id: str | None = None
        self.is_read = False
        self._later: dict[str, datetime] = {}
        self._driver = driver
        self._sight = sight
        self._dialect = dialect
        self._signals = signals
        self._afterwards: list[Callable[[], None]] = []
        self._put_off: dict[PutOff, tuple[Collection[str], list[Any]]] = {}

    def all(self, query: Query[R], **values: object) -> list[R]:
        """Return the rows that a query finds."""

        def ask() -> tuple[R, ...]:
            rows = self._execute(prepared, arguments).fetchall()
            self._note(prepared, len(rows))
            return tuple(query.into(*prepared.row(row)) for row in rows)

        prepared = query.prepared(self._dialect)
        arguments = prepared.arguments(values)
        return [*self._found((query, *arguments), prepared, values, ask)]

    def one(self, query: Query[R], **values: object) -> R | None:
        """Return the first row that a query finds, if there is one."""

        def ask() -> tuple[R, ...]:
            row = self._execute(prepared, arguments).fetchone()
            self._note(prepared, 0 if row is None else 1)
            return () if row is None else (query.into(*prepared.row(row)),)

        prepared = query.prepared(self._dialect)
        arguments = prepared.arguments(values)
        # Kept apart from the rows of `all`: here the same query returns one row.
        rows = self._found((query, "one", *arguments), prepared, values, ask)
        return rows[0] if rows else None

    def _found(
        self,
        key: Key,
        prepared: Prepared,
        values: Mapping[str, object],
        ask: Callable[[], tuple[R, ...]],
    ) -> tuple[R, ...]:
        """Ask, or return the kept rows; a query by the time is not kept, as none repeats it."""
        if self._sight is None or not prepared.is_kept or self.now in values.values():
            return ask()
        return self._sight.find(key, prepared.tables, ask)

    def run(self, change: Change, **values: object) -> int:
        """Run a change; return how many rows it changed."""
        prepared = change.prepared(self._dialect)
        changed: int = self._execute(prepared, prepared.arguments(values)).rowcount
        self._note(prepared, changed)
        return changed

    def run_each(self, change: Change, rows: Sequence[Mapping[str, object]]) -> None:
        """Run a change once for each of several rows of values, in one go."""
        prepared = change.prepared(self._dialect)
        arguments = [prepared.arguments(values) for values in rows]
        self._hear(prepared, arguments[0])
        # A connection does so itself with one of the two drivers only.
        self._driver.cursor().executemany(prepared.sql, arguments)
        self._note(prepared, len(rows))

    def put_off(
        self,
        one: T,
        do: Callable[["Transaction", Sequence[T]], None],
        before: Collection[str],
    ) -> None:
        """Call a function at the end, once for all values that are put off with it.

        It is called earlier if a statement reads or changes one of the tables `before`.
        """
        self._put_off.setdefault(do, (before, []))[1].append(one)

    def complete(self) -> None:
        """Call the functions that were put off."""
        while self._put_off:
            self._do_at_last(next(iter(self._put_off)))

    def _do_at_last(self, do: Callable[["Transaction", Sequence[Any]], None]) -> None:
        _, each = self._put_off.pop(do)
        do(self, each)

    def _execute(self, prepared: Prepared, arguments: tuple[object, ...]) -> Any:  # noqa: ANN401
        self._hear(prepared, arguments)
        return self._driver.execute(prepared.sql, arguments)

    def _hear(self, prepared: Prepared, arguments: tuple[object, ...]) -> None:
        """Call the listeners for a statement, after the functions put off that it must see."""
        for do, (before, _) in [*self._put_off.items()]:
            if not prepared.tables.isdisjoint(before):
                self._do_at_last(do)
        for listener in listeners:
            listener(self, prepared.sql, arguments)

    def _note(self, prepared: Prepared, rows: int) -> None:
        """Note the tables that a statement has changed, if it found or changed any rows."""
        if rows and self._sight is not None:
            self._sight.change(prepared.changes)

    def alone_with(self, name: str) -> None:
        """Take the lock of this name until the commit; wait while another transaction has it.

        On SQLite there is one write transaction at a time anyway.
        """
        if self._dialect is POSTGRESQL:
            self.one(_LOCKED, name=name)

    def next_number(self) -> int:
        """Return a number higher than all that were given out before, by any process.

        Only a program whose schema has `highest_number` may call this.
        """
        if self._dialect is POSTGRESQL:
            (number,) = self.all(_NEXT_NUMBER)
            return int(number)
        return next(self.process.numbers)

    def wake(self, kind: str, at: datetime = AT_ONCE) -> None:
        """Wake the worker of a kind after the commit, or at a later time."""
        if at <= self.now:
            self.wakes.add(kind)
        else:
            self._later[kind] = min(self._later.get(kind, at), at)

    def outdate(self) -> None:
        """Make every process read its remembered data again, once this is committed."""
        self.outdates = True

    def after(self, call: Callable[[], None]) -> None:
        """Call a function on the event loop after the commit, and only then."""
        self._afterwards.append(call)

    def committed(self) -> None:
        """Wake the workers and call the functions of `after`, on the event loop."""
        for kind in self.wakes:
            self._signals[kind].notify()
        for kind, at in self._later.items():
            self._signals[kind].notify(at)
        for call in self._afterwards:
            call()
