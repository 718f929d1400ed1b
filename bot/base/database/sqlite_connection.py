"""A connection to an SQLite file, and one that tells whether another process has written to it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

PATIENCE_MS = 10_000

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    f"PRAGMA busy_timeout={PATIENCE_MS}",
    "PRAGMA secure_delete=ON",
    "PRAGMA foreign_keys=ON",
)


def connected(file: str, *, check_same_thread: bool = True) -> sqlite3.Connection:
    """Connect to a file, or make it."""
    # By itself the driver begins late, and leaves SELECTs outside of the transaction.
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=check_same_thread)
    for pragma in _PRAGMAS:
        connection.execute(pragma)
    return connection


def _version(connection: sqlite3.Connection) -> object:
    """Return a value that changes with each commit of another connection that this one sees.

    If it cannot be read, for example while the file is being repaired, it equals no other value.
    """
    try:
        # Fetch all rows, though there is one: an unfinished statement keeps seeing the same state.
        ((version,),) = connection.execute("PRAGMA data_version").fetchall()
    except sqlite3.Error:
        return object()
    return version


class SqliteWatch:
    """A connection that only looks whether others have written, in microseconds and without a
    hop to a thread.

    The commits of this process change the version as well, but do not count: they are made inside
    `own_commit`.
    """

    def __init__(self, file: str) -> None:
        # The event loop looks, and the thread that writes.
        self._connection = connected(file, check_same_thread=False)
        self._connection.execute("PRAGMA busy_timeout=0")
        self._lock = Lock()
        self._seen = _version(self._connection)
        self._edition = 0
        self._is_own = False

    def edition(self) -> int:
        """Return a number that changes once another process has written."""
        with self._lock:
            # While our own commit is under way no other process can commit.
            seen = self._seen if self._is_own else _version(self._connection)
            if seen != self._seen:
                self._seen = seen
                self._edition += 1
            return self._edition

    @contextmanager
    def own_commit(self, writer: sqlite3.Connection) -> Iterator[None]:
        """Ignore the commit that the writer makes in this block.

        It is ignored only if surely nobody else has committed: before the block `edition` had seen
        every commit, and after it the writer itself has seen none of others.
        """
        before = _version(writer)
        with self._lock:
            self._is_own = is_all_seen = _version(self._connection) == self._seen
        try:
            yield
        finally:
            with self._lock:
                after = _version(self._connection)
                if is_all_seen and _version(writer) == before:
                    self._seen = after
                self._is_own = False

    def close(self) -> None:
        with self._lock:
            self._connection.close()
