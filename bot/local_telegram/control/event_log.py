"""What has happened, numbered, for readers who come and go."""

import asyncio
import json
from collections import deque
from itertools import islice
from typing import Any

from bot.local_telegram.queue import Broadcast

KEPT = 2000
"""Events that a reader may be behind; one who is further behind starts over."""


class EventLog:
    """The latest events, each written once for all readers.

    A reader says how far it has read, and nothing is kept for it: however slow it is, it costs no
    more than any other, and nobody waits for it.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._events: deque[bytes] = deque(maxlen=kept)
        self._changes = Broadcast()
        self._arrivals = Broadcast()
        self.last = 0
        self.readers = 0
        self.is_closed = False

    def add(self, kind: str, content: dict[str, Any]) -> None:
        """Write down an event, and wake the readers who wait for one."""
        self.last += 1
        data = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        self._events.append(f"id: {self.last}\nevent: {kind}\ndata: {data}\n\n".encode())
        self._changes.notify()

    def since(self, number: int) -> list[bytes] | None:
        """Return what came after an event; None where that is not known any more, or not yet."""
        behind = self.last - number
        if not 0 <= behind <= len(self._events):
            return None
        return list(islice(self._events, len(self._events) - behind, None))

    def next(self) -> asyncio.Event:
        """Return what is set by the next event; take it before looking at what there is."""
        return self._changes.next()

    def come(self) -> None:
        """Count one more reader."""
        self.readers += 1
        self._arrivals.notify()

    def go(self) -> None:
        self.readers -= 1

    async def wait_for_reader(self) -> None:
        """Return once somebody reads."""
        while not self.readers:
            await self._arrivals.next().wait()

    def close(self) -> None:
        """Let every reader come to its end."""
        self.is_closed = True
        self._changes.notify()
