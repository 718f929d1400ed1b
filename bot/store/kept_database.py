"""The bot's database, as it is backed up and put back."""

from sqlalchemy import Connection, text

from bot.base.backup.manifest import KeptDatabase
from bot.base.database.database import address_of
from bot.base.database.schema import told_as_unusable
from bot.base.vault import Vault
from bot.store.preferences import Preference
from bot.store.schema import SCHEMA

_FACTS = text("SELECT name, value FROM meta")
_LIFE = text("SELECT value FROM preferences WHERE name = :name")

UNBIND = "DELETE FROM meta WHERE name IN ('bot', 'environment', 'fleet_api_key')"
"""The statement after which a database is nobody's, and its key file's still."""


def kept_database(url: str, vault: Vault) -> KeptDatabase:
    """Name the bot's database at an address, whose backups that vault signs.

    Raises:
        DatabaseUnusable: it is none.
    """
    with told_as_unusable(SCHEMA):
        return KeptDatabase(SCHEMA, address_of(url), "people", _facts, vault)


def life_of(connection: Connection) -> str | None:
    """Return what a database, of whatever version, says of its life (`Preference.LIFE`)."""
    life: str | None = connection.scalar(_LIFE, {"name": Preference.LIFE})
    return life


def _facts(connection: Connection) -> dict[str, str]:
    return {row.name: row.value for row in connection.execute(_FACTS)}
