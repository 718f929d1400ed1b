"""What happens in one transaction: a plain function is given one, and asks it for rows."""

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
"""Who measures is told of each statement, of its transaction and its values, in the thread that it
runs in."""

_LOCKED = Query(
    select(func.pg_advisory_xact_lock(func.hashtextextended(given("name"), literal_column("0")))),
    as_value,
)
_NEXT_NUMBER = Query(select(NumberSequence("numbers").next_value()), as_value)


class Driver(Protocol):
    """A connection, as far as both databases' drivers are alike."""

    def execute(self, sql: str, arguments: tuple[object, ...], /) -> Any:  # noqa: ANN401 - a cursor
        """Run a statement."""

    def cursor(self) -> Any:  # noqa: ANN401 - a cursor
        """Return what runs one several times."""


class DatabaseFailed(Exception):
    """The database did not do what it was asked; nothing of that transaction was kept.

    Where the connection broke at its very end, it may have been kept all the same.
    """


class Transaction:
    """One transaction: when and by whom it is made, and whom to wake once it is committed.

    `correlation_id` is that of the job which is worked on in it, if one is. `is_read` says that
    nothing is changed in it.

    It lasts for the call that it was given to, in a thread of its own, and the call may be made
    again. So whatever should happen outside of the database is left to `after`.
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
        """Return what a query finds."""

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
        # Kept apart from what `all` has found: here the same question answers with one row.
        rows = self._found((query, "one", *arguments), prepared, values, ask)
        return rows[0] if rows else None

    def _found(
        self,
        key: Key,
        prepared: Prepared,
        values: Mapping[str, object],
        ask: Callable[[], tuple[R, ...]],
    ) -> tuple[R, ...]:
        """Ask, or be told what was found before; no other asks the same with this very moment."""
        if self._sight is None or not prepared.is_kept or self.now in values.values():
            return ask()
        return self._sight.find(key, prepared.tables, ask)

    def run(self, change: Change, **values: object) -> int:
        """Make a change; return how many rows it has changed."""
        prepared = change.prepared(self._dialect)
        changed: int = self._execute(prepared, prepared.arguments(values)).rowcount
        self._note(prepared, changed)
        return changed

    def run_each(self, change: Change, rows: Sequence[Mapping[str, object]]) -> None:
        """Make a change once for each of several values, in one go."""
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
        """Have something done at the end, together with what is put off likewise.

        It is done earlier if one of the tables `before` is asked or changed until then.
        """
        self._put_off.setdefault(do, (before, []))[1].append(one)

    def complete(self) -> None:
        """Do what was put off."""
        while self._put_off:
            self._do_at_last(next(iter(self._put_off)))

    def _do_at_last(self, do: Callable[["Transaction", Sequence[Any]], None]) -> None:
        _, each = self._put_off.pop(do)
        do(self, each)

    def _execute(self, prepared: Prepared, arguments: tuple[object, ...]) -> Any:  # noqa: ANN401
        self._hear(prepared, arguments)
        return self._driver.execute(prepared.sql, arguments)

    def _hear(self, prepared: Prepared, arguments: tuple[object, ...]) -> None:
        """Tell who listens of a statement; first is done what it must see."""
        for do, (before, _) in [*self._put_off.items()]:
            if not prepared.tables.isdisjoint(before):
                self._do_at_last(do)
        for listener in listeners:
            listener(self, prepared.sql, arguments)

    def _note(self, prepared: Prepared, rows: int) -> None:
        """Note what a statement has changed, which tells how many rows it has found or changed."""
        if rows and self._sight is not None:
            self._sight.change(prepared.changes)

    def alone_with(self, name: str) -> None:
        """Wait until no other transaction is alone with this name; then be, until the commit.

        On SQLite there is one write transaction at a time anyway.
        """
        if self._dialect is POSTGRESQL:
            self.one(_LOCKED, name=name)

    def next_number(self) -> int:
        """Return a number higher than all that were given out before, in whatever process.

        It is only for programs whose schema says which of them are kept.
        """
        if self._dialect is POSTGRESQL:
            (number,) = self.all(_NEXT_NUMBER)
            return int(number)
        return next(self.process.numbers)

    def wake(self, kind: str, at: datetime = AT_ONCE) -> None:
        """Have the worker of a kind look what there is, after the commit or at a later time."""
        if at <= self.now:
            self.wakes.add(kind)
        else:
            self._later[kind] = min(self._later.get(kind, at), at)

    def outdate(self) -> None:
        """Have every process read again what it remembers, once this is committed."""
        self.outdates = True

    def after(self, call: Callable[[], None]) -> None:
        """Have something done on the event loop after the commit, and only then."""
        self._afterwards.append(call)

    def committed(self) -> None:
        """Wake who waits for what was done, on the event loop."""
        for kind in self.wakes:
            self._signals[kind].notify()
        for kind, at in self._later.items():
            self._signals[kind].notify(at)
        for call in self._afterwards:
            call()
