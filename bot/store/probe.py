"""Looking at a database without changing anything in it."""

from enum import Enum
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.base.database_errors import told_as_unusable
from bot.store.schema import SCHEMA

_VERSION = text("SELECT version_num FROM alembic_version")


class DatabaseState(Enum):
    """How a database stands."""

    NEW = "there are no tables of the bot's yet"
    OLDER = "its tables are of an earlier version"
    CURRENT = "its tables are as they should be"


async def probe(url: str) -> DatabaseState:
    """Open a database and read the version of its tables.

    Raises:
        DatabaseUnusable: its address is wrong, nobody answers there, or it is of a later version.
    """
    with told_as_unusable(SCHEMA):
        parsed = make_url(url)
        if _has_no_file(parsed):
            return DatabaseState.NEW
        return await _state(parsed)


async def _state(url: URL) -> DatabaseState:
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
    known = ScriptDirectory(str(SCHEMA.migrations))
    if version == known.get_current_head():
        return DatabaseState.CURRENT
    known.get_revision(version)  # raises for one that this program does not know
    return DatabaseState.OLDER


def _has_no_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()


def _only_to_read(url: URL) -> URL:
    if url.get_backend_name() != "sqlite":
        return url
    return url.set(database=f"file:{url.database}", query={"mode": "ro", "uri": "true"})
