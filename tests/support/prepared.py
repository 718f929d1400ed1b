"""Databases with their tables: made once in a process, and copied for each test."""

import asyncio
import shutil
from pathlib import Path

from tests.service import fleet
from tests.store.work import FILE, opened, sqlite_url
from tests.support.clock import ManualClock


def make_store(folder: Path) -> Path:
    """Make the bot's tables in a new SQLite file, as its start does; return the file."""

    async def make() -> None:
        await (await opened(sqlite_url(folder), ManualClock())).close()

    asyncio.run(make())
    return folder / FILE


def make_fleet(folder: Path) -> Path:
    """Make the fleet service's tables in a new SQLite file; return the file."""
    file = folder / fleet.DATABASE
    asyncio.run(fleet.migrate(file))
    return file


def copied(file: Path, folder: Path) -> Path:
    """Copy a database into a folder; return the folder."""
    shutil.copy(file, folder)
    return folder
