"""`handover backup` and `handover restore`: the bot's database in one file, and back."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import typer
from sqlalchemy import NullPool, create_engine

from bot.base.backup.create import address_of_file
from bot.base.backup.manifest import BackupFailed
from bot.base.backup.restore import Restoring
from bot.base.clock import SystemClock
from bot.base.vault import SealBroken, Vault
from bot.cli.backups import (
    BackupFile,
    EvenIfOthers,
    FileOrFolder,
    Keep,
    Replace,
    key_in,
    make_backup,
    restore_backup,
)
from bot.cli.settings import CONFIG_FILE, ConfigFile, bot_settings, told_setup
from bot.config import Settings
from bot.recovery.run_record import know_as_copy
from bot.store import seals
from bot.store.meta import Owner, WrongDatabase
from bot.store.schema import UNBIND, kept_database, life_of

_NEXT = (
    "At its next start the bot first looks at how all deliveries are, and says nothing until then:"
    " nobody hears again what was told since, no request is made again, and cards are put right."
    " Codes that waited in the backup are asked for again."
)


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


def restore(
    file: BackupFile,
    replace: Replace = False,
    even_if_others: EvenIfOthers = False,
    config: ConfigFile = CONFIG_FILE,
) -> None:
    """Put a backup back in the place of the bot's database; the bot must be stopped.

    What is there now is kept: a file next to it, or a backup of the database on the server. One of
    another bot, environment or key file is refused.

    Example: handover restore handover-bot-20270301-033000.zip
    """
    settings = bot_settings(config)
    vault = Vault(key_in(settings.store.key_file))
    with told_setup():
        kept = kept_database(settings.store.url, vault)
    check = partial(_check, settings, vault, even_if_others)
    change = UNBIND if even_if_others else ""
    restore_backup(kept, file, Restoring(check, change, may_replace=replace))
    address = kept.address
    if kept.backend == "sqlite":
        address = address_of_file(Path(str(address.database)))
    with create_engine(address, poolclass=NullPool).connect() as connection:
        life = life_of(connection)
    if know_as_copy(settings.store.key_file, life, SystemClock().now()):
        typer.echo(
            "Nothing next to the key file tells until when a bot has gone on after the backup: what"
            " has happened until now counts as told."
        )
    typer.echo(_NEXT)


def _check(
    settings: Settings, vault: Vault, even_if_others: bool, belongs_to: Mapping[str, str]
) -> None:
    bot_id, _, _ = settings.telegram.token.get_secret_value().partition(":")
    try:
        if not even_if_others:
            Owner.of(settings.fleet, bot_id).check(belongs_to)
        seals.compare(vault, belongs_to)
    except WrongDatabase as error:
        raise BackupFailed(
            f"It cannot be put back: {error}. With --even-if-others it is this bot's from then on."
        ) from error
    except SealBroken as error:
        raise BackupFailed(str(error)) from error
