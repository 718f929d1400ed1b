"""The SQLite file under a running process: whether it still is the file that was opened.

SQLite goes on with a file that was removed or replaced; later writes are lost, or mixed into the
file that was put there. So the process leaves a mark in the file now and then, and looks for it: a
copy, even of the same file, has another mark, or a former one.
"""

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import String, column, table

from bot.base.database.prepared import Change, given
from bot.base.database.transaction import Transaction

_NAME = "mark of the file"
_META = table("meta", column("name", String), column("value", String))
_LEAVE = Change(
    lambda insert: (
        insert(_META)  # type: ignore[arg-type]
        .values(name=_NAME, value=given("mark", String()))
        .on_conflict_do_update(index_elements=["name"], set_={"value": given("mark", String())})
    )
)
_FIND = "SELECT value FROM meta WHERE name = ?"
_LOOKS = 2
"""Looks before a mark counts as missing: a look may coincide with the write of a page."""
_TELLS_NOTHING = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR})


class DatabaseFile:
    """One opened file, known by its device and inode, and by marks that this process leaves."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._log = Path(f"{file}-wal")
        self.aside = Path(f"{file}-wal.former")
        self._opened = _identity(file)
        self._opened_log = _identity(self._log)
        self._marks: list[str] = []
        """The marks that the file may hold, oldest first; the first may not be there yet."""
        self._was_found = False

    def is_lost(self) -> bool:
        """Tell whether the file was removed, or another file is in its place.

        A disk that does not answer just now, such as a network disk, has not lost the file yet.
        """
        try:
            if _identity(self._file) != self._opened:
                return True
            self._opened_log = _identity(self._log)
        except OSError:
            return False
        return not any(self._finds_mark() for _ in range(_LOOKS))

    def leave_mark(self, tx: Transaction) -> None:
        """Leave a new mark; a checkpoint has it in the file."""
        mark = secrets.token_hex(16)
        self._marks.append(mark)
        tx.run(_LEAVE, mark=mark)

    def _finds_mark(self) -> bool:
        """Look for a mark in the file alone: the log is no proof that this file ever held it."""
        # Immutable: without the log, and without a lock that would be let go for the whole process.
        address = f"{self._file.absolute().as_uri()}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(address, uri=True)) as connection:
                row = connection.execute(_FIND, (_NAME,)).fetchone()
        except sqlite3.Error as error:
            # The lowest byte is the kind of error.
            if (error.sqlite_errorcode & 0xFF) in _TELLS_NOTHING:
                return True
            row = None
        mark = row[0] if row else None
        if mark in self._marks:
            self._was_found = True
            self._marks = self._marks[self._marks.index(mark) :]
            return True
        return not self._was_found

    @contextmanager
    def closed_by(self) -> Iterator[None]:
        """Close the connections in this block without writing into a file that is not theirs.

        The log of a lost file is renamed: the file that is there now must not take it for its own.

        Raises:
            OSError: it cannot be renamed.
        """
        if not self.is_lost():
            yield
            return
        # SQLite writes nothing into a file that has moved. A file that was overwritten in place is
        # somebody else's now.
        elsewhere = None
        if _identity(self._file) == self._opened:
            elsewhere = self._file.with_name(f"{self._file.name}.closing")
            self._file.rename(elsewhere)
        try:
            yield
        finally:
            if elsewhere is not None and not self._file.exists():
                elsewhere.rename(self._file)
        if _identity(self._log) == self._opened_log:
            with suppress(FileNotFoundError):
                self._log.replace(self.aside)
            Path(f"{self._file}-shm").unlink(missing_ok=True)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(file)  # noqa: PTH116 - one call, for what `Path` does in two
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
