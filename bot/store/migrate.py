"""Brings the tables up to date with Alembic, on a connection that is already open."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, func, select

MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 4_711_001
"""The same for every bot, and for nothing else in its database."""


def migrate(connection: Connection) -> None:
    """Run every migration that this database has not seen yet, in one transaction.

    Of replicas that start at once, one does it and the others wait for that.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        command.upgrade(config, "head")
