"""The state of a PostgreSQL database before it is backed up or replaced."""

from dataclasses import dataclass

from sqlalchemy import NullPool, create_engine, text

from bot.base.backup.manifest import KeptDatabase
from bot.base.database.schema import told_as_unusable

_SIZE = text("SELECT pg_database_size(current_database())")
_TABLES = text(
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
)
_SEQUENCES = text("SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema()")
_LIVING = "EXISTS (SELECT FROM processes WHERE until > clock_timestamp())"
_LOCK_WAIT = "30s"


@dataclass(frozen=True, slots=True)
class ServerDatabase:
    """A database on a server of that major version, and whether it is in use just now."""

    server: int
    size: int
    tables: tuple[str, ...]
    sequences: tuple[str, ...]
    is_in_use: bool

    @property
    def is_empty(self) -> bool:
        return not self.tables


def look_at(kept: KeptDatabase) -> ServerDatabase:
    """Look without changing anything.

    Raises:
        DatabaseUnusable: nobody answers there.
    """
    engine = create_engine(kept.address, poolclass=NullPool, hide_parameters=True)
    with told_as_unusable(kept.schema), engine.connect() as connection:
        tables = tuple(connection.scalars(_TABLES))
        version = connection.dialect.server_version_info or (0,)
        return ServerDatabase(
            server=int(version[0]),
            size=connection.scalar(_SIZE) or 0,
            tables=tables,
            sequences=tuple(connection.scalars(_SEQUENCES)),
            is_in_use="processes" in tables and bool(connection.scalar(text(f"SELECT {_LIVING}"))),
        )


def making_room(kept: KeptDatabase, present: ServerDatabase) -> str:
    """Return the statements that empty a database in the transaction that fills it again.

    A program that starts meanwhile waits for the lock; if one started before, restoring fails.
    """
    quote = create_engine(kept.address).dialect.identifier_preparer.quote
    lines = [f"SET LOCAL lock_timeout = '{_LOCK_WAIT}'"]
    lines.append(f"SELECT pg_advisory_xact_lock({kept.schema.lock})")
    if "processes" in present.tables:
        lines.append("LOCK TABLE processes IN ACCESS EXCLUSIVE MODE")
        lines.append(
            f"DO $$ BEGIN IF {_LIVING} THEN RAISE 'the {kept.schema.program} works with it';"
            " END IF; END $$"
        )
    lines += [f"DROP TABLE IF EXISTS {quote(name)} CASCADE" for name in present.tables]
    lines += [f"DROP SEQUENCE IF EXISTS {quote(name)} CASCADE" for name in present.sequences]
    return "".join(f"{line};\n" for line in lines)
