"""A connection to an SQLite file."""

import sqlite3

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
