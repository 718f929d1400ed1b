"""Looking at a database without changing anything in it."""

import asyncio
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from sqlalchemy import create_engine, func, select, text
from sqlalchemy.engine import URL

from bot.base.database.database import address_of
from bot.base.database.schema import told_as_unusable
from bot.base.database.url import missing_file
from bot.domain.person import Role
from bot.store.schema import SCHEMA
from bot.store.tables.people import people, roles

_BOUND_TO = text("SELECT name, value FROM meta")
_REACHED = (
    select(func.count(people.c.user_id.distinct()))
    .join(roles, roles.c.user_id == people.c.user_id)
    .where(roles.c.role.in_([Role.OWNER, Role.DISPATCHER]), people.c.reachable)
)


class DatabaseState(Enum):
    """How a database stands."""

    NEW = "there are no tables of the bot's yet"
    OLDER = "its tables are of an earlier version"
    CURRENT = "its tables are as they should be"


@dataclass(frozen=True, slots=True)
class Probe:
    """What was found; `bound_to` are the facts of the database's owner, if it has one yet.

    `reached` counts the dispatchers who can be written to, where the tables are as they should be.
    """

    state: DatabaseState
    bound_to: dict[str, str] = field(default_factory=dict)
    reached: int | None = None

    @property
    def is_bound(self) -> bool:
        """Whether the fleet service has once answered to the key of this database's bot."""
        return "bot" in self.bound_to


async def probe(url: str) -> Probe:
    """Open a database; read the version of its tables, and whose it is.

    Raises:
        DatabaseUnusable: its address is wrong, nobody answers there, or it is of a later version.
    """
    with told_as_unusable(SCHEMA):
        address = address_of(url)
        if missing_file(url):
            return Probe(DatabaseState.NEW)
        return await asyncio.to_thread(_probe, address)


def _probe(address: URL) -> Probe:
    engine = create_engine(_only_to_read(address))
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
            SCHEMA.refuse_foreign(connection)
            version = SCHEMA.version_in(connection)
            if version is None:
                return Probe(DatabaseState.NEW)
            SCHEMA.refuse_later(version)
            bound_to = {row.name: row.value for row in connection.execute(_BOUND_TO)}
            # Tables of an earlier version may lack the columns that tell who can be reached.
            if version != SCHEMA.newest:
                return Probe(DatabaseState.OLDER, bound_to)
            return Probe(DatabaseState.CURRENT, bound_to, connection.scalar(_REACHED))
    finally:
        engine.dispose()


def _only_to_read(url: URL) -> URL:
    """Return an address under which nothing is written, not even a file next to the database.

    To look into what nobody has open, SQLite would make the files of those who write.
    """
    if url.get_backend_name() != "sqlite":
        return url
    file = f"file:{url.database}"
    query = {"mode": "ro", "uri": "true"}
    if not Path(f"{url.database}-wal").exists():
        query["immutable"] = "1"
    return url.set(drivername="sqlite", database=file, query=query)
