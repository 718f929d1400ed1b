"""The record of this database's life: how often it was seen alive, in it and in a file next to it.

A copy that is put back has been seen less often than the file says: then another run has gone on
after the copy was made. The file has nothing personal in it, and need not be kept: without it,
nothing is told of.
"""

import asyncio
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from pydantic import BaseModel, ValidationError

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.private_files import replace_file
from bot.store import preferences
from bot.store.preferences import Preference

BEAT = timedelta(seconds=10)
"""How often a life is recorded: so old is a copy at least that is known as one."""

TOUCH = timedelta(seconds=1)
"""How often the file is touched: as exactly as that its end is known, whatever ended it."""

UNTOLD = timedelta(seconds=10)
"""A run that was cut off may not have told what it heard in its last seconds."""


class _Record(BaseModel):
    """`seen` counts how often a database was recorded; `at` is when all was told last."""

    database: str
    seen: int
    at: datetime
    has_ended: bool = False


class LifeRecord:
    """Records that the database is alive, and finds out at the start whether it is an old copy."""

    def __init__(self, database: Database, key_file: Path) -> None:
        self._database = database
        self._file = _beside(key_file)

    async def lived_until(self, otherwise: datetime | None) -> datetime | None:
        """Return until when another run may have gone on with what this one is a copy of.

        `None` if none has; where nothing next to it tells of this database, `otherwise`.
        """
        ours = await self._database.read(_kept)
        beside = await asyncio.to_thread(_read, self._file)
        if ours is None:
            return None
        if beside is None or beside.database != ours.database:
            return otherwise
        if beside.seen <= ours.seen:
            return None
        if beside.has_ended:
            return beside.at
        touched = await asyncio.to_thread(self._touched_at)
        return min(max(touched, beside.at), beside.at + BEAT) - UNTOLD

    async def beat(self, told_until: datetime, *, has_ended: bool = False) -> None:
        """Record that it is alive; in the file only after the database, which must not be behind.

        What has come since `told_until` may have been told to nobody yet.

        Raises:
            DatabaseFailed: it could not be recorded.
            OSError: the file cannot be written.
        """
        beside = await asyncio.to_thread(_read, self._file)
        record = await self._database.write(_count, beside, told_until, has_ended)
        await asyncio.to_thread(_write, self._file, record)

    async def touch(self, told_until: datetime) -> None:
        """Record until when all was told, which costs no transaction.

        Raises:
            OSError: the file cannot be touched.
        """
        at = told_until.timestamp()
        await asyncio.to_thread(os.utime, self._file, (at, at))

    def _touched_at(self) -> datetime:
        return datetime.fromtimestamp(self._file.stat().st_mtime, UTC)


def know_as_copy(key_file: Path, life: str | None, now: datetime) -> bool:
    """Let a database that is put back be known as an old copy at the next start.

    `life` is what it says itself. Where the file next to the key tells of another database, or
    there is none, as on a new machine, it is written again, as if another run had gone on until
    now. Return whether that was needed.

    Raises:
        OSError: the file cannot be written.
    """
    file = _beside(key_file)
    if life is None:
        return False
    ours, beside = _Record.model_validate_json(life), _read(file)
    if beside is not None and beside.database == ours.database:
        return False
    _write(file, _Record(database=ours.database, seen=ours.seen + 1, at=now, has_ended=True))
    return True


def _beside(key_file: Path) -> Path:
    return key_file.with_name(f"{key_file.name}.life")


def _read(file: Path) -> _Record | None:
    try:
        return _Record.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return None


def _write(file: Path, record: _Record) -> None:
    replace_file(file, record.model_dump_json().encode())
    os.utime(file, (record.at.timestamp(), record.at.timestamp()))


def _kept(tx: Transaction) -> _Record | None:
    text = preferences.get(tx, Preference.LIFE)
    return _Record.model_validate_json(text) if text else None


def _count(
    tx: Transaction, beside: _Record | None, told_until: datetime, has_ended: bool
) -> _Record:
    last = _kept(tx) or _Record(database=str(uuid4()), seen=0, at=tx.now)
    # A restored copy goes on from the file's count, or the next start took it for a copy again.
    counts = [last.seen]
    if beside is not None and beside.database == last.database:
        counts.append(beside.seen)
    # A run that ends while something waits has not told all, so it counts as one that was cut off.
    at, has_told_all = min(told_until, tx.now), told_until >= tx.now
    changes = {"seen": max(counts) + 1, "at": at, "has_ended": has_ended and has_told_all}
    record = last.model_copy(update=changes)
    preferences.keep(tx, Preference.LIFE, record.model_dump_json())
    return record
