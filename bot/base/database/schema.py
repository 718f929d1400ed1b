"""The tables of one program: how they are brought up to date, and the messages if that fails."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, MetaData, Select, String, Table, func, inspect, select
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError

_versions = Table(
    "alembic_version", MetaData(), Column("version_num", String(32), primary_key=True)
)
# The second is for a driver that cannot be waited for, such as that of a plain sqlite:// address.
_ADDRESS_WRONG = (ArgumentError, InvalidRequestError, ModuleNotFoundError)


class DatabaseUnusable(Exception):
    """The database cannot be opened; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of a program, its name in messages, and the folder of its migrations.

    `landmark` is a table that the program has had since its first version, and no other program
    has. `example` is the config file that shows how an address is written. `lock` is the same for
    every process of the program, and for nothing else in its database. `highest_number` asks for
    the highest kept number of `Database.next_number`; on PostgreSQL the sequence `numbers` gives
    numbers out. `by_our_clock` are the columns of times by which rows wait, end or are ordered;
    they are shifted when the clock is set.
    """

    program: str
    landmark: str
    example: str
    tables: MetaData
    migrations: Path
    lock: int
    highest_number: Select[tuple[int]] | None = None
    by_our_clock: tuple[Column[Any], ...] = ()

    def upgrade(self, connection: Connection) -> None:
        """Make the tables, or run every migration that they have not seen yet.

        This runs in the caller's transaction. If several processes start at once, one does it and
        the others wait.

        Raises:
            DatabaseUnusable: the database is another program's, or of a later version.
        """
        self.refuse_foreign(connection)
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(self.lock)))
        # Look after taking the lock: another process may have made the tables meanwhile.
        version = self.version_in(connection)
        if version is None:
            self.tables.create_all(connection)
            _versions.create(connection)
            connection.execute(_versions.insert().values(version_num=self.newest))
        elif version != self.newest:
            self.refuse_later(version)
            self.migrate(connection)

    def version_in(self, connection: Connection) -> str | None:
        """Return the last migration that a database has seen; `None` where it has no tables."""
        if not inspect(connection).has_table(_versions.name):
            return None
        return connection.scalar(select(_versions.c.version_num))

    def refuse_later(self, version: str) -> None:
        """Make sure that this program knows a version.

        Raises:
            DatabaseUnusable: it does not.
        """
        if version not in self.versions:
            raise DatabaseUnusable(
                f"The database was made by a later version of the {self.program}: run that one, or"
                " take a backup from before."
            )

    def refuse_foreign(self, connection: Connection) -> None:
        """Make sure that existing tables are this program's.

        Raises:
            DatabaseUnusable: they are another program's.
        """
        tables = inspect(connection)
        if tables.has_table("alembic_version") and not tables.has_table(self.landmark):
            raise DatabaseUnusable(
                f"The database of store.url is another program's: give the {self.program} one of"
                " its own."
            )

    @property
    def versions(self) -> list[str]:
        """The migrations in order, by the names of their files: to read them takes longer."""
        files = (self.migrations / "versions").glob("*.py")
        return sorted(each.stem.partition("_")[0].removeprefix("v") for each in files)

    @property
    def newest(self) -> str:
        return self.versions[-1]

    def migrate(self, connection: Connection) -> None:
        """Run every migration that the tables have not seen yet, in the caller's transaction.

        Migrations find `connection` in the attributes of their config.
        """
        # Only here: it takes a tenth of the time and of the memory of a start.
        from alembic import command  # noqa: PLC0415
        from alembic.config import Config  # noqa: PLC0415

        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(self.migrations))
        command.upgrade(config, "head")

    def kept_number(self, connection: Connection) -> int:
        """Return the highest of its numbers that is kept; zero where there is none."""
        if self.highest_number is None:
            return 0
        return connection.scalar(self.highest_number) or 0


@contextmanager
def told_as_unusable(schema: Schema) -> Iterator[None]:
    """Turn the errors of opening a program's database into a sentence.

    Raises:
        DatabaseUnusable: its address is wrong, or nobody answers there.
    """
    try:
        yield
    except _ADDRESS_WRONG as error:
        raise DatabaseUnusable(
            f"The address cannot be used: write it as {schema.example} shows;"
            " PostgreSQL needs the extra `postgres`."
        ) from error
    except (DBAPIError, sqlite3.Error, OSError) as error:
        # The rest of SQLAlchemy's message holds the statement and its values.
        told = error.orig if isinstance(error, DBAPIError) else error
        reason = told.strerror if isinstance(told, OSError) else told
        first_line = (str(reason or "").splitlines() or [type(error).__name__])[0]
        raise DatabaseUnusable(
            f"The database does not open ({first_line}): see that it is running, that its"
            " address and password are right, that the file is a database in a folder that this"
            " user may write in, and that the disk has room."
        ) from error
