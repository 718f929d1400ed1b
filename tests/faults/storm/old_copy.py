"""An older copy of a database, as one has who restores a backup."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path


class OldCopy:
    """Keeps one copy of a SQLite file; nobody may work with the file while it is put back.

    `taken_at` is when that was copied which is in place of the database once it is put back.
    """

    def __init__(self, database: Path, kept: Path) -> None:
        self._database = database
        self._kept = kept
        self._newer_at: datetime | None = None
        self.taken_at: datetime | None = None

    def take_another(self) -> Path:
        """Copy the database as it is; what is kept stays as it was."""
        self.taken_at, self._newer_at = self._newer_at, datetime.now(UTC)
        newer = self._kept.with_suffix(".newer")
        newer.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(newer)) as target,
        ):
            source.backup(target)
        return newer

    def put_back(self, newer: Path) -> None:
        """Put the kept copy in the place of the database, and keep the newer one from now on."""
        if self._kept.exists():
            for left in self._database.parent.glob(f"{self._database.name}-*"):
                left.unlink()
            shutil.copyfile(self._kept, self._database)
        newer.replace(self._kept)
