"""An older copy of a database, as one has who restores a backup."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

_OLD = timedelta(seconds=15)
"""A copy that is younger is not a copy that anybody would put back."""


class OldCopy:
    """Keeps one copy of a SQLite file, with which nobody works while it is put back, or who does
    sees that it is another one.

    `taken_at` is when that was copied which was put in the place of the database, if any was.
    """

    def __init__(self, database: Path, kept: Path) -> None:
        self._database = database
        self._kept = kept
        self._kept_at: datetime | None = None
        self.taken_at: datetime | None = None

    def keep(self) -> None:
        """Keep a copy of the database as it is now."""
        self._copy(self._database, self._kept)
        self._kept_at = datetime.now(UTC)

    def put_back(self, *, under_a_process: bool = False) -> None:
        """Put the kept copy, once it is old, in the place of the database, and keep a new one.

        What stands next to the database is left to a process that works with it.
        """
        self.taken_at, now = None, datetime.now(UTC)
        if self._kept_at is not None and now - self._kept_at >= _OLD:
            newer = self._kept.with_suffix(".newer")
            self._copy(self._database, newer)
            if not under_a_process:
                for left in self._database.parent.glob(f"{self._database.name}-*"):
                    left.unlink()
            copied = self._database.with_suffix(".copied")
            shutil.copyfile(self._kept, copied)
            copied.replace(self._database)
            newer.replace(self._kept)
            self.taken_at, self._kept_at = self._kept_at, now

    def _copy(self, database: Path, copy: Path) -> None:
        copy.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(database)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
