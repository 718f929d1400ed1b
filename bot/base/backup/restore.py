"""Putting a backup back in the place of a database that is not in use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import create_engine, text

from bot.base.backup import sqlite
from bot.base.backup.archive import (
    CHUNK,
    Measured,
    damaged,
    database_in,
    free_name,
    manifest_of,
    workshop,
)
from bot.base.backup.create import address_of_file, back_up, see_that_there_is_room, whose_is
from bot.base.backup.manifest import BackupFailed, KeptDatabase, Manifest, Report
from bot.base.database.file_lock import alone_on
from bot.base.database.schema import DatabaseUnusable

_BACKENDS = {"sqlite": "a SQLite file", "postgresql": "a PostgreSQL database"}


@dataclass(frozen=True, slots=True)
class Restored:
    """The restored backup, and where the former database is, as a file or as a backup of it."""

    manifest: Manifest
    aside: Path | None
    is_older: bool


@dataclass(frozen=True, slots=True)
class Restoring:
    """The options of putting a backup back: `check` refuses one that is somebody else's.

    `change` is a statement that is run in it, if any. `may_replace` lets it replace the content of
    a database on a server, after that is backed up.
    """

    check: Callable[[Mapping[str, str]], None]
    change: str = ""
    may_replace: bool = False


def put_back(
    kept: KeptDatabase, file: Path, how: Restoring, now: datetime, report: Report
) -> Restored:
    """Replace the present database by that of a backup.

    Raises:
        BackupFailed: it is not a backup, or not one for this place.
        DatabaseBusy: somebody works with the present database.
        DatabaseUnusable: the backup is of a later version, or the server does not answer.
        OSError: a file cannot be read or written.
    """
    manifest = manifest_of(file)
    is_older = _check(kept, file, manifest)
    how.check(manifest.belongs_to)
    if kept.vault is not None and not manifest.is_signed_with(kept.vault):
        raise BackupFailed(f"{file} was changed since it was made, or made with another key file.")
    put = _put_sqlite if kept.backend == "sqlite" else _put_dump
    return Restored(manifest, put(kept, file, manifest, how, now, report), is_older)


def _check(kept: KeptDatabase, file: Path, manifest: Manifest) -> bool:
    """Check that a backup is for this place; return whether its tables are of an old version."""
    if manifest.program != kept.schema.program:
        raise BackupFailed(
            f"{file} is a backup of the {manifest.program}'s database, not of the"
            f" {kept.schema.program}'s."
        )
    if manifest.backend != kept.backend:
        raise BackupFailed(
            f"{file} is a backup of {_BACKENDS[manifest.backend]}, and store.url names"
            f" {_BACKENDS[kept.backend]}."
        )
    if manifest.revision not in kept.schema.versions:
        raise DatabaseUnusable(
            f"{file} was made by a later version of the {kept.schema.program}: run that one, or"
            " take a backup from before."
        )
    return manifest.revision != kept.schema.newest


def _put_sqlite(
    kept: KeptDatabase,
    file: Path,
    manifest: Manifest,
    how: Restoring,
    now: datetime,
    report: Report,
) -> Path | None:
    """Put a file in the place of the present one; return where the former file is now."""
    database = Path(str(kept.address.database))
    if not database.parent.is_dir():
        raise BackupFailed(f"There is no folder {database.parent.absolute()} to put it into.")
    with alone_on(kept.address), workshop(database.parent) as place:
        new = place / "copy"
        see_that_there_is_room(place, manifest.size)
        _take_out(file, manifest, new, report)
        sqlite.check(new, report, f"{file} is damaged")
        if sqlite.runs_statements(new):
            raise BackupFailed(f"{file} holds what no version of the {manifest.program} makes.")
        if whose_is(kept, address_of_file(new)).revision != manifest.revision:
            raise damaged(file)
        if how.change:
            engine = create_engine(address_of_file(new))
            with engine.begin() as connection:
                connection.execute(text(how.change))
            engine.dispose()
        return sqlite.put_in_place(new, database, now)


def _put_dump(
    kept: KeptDatabase,
    file: Path,
    manifest: Manifest,
    how: Restoring,
    now: datetime,
    report: Report,
) -> Path | None:
    """Replace the content of a database by a dump; return the backup of the former content."""
    # The driver is an extra.
    from bot.base.backup import pg_tools, postgresql  # noqa: PLC0415

    present = postgresql.look_at(kept)
    if present.is_in_use:
        raise BackupFailed(
            f"The {kept.schema.program} works with {kept.place}; stop it, and try again ten"
            " seconds later."
        )
    _see_that_it_may_go(kept, present.tables, how)
    aside = None
    if present.tables:
        aside = free_name(file.absolute(), "before-restore-", now, ".zip")
        back_up(kept, aside, now, report)
    with workshop(file.parent) as place:
        dumped = place / "dump"
        _take_out(file, manifest, dumped, report)
        pg_tools.restore(
            kept.address,
            present.server,
            dumped,
            before=postgresql.making_room(kept, present),
            after=f"{how.change};\n" if how.change else "",
            moved=lambda done: report("Putting back", done, 0),
        )
    return aside


def _see_that_it_may_go(kept: KeptDatabase, tables: tuple[str, ...], how: Restoring) -> None:
    if not tables:
        return
    if kept.own_table not in tables or "alembic_version" not in tables:
        raise BackupFailed(
            f"There are tables of another program in {kept.place}: give the"
            f" {kept.schema.program} a database of its own."
        )
    if not how.may_replace:
        raise BackupFailed(
            f"There is a database of the {kept.schema.program} in {kept.place} already: with"
            " --replace the backup takes its place, once it is backed up itself."
        )


def _take_out(file: Path, manifest: Manifest, into: Path, report: Report) -> None:
    """Unpack the database, and stop at the size that the manifest states."""
    into.touch(mode=0o600, exist_ok=False)
    with database_in(file) as database, into.open("wb") as opened:
        unpacked = Measured(opened)
        while unpacked.size <= manifest.size and (chunk := database.read(CHUNK)):
            unpacked.write(chunk)
            report("Unpacking", unpacked.size, manifest.size)
    if (unpacked.size, unpacked.sha256) != (manifest.size, manifest.sha256):
        raise damaged(file)
