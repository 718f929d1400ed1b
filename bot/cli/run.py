"""`handover run`: the bot itself."""

import uvloop

from bot import logs
from bot.app import Handover
from bot.cli.endings import until_stopped
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings, told_setup


def run(config: ConfigFile = CONFIG_FILE) -> None:
    """Run the bot with the settings of a config file, until it is stopped."""
    settings = bot_settings(config)
    logs.configure(
        settings.log.level, as_json=settings.log.format == "json", secrets=settings.secrets
    )
    with told_setup():
        # What is under way when it stops comes again at the next start.
        uvloop.run(until_stopped(Handover(settings).run()))
