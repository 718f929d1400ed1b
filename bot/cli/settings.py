"""The bot's settings, as its commands read them, and what is said of a setup that is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from bot.base.file_lock import DatabaseBusy
from bot.base.schema import DatabaseUnusable
from bot.base.settings_source import ConfigError
from bot.base.vault import KeyFileUnusable, SealBroken
from bot.cli.endings import refuse
from bot.config import Settings, load
from bot.store.meta import WrongDatabase

ConfigFile = Annotated[Path, typer.Option("--config", "-c", help="The config file (TOML).")]
CONFIG_FILE = Path("config.toml")


def bot_settings(config: Path) -> Settings:
    """Return the settings of a config file, or end the command with a sentence."""
    try:
        return load(config)
    except ConfigError as error:
        refuse(str(error))


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
