"""One process serves a database: of two, each would send every text and every webhook."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url


class DatabaseTakenError(Exception):
    """Another process serves this database."""


@contextmanager
def alone_on(url: str) -> Iterator[None]:
    """Keep other processes from serving a SQLite file; on a server nobody is kept away.

    The lock ends with the process, however that ends. The operator's commands need none.

    Raises:
        DatabaseTakenError: another process has it.
        OSError: the lock file cannot be made.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        yield
        return
    with Path(f"{parsed.database}.lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DatabaseTakenError(
                f"Another process serves {parsed.database} already; stop it first."
            ) from error
        yield
