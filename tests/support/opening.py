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

    def begin(self, folder: Path, clock: ManualClock) -> TownRecord:
        """Put its files into the folder of a town, and return what it goes on from, at its time."""
        for file in self.folder.iterdir():
            shutil.copy(file, folder)
        clock.advance(self.at - clock.now())
        return self.record


class Beginning:
    """How a story begins: with a business that opens, or with a copy of one that has opened so.

    `openings` are those of this process, by their kind; without a kind a business opens by itself.
    """

    def __init__(self, openings: dict[str, Opening], kind: str | None) -> None:
        self._openings = openings
        self._kind = kind
        self._is_asked = False

    def record(self, folder: Path, clock: ManualClock) -> TownRecord | None:
        """Return what a town in this folder goes on from; None where its business opens by itself.

        Who makes a town otherwise never asks: its business opens by itself, and is not copied.
        """
        self._is_asked = True
        return self.opening and self.opening.begin(folder, clock)

    @property
    def opening(self) -> Opening | None:
        """The opening that the town goes on from, if there is one."""
        return self._openings.get(self._kind or "") if self._is_asked else None

    def keep(self, business: Business, folder: Path) -> None:
        """Let others of its kind begin with a copy of a business that has opened."""
        if self._is_asked and self._kind:
            self._openings[self._kind] = Opening.of(business, folder)


def _back_up(database: Path, to: Path) -> None:
    """Copy a database that programs have open."""
    # Its file alone lacks what is in its log.
    with sqlite3.connect(database) as source, sqlite3.connect(to) as copy:
        source.backup(copy)
    source.close()
    copy.close()
