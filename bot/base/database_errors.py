"""What an operator is told of a database that cannot be used."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from bot.base.schema import Schema


class DatabaseUnusable(Exception):
    """The database cannot be opened; the message says what to do."""


@contextmanager
def told_as_unusable(schema: Schema) -> Iterator[None]:
    """Turn what opening a program's database raises into a sentence.

    Raises:
        DatabaseUnusable: its address is wrong, nobody answers there, or it is of a later version.
    """
    try:
        yield
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise DatabaseUnusable(
            f"The address cannot be used: write it as {schema.example} shows;"
            " PostgreSQL needs the extra `postgres`."
        ) from error
    except (DBAPIError, OSError) as error:
        raise DatabaseUnusable(
            f"The database does not open ({_own_words(error)}): see that it is running, that its"
            " address and password are right, and that the file is a database in a folder that"
            " this user may write in."
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
