"""The file of a backup: a zip with a manifest and the database, readable for its owner alone.

It appears at its place only once it is whole. A broken one is noticed: the table of a zip is at its
end, and each of its files has a checksum.
"""

import errno
import hashlib
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pydantic import ValidationError

from bot.base.backup.manifest import Backend, BackupFailed, Manifest
from bot.base.clock import SystemClock

_MANIFEST = "manifest.json"
_DATABASE = "database"
_LONGEST_MANIFEST = 2**16
"""Bytes of a manifest; a longer one is cut off, and so is invalid."""
_WORKSHOP = ".handover-backup-"
_MORE = range(2, 1000)
_LEFT_BEHIND = timedelta(days=1)
_BEGINNING = b"PK\x03\x04"
_DAMAGED = (BadZipFile, EOFError, KeyError, zlib.error)
# A dump of PostgreSQL is compressed already.
_COMPRESSION = {"sqlite": ZIP_DEFLATED, "postgresql": ZIP_STORED}
CHUNK = 2**20


@contextmanager
def workshop(folder: Path) -> Iterator[Path]:
    """Yield a private folder for unfinished files, inside the folder of the result.

    Files left there by a run that was killed are removed a day later.
    """
    now = SystemClock().now().timestamp()
    for old in folder.glob(f"{_WORKSHOP}*"):
        if old.stat().st_mtime < now - _LEFT_BEHIND.total_seconds():
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=_WORKSHOP, dir=folder) as place:
        yield Path(place)


def free_name(beside: Path, begin: str, now: datetime, end: str = "") -> Path:
    """Return the path of a new file in the folder of another file, named after the time."""
    stem = f"{begin}{now:%Y%m%d-%H%M%S}"
    for more in ("", *(f"-{number}" for number in _MORE)):
        file = beside.with_name(f"{stem}{more}{end}")
        if not file.exists():
            return file
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))


@contextmanager
def being_packed(file: Path) -> Iterator[ZipFile]:
    """Make the file of a backup; at the end of the block it is whole and on the disk."""
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        with ZipFile(opened, "w") as packed:
            yield packed
        opened.flush()
        os.fsync(opened.fileno())


class Measured:
    """A stream of the database into a backup or out of it, which measures its size and hash."""

    def __init__(self, into: IO[bytes]) -> None:
        self._into = into
        self._hash = hashlib.sha256()
        self.size = 0

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def write(self, chunk: bytes) -> None:
        self._into.write(chunk)
        self._hash.update(chunk)
        self.size += len(chunk)


@contextmanager
def database_of(packed: ZipFile, backend: Backend) -> Iterator[Measured]:
    """Write the database into a backup."""
    entry = ZipInfo(_DATABASE)
    entry.compress_type = _COMPRESSION[backend]
    # Unix permissions: even if it is unpacked by hand, the file is closed to others.
    entry.external_attr = 0o600 << 16
    # The size is not known yet, and may be more than a zip without ZIP64 can hold.
    with packed.open(entry, "w", force_zip64=True) as into:
        yield Measured(into)


def add_manifest(packed: ZipFile, manifest: Manifest) -> None:
    entry = ZipInfo(_MANIFEST)
    entry.external_attr = 0o600 << 16
    packed.writestr(entry, manifest.model_dump_json(indent=1))


def manifest_of(file: Path) -> Manifest:
    """Read the manifest of a backup.

    Raises:
        BackupFailed: the file is no backup, or not whole.
        OSError: it cannot be read.
    """
    if file.exists() and not file.is_file():
        raise _no_backup(file)
    # A zip that was cut off has its beginning, and lacks the table at its end.
    with file.open("rb") as opened:
        begins_as_one = opened.read(len(_BEGINNING)) == _BEGINNING
    try:
        with ZipFile(file) as packed, packed.open(_MANIFEST) as manifest:
            return Manifest.model_validate_json(manifest.read(_LONGEST_MANIFEST))
    except _DAMAGED as error:
        if begins_as_one and isinstance(error, BadZipFile):
            raise BackupFailed(f"{file} is only a part of a backup, or damaged.") from error
        raise _no_backup(file) from error
    except ValidationError as error:
        raise _no_backup(file) from error


@contextmanager
def database_in(file: Path) -> Iterator[IO[bytes]]:
    """Yield the database of a backup to read; reading to its end checks that it is unchanged.

    Raises:
        BackupFailed: the backup is damaged.
    """
    try:
        with ZipFile(file) as packed, packed.open(_DATABASE) as database:
            yield database
    except _DAMAGED as error:
        raise damaged(file) from error


def damaged(file: Path) -> BackupFailed:
    return BackupFailed(f"{file} is damaged: what is in it is not what was put in.")


def _no_backup(file: Path) -> BackupFailed:
    return BackupFailed(f"{file} is not a backup that `handover backup` has made.")
