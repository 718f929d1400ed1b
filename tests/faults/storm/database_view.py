"""Another program's database, read while that runs."""

import sqlite3
from typing import Protocol

import psycopg
from sqlalchemy.engine import make_url


class DatabaseView(Protocol):
    """A database that is read, and that somebody else writes."""

    def changed(self) -> bool:
        """Tell whether something was committed since the last look."""

    def rows(self, query: str) -> list[tuple[object, ...]]: ...

    def close(self) -> None: ...


class DatabaseFile:
    """One in a SQLite file."""

    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=0.5)
        self._version = -1

    def changed(self) -> bool:
        ((version,),) = self._connection.execute("PRAGMA data_version")
        before, self._version = self._version, version
        return bool(before != version)

    def rows(self, query: str) -> list[tuple[object, ...]]:
        return self._connection.execute(query).fetchall()

    def close(self) -> None:
        self._connection.close()


class DatabaseOnServer:
    """One on a PostgreSQL server: whether it has changed is not seen before it is read."""

    def __init__(self, url: str) -> None:
        plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection = psycopg.connect(plain, autocommit=True)

    def changed(self) -> bool:
        return True

    def rows(self, query: str) -> list[tuple[object, ...]]:
        return self._connection.execute(query.encode()).fetchall()

    def close(self) -> None:
        self._connection.close()


def view_of(url: str) -> DatabaseView:
    """Open the database at an address of SQLAlchemy's."""
    if url.startswith("sqlite"):
        return DatabaseFile(make_url(url).database or "")
    return DatabaseOnServer(url)
