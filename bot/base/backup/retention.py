"""A folder of backups: their names, and which of them are removed."""

from datetime import datetime
from pathlib import Path

from bot.base.backup.archive import free_name, manifest_of
from bot.base.backup.manifest import BackupFailed, Manifest

_KEY_FILE = "key_file"
_ENDING = ".zip"


def place_for(asked: Path, program: str, now: datetime) -> Path:
    """Return the path of a new backup: `asked` itself, or a new file in the folder `asked`.

    A name that does not end in `.zip` is a folder's. The folder is made if it is not there, for its
    owner alone.

    Raises:
        BackupFailed: there is no folder above it, or something there that is not a backup of the
            program.
        OSError: the folder cannot be made.
    """
    if not asked.parent.is_dir():
        raise BackupFailed(f"There is no folder {asked.parent}.")
    if not asked.exists() and not is_named_as_file(asked):
        asked.mkdir(mode=0o700)
    if asked.is_dir():
        return free_name(asked / "backup", _stem(program), now, _ENDING)
    if asked.exists():
        present = _manifest(asked)
        if present is None or present.program != program:
            raise BackupFailed(
                f"{asked} is not a backup of the {program}'s database, and is left as it is."
            )
    return asked


def is_named_as_file(asked: Path) -> bool:
    """Tell whether a path names a backup rather than a folder of backups, by its name alone."""
    return asked.suffix == _ENDING


def remove_old(latest: Path, keep: int) -> list[Path]:
    """Remove the oldest backups of the same database in the folder of its latest one.

    Their manifests tell which they are. Return the removed files.
    """
    ours = manifest_of(latest)
    same = []
    for file in latest.parent.glob(f"{_stem(ours.program)}*{_ENDING}"):
        manifest = _manifest(file) if file.is_file() else None
        # If a program has two databases, the key file tells to which one a backup belongs.
        if (
            manifest is not None
            and manifest.program == ours.program
            and manifest.belongs_to.get(_KEY_FILE) == ours.belongs_to.get(_KEY_FILE)
        ):
            same.append((manifest.made_at, file))
    old = [file for _, file in sorted(same)][:-keep]
    for file in old:
        file.unlink()
    return old


def _stem(program: str) -> str:
    """Return how the names of its backups begin: of "fleet service" with "handover-service-"."""
    return f"handover-{program.rsplit(maxsplit=1)[-1]}-"


def _manifest(file: Path) -> Manifest | None:
    try:
        return manifest_of(file)
    except (BackupFailed, OSError):
        return None
