"""The log of numbered events, and its stream to readers."""

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
"""How many events a reader may be behind; one further behind starts over."""

_SIGN_OF_LIFE = timedelta(seconds=10)
_DIGITS = 15
_COMMENT = b": still here\n\n"


class EventLog:
    """The latest events, each encoded once for all readers.

    A reader sends the number of its last event, and the log keeps no state for it. So a slow
    reader costs no memory and delays nobody. `changes` is notified of each event and of the end.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._events: deque[bytes] = deque(maxlen=kept)
        self._arrivals = Broadcast()
        self.readers = 0
        self._is_closed = False
        self.changes = Broadcast()
        self.last = 0

    def add(self, kind: str, content: dict[str, Any]) -> None:
        """Add an event, and wake the waiting readers."""
        self.last += 1
        data = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        self._events.append(f"id: {self.last}\nevent: {kind}\ndata: {data}\n\n".encode())
        self.changes.notify()

    def since(self, number: int) -> list[bytes] | None:
        """Return the events after a number; None if it is too old, or not reached yet."""
        behind = self.last - number
        if not 0 <= behind <= len(self._events):
            return None
        return list(islice(self._events, len(self._events) - behind, None))

    async def wait_for_reader(self) -> None:
        """Wait until there is a reader."""
        while not self.readers:
            await self._arrivals.next().wait()

    def close(self) -> None:
        """End the streams of all readers."""
        self._is_closed = True
        self.changes.notify()

    def stream(self, request: Request, clock: Clock) -> Response:
        """Return the response that streams the events after the last one of the reader."""
        # A browser that reconnects sends the number in this header.
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
            # Tells the reader that it is connected, before there is any event.
            yield _COMMENT
            while not self._is_closed:
                # Taken before the events are read, so that none in between is missed.
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
