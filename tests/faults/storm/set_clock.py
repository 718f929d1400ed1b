"""A machine's clock that somebody else sets: it is ahead by what a small file says."""

import inspect
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.base.clock import Clock, SystemClock

FILE = "HANDOVER_STORM_CLOCK"
"""The variable that names the file; it holds seconds. Without a file the clock is right."""

_LOOK_SECONDS = 0.05


def set_clock() -> Clock:
    """Return the clock of this process."""
    file = os.environ.get(FILE)
    if not file:
        return SystemClock()
    ahead = _reader(Path(file))
    # A clock that knows the wall's from its own is told of the wall's alone.
    if "wall" in inspect.signature(SystemClock).parameters:
        wall: dict[str, Any] = {"wall": lambda: datetime.now(UTC) + ahead()}
        return SystemClock(**wall)
    return SystemClock(ahead)


def set_ahead(file: Path, seconds: float) -> None:
    """Set the clock of whoever reads this file."""
    new = file.with_suffix(".new")
    new.write_text(str(seconds))
    new.replace(file)


def _reader(file: Path) -> Callable[[], timedelta]:
    """Return what reads the file, at most so often: a clock is looked at all the time."""
    looked, ahead = -_LOOK_SECONDS, timedelta()

    def read() -> timedelta:
        nonlocal looked, ahead
        now = time.monotonic()
        if now - looked >= _LOOK_SECONDS:
            looked = now
            ahead = timedelta(seconds=float(file.read_text())) if file.exists() else timedelta()
        return ahead

    return read
