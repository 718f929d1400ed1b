"""The bot's settings, as its commands read them."""

from pathlib import Path
from typing import Annotated

import typer

from bot.base.settings_source import ConfigError
from bot.cli.endings import refuse
from bot.config import Settings, load

ConfigFile = Annotated[Path, typer.Option("--config", "-c", help="The config file (TOML).")]
CONFIG_FILE = Path("config.toml")


def bot_settings(config: Path) -> Settings:
    """Return the settings of a config file, or end the command with a sentence."""
    try:
        return load(config)
    except ConfigError as error:
        refuse(str(error))
