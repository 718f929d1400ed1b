"""Settings and database of the bot for its commands; a wrong setup ends the command."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from bot.base.clock import Clock
from bot.base.database.database import Database
from bot.base.database.file_lock import DatabaseBusy
from bot.base.database.schema import DatabaseUnusable
from bot.base.database.url import missing_file
from bot.base.settings.loader import ConfigError
from bot.base.vault import KeyFileUnusable, SealBroken, Vault, existing_key
from bot.cli.endings import refuse
from bot.config import Settings, load
from bot.store.meta import WrongDatabase
from bot.store.schema import SCHEMA

ConfigFile = Annotated[Path, typer.Option("--config", "-c", help="The config file (TOML).")]
CONFIG_FILE = Path("config.toml")


def bot_settings(config: Path) -> Settings:
    """Return the settings of a config file, or end the command with a sentence."""
    with told_setup():
        return load(config)


@contextmanager
def told_setup() -> Iterator[None]:
    try:
        yield
    except (
        ConfigError,
        DatabaseBusy,
        DatabaseUnusable,
        KeyFileUnusable,
        SealBroken,
        WrongDatabase,
    ) as error:
        refuse(str(error))


@asynccontextmanager
async def database_of_bot(settings: Settings, clock: Clock) -> AsyncIterator[Database]:
    """Open the existing database of a bot, also while the bot runs.

    End the command with a sentence if there is no database file.

    Raises:
        KeyFileUnusable: the key file cannot be read.
        DatabaseUnusable: the database cannot be opened.
    """
    if missing := missing_file(settings.store.url):
        refuse(
            f"There is no database {missing}: go to the folder in which the bot runs; it makes one"
            " at its first start."
        )
    vault = Vault(existing_key(settings.store.key_file))
    database = Database(settings.store.url, SCHEMA, vault, clock)
    await database.open()
    try:
        yield database
    finally:
        await database.close()
