"""The tables of one program: which migrations make them, and how they are brought up to date."""

from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, func, select

from bot.base.vault import Vault


@dataclass(frozen=True, slots=True)
class Schema:
    """Whose tables they are, as sentences name it, and the folder of their migrations.

    `example` is the config file that shows how an address is written. `lock` is the same for every
    process of the program, and for nothing else in its database.
    """

    program: str
    example: str
    migrations: Path
    lock: int

    def upgrade(self, connection: Connection, vault: Vault) -> None:
        """Run every migration that this database has not seen yet, in the caller's transaction.

        Of processes that start at once, one does it and the others wait for that. Migrations find
        `connection` and `vault` in the attributes of their config.

        Raises:
            CommandError: the database is of a later version.
        """
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(self.lock)))
        config = Config(attributes={"connection": connection, "vault": vault})
        config.set_main_option("script_location", str(self.migrations))
        command.upgrade(config, "head")
