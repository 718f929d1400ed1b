"""The tables of one program: how they are brought up to date, and what is told where that fails."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import (
    Column,
    Connection,
    Select,
    func,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError

_VERSION = text("SELECT version_num FROM alembic_version")
# The second is for a driver that cannot be waited for, such as that of a plain sqlite:// address.
_ADDRESS_WRONG = (ArgumentError, InvalidRequestError, ModuleNotFoundError)


class DatabaseUnusable(Exception):
    """The database cannot be opened; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Schema:
    """Whose tables they are, as sentences name it, and the folder of their migrations.

    `landmark` is a table that it has had since the first version, and no other program has.
    `example` is the config file that shows how an address is written. `lock` is the same for every
    process of the program, and for nothing else in its database. `highest_number` asks for the
    highest of its numbers (`Database.next_number`) that is kept; on PostgreSQL the sequence
    `numbers` gives them out. `by_our_clock` are the kept times by which something waits or ends, or
    is put in order: they go with the time where it is set.
    """

    program: str
    landmark: str
    example: str
    migrations: Path
    lock: int
    highest_number: Select[tuple[int]] | None = None
    by_our_clock: tuple[Column[Any], ...] = ()

    def upgrade(self, connection: Connection) -> None:
        """Run every migration that this database has not seen yet, in the caller's transaction.

        Of processes that start at once, one does it and the others wait for that. Migrations find
        `connection` in the attributes of their config.

        Raises:
            CommandError: the database is of a later version.
            DatabaseUnusable: it is another program's.
        """
        self.refuse_foreign(connection)
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(self.lock)))
        if self._is_up_to_date(connection):
            return
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(self.migrations))
        command.upgrade(config, "head")

    def refuse_foreign(self, connection: Connection) -> None:
        """Make sure that tables which are there are this program's.

        Raises:
            DatabaseUnusable: they are another one's.
        """
        tables = inspect(connection)
        if tables.has_table("alembic_version") and not tables.has_table(self.landmark):
            raise DatabaseUnusable(
                f"The database of store.url is another program's: give the {self.program} one of"
                " its own."
            )

    @property
    def newest(self) -> str:
        """The newest migration, by the name of its file: to read them all takes longer."""
        names = [each.stem for each in (self.migrations / "versions").glob("*.py")]
        return max(names).partition("_")[0].removeprefix("v")

    def _is_up_to_date(self, connection: Connection) -> bool:
        has_version = inspect(connection).has_table("alembic_version")
        return has_version and connection.scalar(_VERSION) == self.newest

    def kept_number(self, connection: Connection) -> int:
        """Return the highest of its numbers that is kept; zero where there is none."""
        if self.highest_number is None:
            return 0
        return connection.scalar(self.highest_number) or 0


@contextmanager
def told_as_unusable(schema: Schema) -> Iterator[None]:
    """Turn what opening a program's database raises into a sentence.

    Raises:
        DatabaseUnusable: its address is wrong, nobody answers there, or it is of a later version.
    """
    try:
        yield
    except _ADDRESS_WRONG as error:
        raise DatabaseUnusable(
            f"The address cannot be used: write it as {schema.example} shows;"
            " PostgreSQL needs the extra `postgres`."
        ) from error
    except (DBAPIError, OSError) as error:
        raise DatabaseUnusable(
            f"The database does not open ({_own_words(error)}): see that it is running, that its"
            " address and password are right, that the file is a database in a folder that this"
            " user may write in, and that the disk has room."
        ) from error
    except CommandError as error:
        raise DatabaseUnusable(
            f"The database was made by a later version of the {schema.program}: run that one, or"
            " take a backup from before."
        ) from error


def _own_words(error: DBAPIError | OSError) -> str:
    # The rest of SQLAlchemy's words names the statement and its values.
    said = error.orig if isinstance(error, DBAPIError) else error.strerror
    return (str(said or "").splitlines() or [type(error).__name__])[0]
