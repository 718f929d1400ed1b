"""`handover run`: the bot itself."""

from bot import logs
from bot.cli.endings import run_until_stopped
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings, told_setup


def run(config: ConfigFile = CONFIG_FILE) -> None:
    """Run the bot with the settings of a config file, until it is stopped.

    It starts by the same steps as `handover check`, and refuses what that calls ❌. While
    Telegram or the fleet service is out of reach, it waits for them.

    Exit codes: 2 if a setting, or what it names, is wrong; 0 once it was stopped.

    Example: handover run --config config.toml
    """
    settings = bot_settings(config)
    logs.configure(
        settings.log.level, as_json=settings.log.format == "json", secrets=settings.secrets
    )

    async def start() -> None:
        # Imported only here, so that `--help` does not wait for the whole bot.
        from bot.app import Handover  # noqa: PLC0415
        from bot.cli.start_steps import ready_to_start  # noqa: PLC0415

        await ready_to_start(settings)
        await Handover(settings).run()

    with told_setup():
        # Work that a stop interrupts is done at the next start.
        run_until_stopped(start(), forever=True)
