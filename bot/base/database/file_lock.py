"""One process serves a SQLite file: of two, each would do all the work."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, make_url


class DatabaseBusy(Exception):
    """Another process works with this database; the message says so in a sentence."""


@contextmanager
def alone_on(url: str | URL) -> Iterator[None]:
    """Keep other processes from serving a SQLite file; on a server nobody is kept away.

    The lock ends with the process, however that ends. Who only looks, or changes a row, needs none.

    Raises:
        DatabaseBusy: another process has it.
        OSError: the lock file cannot be made.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in {None, "", ":memory:"}:
        yield
        return
    descriptor = os.open(f"{parsed.database}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DatabaseBusy(
                f"Another process already works with {parsed.database}; stop it first."
            ) from error
        yield
    finally:
        os.close(descriptor)
