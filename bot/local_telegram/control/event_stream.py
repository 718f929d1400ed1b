"""The events as a stream of server-sent events, from where a reader has stopped."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from bot.base.clock import Clock
from bot.local_telegram.control.event_log import EventLog
from bot.local_telegram.control.refused import NotDone

_SIGN_OF_LIFE = timedelta(seconds=10)
_DIGITS = 15
_COMMENT = b": still here\n\n"


class EventStream:
    """Answers readers of the events for as long as they stay."""

    def __init__(self, log: EventLog, clock: Clock) -> None:
        self._log = log
        self._clock = clock

    async def answer(self, request: Request) -> Response:
        since = _wished(request)
        stream = self._read(self._log.last if since is None else since)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def _read(self, number: int) -> AsyncIterator[bytes]:
        log = self._log
        log.come()
        try:
            yield _COMMENT
            while not log.is_closed:
                changed = log.next()
                events = log.since(number)
                number = log.last
                if events is None:
                    yield f"id: {number}\nevent: reset\ndata: {{}}\n\n".encode()
                elif events:
                    yield b"".join(events)
                elif not await self._comes(changed):
                    yield _COMMENT
        finally:
            log.go()

    async def _comes(self, changed: asyncio.Event) -> bool:
        """Wait for something new, or until it is time for a sign of life."""
        await self._clock.wait(changed, self._clock.now() + _SIGN_OF_LIFE)
        return changed.is_set()


def _wished(request: Request) -> int | None:
    """Return after which event to begin; who was cut off says it in a header."""
    wish = request.headers.get("last-event-id") or request.query_params.get("since")
    if wish is None:
        return None
    if not (wish.isascii() and wish.isdigit()) or len(wish) > _DIGITS:
        raise NotDone(400, "Say in “since” the number of the last event that you have read.")
    return int(wish)
