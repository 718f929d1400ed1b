"""The file of a SQLite database under a running process: whether it still is the one it opened.

SQLite goes on with a file that was removed or replaced, and what is written then is lost, or mixed
with what was put there.
"""

import os
from contextlib import suppress
from pathlib import Path


class DatabaseFile:
    """One opened file, known by its device and inode, with the write-ahead log beside it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._log = Path(f"{file}-wal")
        self.aside = Path(f"{file}-wal.former")
        self._opened = _identity(file)
        self._opened_log = _identity(self._log)

    def is_lost(self) -> bool:
        """Look whether the file was removed, or another one is in its place.

        A disk that does not tell just now, as one over a network, has lost nothing yet.
        """
        try:
            if _identity(self._file) != self._opened:
                return True
            self._opened_log = _identity(self._log)
        except OSError:
            return False
        return False

    def set_log_aside(self) -> None:
        """Rename the log of the lost file, once it is closed: the file that is there now must not
        take it for its own.

        Raises:
            OSError: it cannot be renamed.
        """
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
