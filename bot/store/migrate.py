"""Brings the tables up to date with Alembic, on a connection that is already open."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
    """Run every migration that this database has not seen yet, in one transaction."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    with connection.begin():
        command.upgrade(config, "head")
