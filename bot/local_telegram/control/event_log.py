"""What has happened, numbered, for readers who come and go."""

import json
from collections import deque
from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from bot.base.clock import Clock
from bot.local_telegram.control.requests import NotDone
from bot.local_telegram.queue import Broadcast

KEPT = 2000
"""Events that a reader may be behind; one who is further behind starts over."""

_SIGN_OF_LIFE = timedelta(seconds=10)
_DIGITS = 15
_COMMENT = b": still here\n\n"


class EventLog:
    """The latest events, each written once for all readers.

    A reader says how far it has read, and nothing is kept for it: however slow it is, it costs no
    more than any other, and nobody waits for it. `changes` tells of each event, and of the end.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._events: deque[bytes] = deque(maxlen=kept)
        self._arrivals = Broadcast()
        self.readers = 0
        self._is_closed = False
        self.changes = Broadcast()
        self.last = 0

    def add(self, kind: str, content: dict[str, Any]) -> None:
        """Write down an event, and wake the readers who wait for one."""
        self.last += 1
        data = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        self._events.append(f"id: {self.last}\nevent: {kind}\ndata: {data}\n\n".encode())
        self.changes.notify()

    def since(self, number: int) -> list[bytes] | None:
        """Return what came after an event; None where that is not known any more, or not yet."""
        behind = self.last - number
        if not 0 <= behind <= len(self._events):
            return None
        return list(islice(self._events, len(self._events) - behind, None))

    async def wait_for_reader(self) -> None:
        """Return once somebody reads."""
        while not self.readers:
            await self._arrivals.next().wait()

    def close(self) -> None:
        """Let every reader come to its end."""
        self._is_closed = True
        self.changes.notify()

    def stream(self, request: Request, clock: Clock) -> Response:
        """Answer a reader with the events from where it has stopped, for as long as it stays."""
        # A browser that was cut off says in a header how far it has read.
        wish = request.headers.get("last-event-id") or request.query_params.get("since")
        number = self.last
        if wish is not None:
            if not (wish.isascii() and wish.isdigit()) or len(wish) > _DIGITS:
                raise NotDone(
                    400, "Say in “since” the number of the last event that you have read."
                )
            number = int(wish)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        events = self._read(number, clock)
        return StreamingResponse(events, media_type="text/event-stream", headers=headers)

    async def _read(self, number: int, clock: Clock) -> AsyncIterator[bytes]:
        self.readers += 1
        self._arrivals.notify()
        try:
            # It tells the reader that it is connected, before anything happens.
            yield _COMMENT
            while not self._is_closed:
                # Taken before the events are looked at, so that none in between is missed.
                changed = self.changes.next()
                events = self.since(number)
                number = self.last
                if events is None:
                    yield f"id: {number}\nevent: reset\ndata: {{}}\n\n".encode()
                elif events:
                    yield b"".join(events)
                else:
                    await clock.wait(changed, clock.now() + _SIGN_OF_LIFE)
                    if not changed.is_set():
                        yield _COMMENT
        finally:
            self.readers -= 1
