"""Rows that queries have found, kept in memory until one of their tables is written to.

A file has one writer, so nearly every query has been answered before. A kept answer is as good as
the database's own: it is filed under its tables, a change of one of them drops it, and a
transaction gets only the rows that it would find itself.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from threading import Condition
from typing import Any, TypeVar

T = TypeVar("T")

Key = tuple[Hashable, ...]

RESTLESS = {"is_restless": True}
"""The `info` of a table that nearly every transaction changes: its rows are not kept."""

_NONE = -1
_MOST_ROWS = 2_000
_MOST_ROWS_OF_ONE = 200


class Answers:
    """The rows by question, for the threads that read and the one that writes.

    A table's version is odd while a change of it is being committed.
    """

    def __init__(self) -> None:
        self._moves = Condition()
        self._versions: defaultdict[str, int] = defaultdict(int)
        self._kept: dict[Key, tuple[Collection[str], tuple[Any, ...]]] = {}
        self._by_table: defaultdict[str, set[Key]] = defaultdict(set)
        self._asked: set[Key] = set()
        self._rows = 0
        self._edition = 0

    def sight(self) -> "Sight":
        """Return the sight of a transaction that begins after this call."""
        with self._moves:
            return Sight(self, dict(self._versions))

    def heed(self, edition: int) -> None:
        """Drop all answers if other processes have written, which a new edition shows."""
        with self._moves:
            if edition != self._edition:
                self._edition = edition
                self._drop([*self._kept])

    @contextmanager
    def changing(self, sight: "Sight") -> Iterator[None]:
        """Drop the answers from changed tables; keep those found after their last change."""
        self._move(sight.changed)
        try:
            yield
        finally:
            self._move(sight.changed)
        with self._moves:
            if sight.edition == self._edition:
                for key, (tables, rows) in sight.own.items():
                    self._keep(key, tables, rows)

    def _move(self, tables: Collection[str]) -> None:
        with self._moves:
            for table in tables:
                self._versions[table] += 1
                self._drop(self._by_table[table].copy())

    def find(
        self, key: Key, tables: Collection[str], ask: Callable[[], tuple[T, ...]], sight: "Sight"
    ) -> tuple[T, ...]:
        """Return the kept rows, or ask; the same query from another thread waits meanwhile."""
        with self._moves:
            # Without this, two threads with the same query would both go to the file.
            while key in self._asked and self._is_true(tables, sight):
                self._moves.wait()
            is_true = self._is_true(tables, sight)
            if is_true and key in self._kept:
                return self._kept[key][1]
            if is_true:
                self._asked.add(key)
        if not is_true:
            # This transaction may see an older state of the tables: no other may get its rows.
            return ask()
        try:
            rows = ask()
        finally:
            with self._moves:
                self._asked.remove(key)
                self._moves.notify_all()
        with self._moves:
            if self._is_true(tables, sight):
                self._keep(key, tables, rows)
        return rows

    def _keep(self, key: Key, tables: Collection[str], rows: tuple[Any, ...]) -> None:
        # A long list changes often, and takes more room than it saves time.
        if len(rows) > _MOST_ROWS_OF_ONE or key in self._kept:
            return
        self._kept[key] = tables, rows
        self._rows += len(rows) + 1
        for table in tables:
            self._by_table[table].add(key)
        while self._rows > _MOST_ROWS:
            self._drop([next(iter(self._kept))])

    def _is_true(self, tables: Collection[str], sight: "Sight") -> bool:
        """Tell whether the kept rows of tables are those that a transaction would find."""
        return sight.edition == self._edition and not any(
            table in sight.changed
            or self._versions[table] % 2
            or self._versions[table] != sight.versions.get(table, 0)
            for table in tables
        )

    def _drop(self, keys: Collection[Key]) -> None:
        for key in keys:
            tables, rows = self._kept.pop(key)
            self._rows -= len(rows) + 1
            for table in tables:
                self._by_table[table].discard(key)


class Sight:
    """Tells which kept rows one transaction may get, or all transactions that share a commit.

    `versions` are those of the tables before it began, `edition` is the state of other processes'
    changes that it sees, and `changed` are the tables that it has changed itself. `own` is what it
    has found in those after their last change: nobody else knows of it before the commit.
    """

    def __init__(self, answers: Answers, versions: Mapping[str, int]) -> None:
        self.versions = versions
        self.edition = 0
        self.changed: set[str] = set()
        self.own: dict[Key, tuple[Collection[str], tuple[Any, ...]]] = {}
        self._answers = answers

    def begin(self, before: int, edition: int) -> None:
        """Get the rows that are kept of this edition, if the transaction began at the same one.

        A transaction may or may not see another process that commits while it begins. So where the
        edition `before` differs, the transaction gets no kept row, and none of its own is kept.
        """
        self._answers.heed(edition)
        self.edition = edition if edition == before else _NONE

    def find(
        self, key: Key, tables: Collection[str], ask: Callable[[], tuple[T, ...]]
    ) -> tuple[T, ...]:
        """Return the rows that were found before if they still hold, or ask."""
        if self.changed.isdisjoint(tables):
            return self._answers.find(key, tables, ask, self)
        if key not in self.own:
            self.own[key] = tables, ask()
        return self.own[key][1]

    def change(self, tables: Collection[str]) -> None:
        """Forget the rows of tables, because they are changed."""
        self.changed.update(tables)
        self.own = {key: found for key, found in self.own.items() if {*tables}.isdisjoint(found[0])}

    def undo(self) -> None:
        """Forget the rows found after a change, because some changes are undone."""
        self.own.clear()
