"""HTTP on one connection: uvicorn's protocol, with deadlines, in a slot that may be needed."""

import asyncio
from dataclasses import dataclass
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from bot.base.http.connection_limit import Slot

HEADER_LIMIT = 64 * 1024
"""Bytes of headers after which a client is disconnected: they are kept until they are whole, and a
client that sends them without end need not have a key."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds that a client has for its first word, all headers, a body, and between requests."""

    first: float
    headers: float
    body: float
    idle: float


class DeadlineProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which by itself waits for a request for ever, and takes any headers.

    It waits as long for the rest of a body that was answered before its end: a refused client
    would otherwise keep the connection with a byte now and then.
    """

    _deadline: asyncio.TimerHandle | None = None
    _is_receiving = False
    _in_headers = True
    _header_bytes = 0

    def __init__(
        self,
        slot: Slot,
        deadlines: Deadlines,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._slot = slot
        self._deadlines = deadlines

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Until now only the listener could end it, which knows the bare socket alone.
        self._slot.end = transport.abort
        self._start_deadline(self._deadlines.headers)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # After the parser: only incomplete headers count.
        self._header_bytes = self._header_bytes + len(data) if self._in_headers else 0
        if self._header_bytes > HEADER_LIMIT:
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_headers = True
        self._is_receiving = True
        self._start_deadline(self._deadlines.headers)

    def on_headers_complete(self) -> None:
        self._in_headers = False
        self._start_deadline(self._deadlines.body)
        # uvicorn answers 503 if there are this many connections.
        self.limit_concurrency = 0 if self._slot.limit.turns_away() else None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_receiving = False
        self._stop_deadline()
        # A refusal may have been answered before the end of the body.
        if not self.cycle.response_complete:
            self._slot.start_answering()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        are_scarce = self._slot.limit.are_scarce
        idle = self._deadlines.headers if are_scarce else self._deadlines.idle
        self.timeout_keep_alive = idle  # type: ignore[assignment]  # it takes fractions
        # If another request is in the pipeline, the connection is answered again at once.
        if self._is_receiving or not self.pipeline:
            self._slot.start_waiting()
        super().on_response_complete()
        if self._is_receiving:
            self._start_deadline(min(self._deadlines.headers, self._deadlines.body))

    def pause_writing(self) -> None:
        super().pause_writing()
        self._slot.start_waiting()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not (self._is_receiving or self.cycle.response_complete):
            self._slot.start_answering()

    def connection_lost(self, exc: Exception | None) -> None:
        self._slot.leave()
        self._stop_deadline()
        super().connection_lost(exc)

    def _start_deadline(self, seconds: float) -> None:
        self._stop_deadline()
        self._deadline = self.loop.call_later(seconds, self.transport.close)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
