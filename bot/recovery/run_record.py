"""The life record: how often this database was seen alive, in it and in a file next to the key.

A restored copy has a lower count than the file: another run has gone on after the copy was made.
The file holds nothing personal, and may be lost: without it, the record shows no old copy.
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
"""How often the life is recorded: a copy must be at least so old to be known as one."""

TOUCH = timedelta(seconds=1)
"""How often the file is touched: so exactly is a run's end known, whatever ended it."""

UNTOLD = timedelta(seconds=10)
"""The last seconds of a run that was cut off: it may not have told what it heard in them."""


class _Record(BaseModel):
    """A record: `seen` counts a database's records; until `at` everything was told."""

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
        """Return until when another run may have gone on with the original of this copy.

        Return `None` if none has, and `otherwise` if the file does not know this database.
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
        status = await asyncio.to_thread(self._file.stat)
        touched = datetime.fromtimestamp(status.st_mtime, UTC)
        return min(max(touched, beside.at), beside.at + BEAT) - UNTOLD

    async def beat(self, told_until: datetime, *, has_ended: bool = False) -> None:
        """Record that the database is alive, first in it and then in the file.

        The file must not be ahead. News since `told_until` may not have been told yet.

        Raises:
            DatabaseFailed: the database could not be written.
            OSError: the file cannot be written.
        """
        beside = await asyncio.to_thread(_read, self._file)
        record = await self._database.write(_count, beside, told_until, has_ended)
        await asyncio.to_thread(_write, self._file, record)

    async def touch(self, told_until: datetime) -> None:
        """Record until when everything was told, without a transaction.

        Raises:
            OSError: the file cannot be touched.
        """
        at = told_until.timestamp()
        await asyncio.to_thread(os.utime, self._file, (at, at))


def know_as_copy(key_file: Path, life: str | None, now: datetime) -> bool:
    """Make sure that the next start knows a restored database as an old copy.

    `life` is the database's own record. If the file next to the key is about another database, or
    is missing, as on a new machine, write it as if another run had gone on until now. Return
    whether that was needed.

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
    # A restored copy goes on from the file's count, or the next start would take it for a copy.
    counts = [last.seen]
    if beside is not None and beside.database == last.database:
        counts.append(beside.seen)
    # A run that ends while jobs wait has not told everything, so it counts as cut off.
    at, has_told_all = min(told_until, tx.now), told_until >= tx.now
    changes = {"seen": max(counts) + 1, "at": at, "has_ended": has_ended and has_told_all}
    record = last.model_copy(update=changes)
    preferences.keep(tx, Preference.LIFE, record.model_dump_json())
    return record
