"""Looking at a database without changing anything in it."""

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.base.schema import told_as_unusable
from bot.store.schema import SCHEMA

_VERSION = text("SELECT version_num FROM alembic_version")
_BOUND_TO = text("SELECT name, value FROM meta")


class DatabaseState(Enum):
    """How a database stands."""

    NEW = "there are no tables of the bot's yet"
    OLDER = "its tables are of an earlier version"
    CURRENT = "its tables are as they should be"


@dataclass(frozen=True, slots=True)
class Probe:
    """What was found; `bound_to` are the facts of the database's owner, if it has one yet."""

    state: DatabaseState
    bound_to: dict[str, str] = field(default_factory=dict)


async def probe(url: str) -> Probe:
    """Open a database; read the version of its tables, and whose it is.

    Raises:
        DatabaseUnusable: its address is wrong, nobody answers there, or it is of a later version.
    """
    with told_as_unusable(SCHEMA):
        parsed = make_url(url)
        if _has_no_file(parsed):
            return Probe(DatabaseState.NEW)
        return await _probe(parsed)


async def _probe(url: URL) -> Probe:
    engine = create_async_engine(_only_to_read(url))
    try:
        async with engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
            try:
                version = await connection.scalar(_VERSION)
            except DBAPIError as error:
                if "alembic_version" not in str(error.orig):
                    raise
                return Probe(DatabaseState.NEW)
            known = ScriptDirectory(str(SCHEMA.migrations))
            known.get_revision(version)  # raises for one that this program does not know
            bound_to = {row.name: row.value for row in await connection.execute(_BOUND_TO)}
    finally:
        await engine.dispose()
    is_current = version == known.get_current_head()
    return Probe(DatabaseState.CURRENT if is_current else DatabaseState.OLDER, bound_to)


def _has_no_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()


def _only_to_read(url: URL) -> URL:
    if url.get_backend_name() != "sqlite":
        return url
    return url.set(database=f"file:{url.database}", query={"mode": "ro", "uri": "true"})
