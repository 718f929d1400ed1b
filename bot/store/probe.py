"""Looking at a database without changing anything in it."""

from enum import Enum
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.migrate import MIGRATIONS

_VERSION = text("SELECT version_num FROM alembic_version")


class DatabaseState(Enum):
    """How a database stands."""

    NEW = "there are no tables of the bot's yet"
    OLDER = "its tables are of an earlier version"
    CURRENT = "its tables are as they should be"


class DatabaseUnusable(Exception):
    """The database cannot be opened; the message says what to do."""


async def probe(url: str) -> DatabaseState:
    """Open a database and read the version of its tables.

    Raises:
        DatabaseUnusable: its address is wrong, or nobody answers there.
    """
    try:
        parsed = make_url(url)
        if _has_no_file(parsed):
            return DatabaseState.NEW
        return await _version(parsed)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise DatabaseUnusable(
            "The address cannot be used: write it as config.example.toml shows;"
            " PostgreSQL needs the extra `postgres`."
        ) from error
    except (DBAPIError, OSError) as error:
        raise DatabaseUnusable(
            "The database does not open: see that it is running, that its address and password"
            " are right, and that the file is a database."
        ) from error


async def _version(url: URL) -> DatabaseState:
    engine = create_async_engine(_only_to_read(url))
    try:
        async with engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
            try:
                version = await connection.scalar(_VERSION)
            except DBAPIError as error:
                if "alembic_version" not in str(error.orig):
                    raise
                return DatabaseState.NEW
    finally:
        await engine.dispose()
    return DatabaseState.CURRENT if version == _newest() else DatabaseState.OLDER


def _has_no_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()


def _only_to_read(url: URL) -> URL:
    if url.get_backend_name() != "sqlite":
        return url
    return url.set(database=f"file:{url.database}", query={"mode": "ro", "uri": "true"})


def _newest() -> str | None:
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()
