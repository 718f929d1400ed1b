"""A business whose first morning is lived once, and copied for each story that begins with it."""

import shutil
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.demo.town import TownRecord
from tests.support.business import Business
from tests.support.clock import ManualClock


@dataclass(frozen=True)
class Opening:
    """What a business has when it opens: the files of its town, and what has happened there."""

    folder: Path
    record: TownRecord
    riders: Mapping[str, str]
    at: datetime

    @classmethod
    def of(cls, business: Business, folder: Path) -> "Opening":
        """Keep what a business that has just opened has, in an empty folder; it may go on."""
        town = business.town
        for file in town.folder.iterdir():
            if file.suffix == ".db":
                _back_up(file, folder / file.name)
            elif file.suffix not in {".db-wal", ".db-shm"}:
                shutil.copy(file, folder)
        return cls(folder, town.record(), dict(business.riders), business.clock.now())

    def begin(self, folder: Path, clock: ManualClock) -> None:
        """Put its files into the folder of a town that goes on from it, at the same time."""
        for file in self.folder.iterdir():
            shutil.copy(file, folder)
        clock.advance(self.at - clock.now())


def _back_up(database: Path, to: Path) -> None:
    """Copy a database that programs have open."""
    with sqlite3.connect(database) as source, sqlite3.connect(to) as copy:
        source.backup(copy)
    source.close()
    copy.close()
