"""Copying a SQLite file while others write to it, and putting one in another's place."""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from bot.base.backup.archive import free_name
from bot.base.backup.manifest import BackupFailed, Report
from bot.base.database.sqlite_connection import PATIENCE_MS, connected

_PAGES = 512
"""Pages copied between two reports of progress."""


def size_of(file: Path) -> int:
    """Return how large a copy of it may be at most, in bytes."""
    beside = Path(f"{file}-wal")
    return file.stat().st_size + (beside.stat().st_size if beside.exists() else 0)


def copy(file: Path, into: Path, report: Report) -> None:
    """Copy a database as it is at this moment, and check that the copy is whole.

    Others may write meanwhile: their changes go to the log, and the copy reads the state from
    before. One transaction surrounds the copying; without it, each of their commits would make it
    begin again.

    Raises:
        BackupFailed: the database is damaged, or cannot be read, or the copy not be written.
    """

    def tell(_status: int, left: int, pages: int) -> None:
        report("Copying", (pages - left) * page_size, pages * page_size)

    address = f"file:{quote(str(file))}?mode=ro"
    try:
        with (
            closing(sqlite3.connect(address, uri=True, isolation_level=None)) as there,
            closing(sqlite3.connect(into, isolation_level=None)) as here,
        ):
            there.execute(f"PRAGMA busy_timeout={PATIENCE_MS}")
            ((page_size,),) = there.execute("PRAGMA page_size").fetchall()
            # BEGIN alone fixes nothing: the first read fixes the state that the transaction sees.
            there.execute("BEGIN")
            there.execute("SELECT count(*) FROM sqlite_schema").fetchall()
            there.backup(here, pages=_PAGES, progress=tell, sleep=0)
            there.execute("ROLLBACK")
            # The copy is marked as having a write-ahead log; alone in a zip it has none.
            here.execute("PRAGMA journal_mode=DELETE").fetchall()
    except sqlite3.Error as error:
        raise BackupFailed(f"{file} cannot be copied: {error}.") from error
    check(into, report, f"{file} is damaged")


def check(file: Path, report: Report, otherwise: str) -> None:
    """Check that a database is whole.

    Raises:
        BackupFailed: it is not, as `otherwise` says.
    """
    report("Checking", 0, 0)
    try:
        with closing(sqlite3.connect(file)) as database:
            answer = database.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupFailed(f"{otherwise}: {error}.") from error
    if answer != ("ok",):
        raise BackupFailed(f"{otherwise}: {answer[0].splitlines()[-1]}.")


def runs_statements(file: Path) -> bool:
    """Tell whether a file has triggers or views, which run statements of the file's maker."""
    with closing(sqlite3.connect(file)) as database:
        ((how_many,),) = database.execute(
            "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')"
        ).fetchall()
    return bool(how_many)


def put_in_place(new: Path, file: Path, now: datetime) -> Path | None:
    """Put a database in the place of another in one step; return where the former one is now.

    The write-ahead log of the former one is first written into it. If that fails because it is
    damaged, the log stays with it.
    """
    aside = None
    if file.exists():
        with suppress(sqlite3.Error), closing(connected(str(file))) as present:
            present.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        aside = free_name(file, f"{file.name}.before-", now)
        os.link(file, aside)
        aside.chmod(0o600)
        # The log of the old file would spoil the new one.
        log = Path(f"{file}-wal")
        if log.exists():
            log.replace(f"{aside}-wal")
            Path(f"{aside}-wal").chmod(0o600)
        for end in ("-shm", "-journal"):
            Path(f"{file}{end}").unlink(missing_ok=True)
    new.chmod(0o600)
    new.replace(file)
    # Sync the folder: only then is the new name of the file on the disk.
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return aside
