"""`handover service backup` and `handover service restore`."""

from collections.abc import Mapping
from functools import partial

import typer

from bot.base.backup.manifest import BackupFailed, KeptDatabase
from bot.base.backup.restore import Restoring
from bot.base.database.database import address_of
from bot.base.database.schema import told_as_unusable
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
from bot.cli.service.operation import ConfigFile, service_config, told
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
    once it is whole. PostgreSQL's `pg_dump` makes it where the database is on a server.

    Example: handover service backup /var/backups/handover --keep 14
    """
    settings = service_config(config)
    make_backup(_kept(settings, _vault(settings)), into, keep, settings.store.key_file)


def restore(
    file: BackupFile,
    replace: Replace = False,
    even_if_others: EvenIfOthers = False,
    config: ConfigFile = None,
) -> None:
    """Put a backup back in the place of the service's database; it must be stopped.

    What is there now is kept: a file next to it, or a backup of the database on the server. A
    backup that was made with another key file is refused.

    Example: handover service restore handover-service-20270301-033000.zip
    """
    settings = service_config(config)
    # With --even-if-others the key file is not compared, and need not be there.
    vault = None if even_if_others else _vault(settings)
    kept = _kept(settings, vault)
    restore_backup(kept, file, Restoring(partial(_check, vault), may_replace=replace))
    typer.echo(_NEXT)


def _kept(settings: Config, vault: HashingVault | None) -> KeptDatabase:
    """Describe the database; a mark of its key file tells to which service it belongs."""
    with told(), told_as_unusable(SCHEMA):
        address = address_of(settings.store.url)
    facts = {} if vault is None else {_KEY_FILE: vault.mark}
    return KeptDatabase(SCHEMA, address, "riders", lambda _: facts, vault)


def _vault(settings: Config) -> HashingVault:
    return HashingVault(key_in(settings.store.key_file))


def _check(vault: HashingVault | None, belongs_to: Mapping[str, str]) -> None:
    if vault is not None and belongs_to.get(_KEY_FILE) != vault.mark:
        raise BackupFailed(
            "It was made with another key file: put that one where `key_file` of [store] says. With"
            " --even-if-others it is put back all the same, and needs new keys."
        )
