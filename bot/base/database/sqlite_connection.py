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
    """Return what moves with each commit of another connection that this one comes to see.

    Where it cannot be looked at, as while somebody repairs the file, it is like no other.
    """
    try:
        # All of it, though it is one row: a statement that was not ended goes on seeing the same.
        ((version,),) = connection.execute("PRAGMA data_version").fetchall()
    except sqlite3.Error:
        return object()
    return version


class SqliteWatch:
    """A connection that only looks whether others have written: it takes microseconds, and
    no hop to a thread.

    The commits of this process move the version as well, and do not count: they are made inside
    of `own_commit`.
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
        """Return a number that is another one once others have written."""
        with self._lock:
            # While a commit of our own is under way nobody else can make one.
            seen = self._seen if self._is_own else _version(self._connection)
            if seen != self._seen:
                self._seen = seen
                self._edition += 1
            return self._edition

    @contextmanager
    def own_commit(self, writer: sqlite3.Connection) -> Iterator[None]:
        """Look past a commit, made meanwhile by a connection that is in a write transaction.

        Only where it is sure that nobody else has committed: before, nothing was there that
        `edition` had not seen, and afterwards the writer itself has seen nothing of others.
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
