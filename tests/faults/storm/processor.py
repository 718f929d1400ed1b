"""How long programs were kept waiting for the processor: a busy machine is nobody's fault."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

_LOOK_SECONDS = 0.5
_NANO = 1e-9


def kept_waiting(pid: int) -> float:
    """Return for how many seconds a process was ready to go on, and others had the processor.

    It is 0 where there is no such process, or its system does not tell.
    """
    with suppress(OSError, IndexError, ValueError):
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) * _NANO
    return 0.0


class ProcessorWatch:
    """Writes down how long any of some processes, whichever they are just now, was kept waiting."""

    def __init__(self, pids: Callable[[], Iterable[int]]) -> None:
        self._pids = pids
        self._before: dict[int, float] = defaultdict(float)
        self._lost: list[tuple[datetime, float]] = []

    async def watch(self) -> None:
        """Look until cancelled."""
        while True:
            self.look(datetime.now(UTC))
            await asyncio.sleep(_LOOK_SECONDS)

    def look(self, now: datetime) -> None:
        for pid in self._pids():
            waited = kept_waiting(pid)
            self._lost.append((now, waited - self._before[pid]))
            self._before[pid] = waited

    def lost(self, since: datetime, until: datetime) -> timedelta:
        """Return how long they were kept waiting in a time, all together."""
        around = timedelta(seconds=_LOOK_SECONDS)
        seconds = sum(lost for at, lost in self._lost if since <= at <= until + around)
        return timedelta(seconds=seconds)
