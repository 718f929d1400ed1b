"""Making a backup of a database while its program works with it."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from sqlalchemy import URL, NullPool, create_engine, text
from sqlalchemy.exc import DBAPIError

from bot import __version__
from bot.base.backup import sqlite
from bot.base.backup.archive import (
    CHUNK,
    Measured,
    add_manifest,
    being_packed,
    database_in,
    database_of,
    workshop,
)
from bot.base.backup.manifest import BackupFailed, KeptDatabase, Manifest, Report
from bot.base.database.schema import told_as_unusable

_REVISION = text("SELECT version_num FROM alembic_version")
_SPARE = 16 * 2**20
"""Bytes of disk that a backup leaves free: the program goes on writing meanwhile."""


class Belonging(NamedTuple):
    """The version of a database's tables, and the owner that it names."""

    revision: str
    belongs_to: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made."""

    file: Path
    manifest: Manifest

    @property
    def size(self) -> int:
        return self.file.stat().st_size


def back_up(kept: KeptDatabase, file: Path, now: datetime, report: Report) -> Backup:
    """Make a backup and put it at `file` once it is whole, in place of a former file.

    Raises:
        BackupFailed: there is nothing to back up, no room for it, or it is damaged.
        DatabaseUnusable: the database cannot be read.
        OSError: the backup cannot be written.
    """
    with workshop(file.parent) as place:
        part = place / file.name
        with being_packed(part) as packed:
            pack = _pack_sqlite if kept.backend == "sqlite" else _pack_dump
            whose, written = pack(kept, place, packed, report)
            manifest = Manifest(
                program=kept.schema.program,
                version=__version__,
                backend=kept.backend,
                revision=whose.revision,
                made_at=now,
                belongs_to=whose.belongs_to,
                size=written.size,
                sha256=written.sha256,
            )
            if kept.vault is not None:
                manifest = manifest.signed(kept.vault)
            add_manifest(packed, manifest)
        _check(part, kept, report)
        part.replace(file)
    return Backup(file, manifest)


def whose_is(kept: KeptDatabase, address: URL) -> Belonging:
    """Read whose a database is, at the address of `kept` or of a copy of it.

    Raises:
        BackupFailed: it has no tables of the program.
        DatabaseUnusable: it cannot be read.
    """
    engine = create_engine(address, poolclass=NullPool, hide_parameters=True)
    with told_as_unusable(kept.schema), engine.connect() as connection:
        connection.execute(text("SELECT 1"))
        try:
            return Belonging(connection.scalars(_REVISION).one(), dict(kept.facts(connection)))
        except DBAPIError as error:
            if "alembic_version" not in str(error.orig):
                raise
            raise BackupFailed(
                f"{kept.place} has no tables of the {kept.schema.program} yet."
            ) from error


def address_of_file(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _pack_sqlite(
    kept: KeptDatabase, place: Path, packed: ZipFile, report: Report
) -> tuple[Belonging, Measured]:
    database, copied = Path(str(kept.address.database)), place / "copy"
    if not database.exists():
        raise BackupFailed(f"There is no {database} yet: the {kept.schema.program} makes it.")
    # Room for the copy, and for the zip that is made of it.
    see_that_there_is_room(place, 2 * sqlite.size_of(database))
    sqlite.copy(database, copied, report)
    whose, size = whose_is(kept, address_of_file(copied)), copied.stat().st_size
    with copied.open("rb") as source, database_of(packed, kept.backend) as into:
        while chunk := source.read(CHUNK):
            into.write(chunk)
            report("Packing", into.size, size)
    copied.unlink()
    return whose, into


def _pack_dump(
    kept: KeptDatabase, place: Path, packed: ZipFile, report: Report
) -> tuple[Belonging, Measured]:
    # The driver is an extra.
    from bot.base.backup import pg_tools, postgresql  # noqa: PLC0415

    present = postgresql.look_at(kept)
    whose = whose_is(kept, kept.address)
    see_that_there_is_room(place, present.size)
    with database_of(packed, kept.backend) as into:
        pg_tools.dump(kept.address, present.server, into, lambda done: report("Dumping", done, 0))
    return whose, into


def _check(part: Path, kept: KeptDatabase, report: Report) -> None:
    """Check that the new backup can be read to its end."""
    report("Checking", 0, 0)
    with database_in(part) as database:
        if kept.backend == "sqlite":
            while database.read(CHUNK):
                pass
            return
        from bot.base.backup import pg_tools  # noqa: PLC0415 - the driver is an extra

        pg_tools.check_dump(database)


def see_that_there_is_room(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed + _SPARE:
        raise BackupFailed(
            f"There is no room for a backup in {folder.parent.absolute()}: it may take"
            f" {as_size(needed + _SPARE)}, and {as_size(free)} are free."
        )


def as_size(size: int) -> str:
    """Write a number of bytes for a person."""
    return f"{size / 2**20:,.0f} MB" if size >= 2**20 else f"{-(-size // 1024)} kB"
