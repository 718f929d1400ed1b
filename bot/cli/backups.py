"""Backup and restore, shared by the commands of the bot and of the fleet service."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from bot.base.backup.create import as_size, back_up
from bot.base.backup.manifest import BackupFailed, KeptDatabase, Report
from bot.base.backup.restore import Restored, Restoring, put_back
from bot.base.backup.retention import is_named_as_file, place_for, remove_old
from bot.base.clock import SystemClock
from bot.base.database.file_lock import DatabaseBusy
from bot.base.database.schema import DatabaseUnusable
from bot.base.vault import KeyFileUnusable, existing_key
from bot.cli.endings import fail, refuse, stopped_between_steps
from bot.cli.progress import shown_progress
from bot.cli.rows import moment

FileOrFolder = Annotated[
    Path,
    typer.Argument(
        metavar="FILE_OR_FOLDER",
        help="A folder, in which the backup is named after its time; or the .zip file to write. A"
        " folder that is not there is made, for you alone.",
        show_default=False,
    ),
]
Keep = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="In a folder: how many backups of this database to keep. Older ones are removed.",
        show_default=False,
    ),
]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.", show_default=False)]
Replace = Annotated[
    bool,
    typer.Option(
        "--replace",
        help="On PostgreSQL: replace a database that is there already; it is backed up first.",
    ),
]
EvenIfOthers = Annotated[
    bool,
    typer.Option(
        "--even-if-others", help="Put back somebody else's backup, too: from then on it is yours."
    ),
]


def key_in(key_file: Path) -> bytes:
    """Return the key that signs backups, or end the command with a sentence."""
    try:
        return existing_key(key_file)
    except KeyFileUnusable as error:
        refuse(f"{error} Put the one there that the database was begun with.")


def make_backup(kept: KeptDatabase, asked: Path, keep: int | None, key_file: Path) -> None:
    """Make a backup, remove old ones, and print where it is and what is not in it.

    `asked` is a folder or a file; `keep` counts the backups that stay in a folder.
    """
    if keep is not None and not asked.is_dir() and is_named_as_file(asked):
        refuse(f"--keep goes with a folder, and {asked} names a file.")
    now = SystemClock().now()
    with _reported(asked) as report:
        file = place_for(asked, kept.schema.program, now)
        backup = back_up(kept, file, now, report)
        # Only now, when the new backup is complete: a failed one must not cost an old one.
        removed = remove_old(file, keep) if keep is not None else []
    typer.echo(f"{backup.file}: {as_size(backup.size)}, whole.")
    for old in removed:
        typer.echo(f"Removed {old}.")
    typer.echo(
        f"The key file is not in it: {key_file.absolute()}. Keep a copy of that somewhere else: one"
        " is of no use without the other, and whoever has both reads everything."
    )


def restore_backup(kept: KeptDatabase, file: Path, how: Restoring) -> Restored:
    """Put a backup back, and print where the former database is."""
    with _reported(file) as report:
        restored = put_back(kept, file, how, SystemClock().now(), report)
    manifest = restored.manifest
    typer.echo(
        f"{kept.place} is as it was at {moment(manifest.made_at)}, with version {manifest.version}."
    )
    if restored.aside is not None:
        typer.echo(f"What was there is in {restored.aside.absolute()}: remove it once all is well.")
    if restored.is_older:
        typer.echo("Its tables are of an earlier version; the next start brings them up to date.")
    return restored


@contextmanager
def _reported(asked: Path) -> Iterator[Report]:
    """Yield a progress report that ends the command between two steps, if it is to stop.

    An error ends the command with a sentence.
    """
    try:
        with stopped_between_steps() as obey, shown_progress() as show:

            def report(what: str, done: int, of: int) -> None:
                obey()
                show(what, done, of)

            yield report
    except BackupFailed as error:
        fail(str(error))
    except (DatabaseBusy, DatabaseUnusable) as error:
        refuse(str(error))
    except OSError as error:
        fail(f"{error.filename or asked} cannot be used: {error.strerror}.")
