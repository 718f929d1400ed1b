"""`handover service backup` and `handover service restore`."""

from collections.abc import Mapping
from functools import partial

import typer

from bot.base.backups.manifest import BackupFailed, KeptDatabase
from bot.base.backups.putting_back import Restoring
from bot.base.database import address_of
from bot.base.schema import told_as_unusable
from bot.base.vault import read_key
from bot.cli.backups import (
    BackupFile,
    EvenIfOthers,
    FileOrFolder,
    Keep,
    Replace,
    make_backup,
    restore_backup,
)
from bot.cli.endings import refuse
from bot.cli.service.operating import ConfigFile, service_config, told
from bot.service.config import Config
from bot.service.store.schema import SCHEMA
from bot.service.vault import HashingVault

_KEY_FILE = "key_file"
_NEXT = (
    "What has happened since then it does not know. Webhooks and texts that waited in the backup"
    " are sent at its next start."
)


def backup(into: FileOrFolder, keep: Keep = None, config: ConfigFile = None) -> None:
    """Back up the service's database, while it runs or not.

    The backup is one file for its owner alone, with everything as it was at one moment; it appears
    once it is whole. PostgreSQL's [bold]pg_dump[/] makes it where the database is on a server.

    Example: [bold]handover service backup /var/backups/handover --keep 14[/]
    """
    settings = service_config(config)
    make_backup(_kept(settings, _mark(settings)), into, keep, settings.store.key_file)


def restore(
    file: BackupFile,
    replace: Replace = False,
    even_if_others: EvenIfOthers = False,
    config: ConfigFile = None,
) -> None:
    """Put a backup back in the place of the service's database; it must be stopped.

    What is there now is kept: a file beside it, or a backup of the database on the server. One that
    was made with another key file is refused.

    Example: [bold]handover service restore handover-service-20270301-033000.zip[/]
    """
    settings = service_config(config)
    mark = None if even_if_others else _mark(settings)
    kept = _kept(settings, mark)
    restore_backup(kept, file, Restoring(partial(_check, mark), may_replace=replace))
    typer.echo(_NEXT)


def _kept(settings: Config, mark: str | None) -> KeptDatabase:
    """Name the database; whose it is tells the key file that it is used with."""
    with told(), told_as_unusable(SCHEMA):
        address = address_of(settings.store.url)
    return KeptDatabase(SCHEMA, address, "riders", lambda _: {_KEY_FILE: mark} if mark else {})


def _mark(settings: Config) -> str:
    key_file = settings.store.key_file
    try:
        with told():
            return HashingVault(read_key(key_file)).mark
    except OSError as error:
        refuse(f"The key file {key_file} cannot be read ({error.strerror}): put it there.")


def _check(mark: str | None, belongs_to: Mapping[str, str]) -> None:
    if mark is not None and belongs_to.get(_KEY_FILE) != mark:
        raise BackupFailed(
            "It was made with another key file: put that one where `key_file` of [store] says. With"
            " --even-if-others it is put back all the same, and needs new keys."
        )
