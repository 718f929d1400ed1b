"""`handover backup`: the bot's database in one file, made while the bot runs or not."""

from bot.base.vault import Vault
from bot.cli.backups import FileOrFolder, Keep, key_in, make_backup
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings, told_setup
from bot.store.schema import kept_database


def backup(into: FileOrFolder, keep: Keep = None, config: ConfigFile = CONFIG_FILE) -> None:
    """Back up the bot's database, while the bot runs or not.

    The backup is one file for its owner alone, with everything as it was at one moment; it appears
    once it is whole. PostgreSQL's `pg_dump` makes it where the database is on a server.

    Example: handover backup /var/backups/handover --keep 14
    """
    settings = bot_settings(config)
    vault = Vault(key_in(settings.store.key_file))
    with told_setup():
        kept = kept_database(settings.store.url, vault)
    make_backup(kept, into, keep, settings.store.key_file)
