"""One HTTP server inside a running event loop: uvicorn, with deadlines and without its signals."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_DEADLINE = 5.0
"""Seconds that a client has, from its first byte or from connecting, to send all its headers."""

BODY_DEADLINE = 30.0
"""Seconds that a client has to send the whole body, over a bad network."""

HEADER_LIMIT = 64 * 1024
"""Bytes of headers after which a client is disconnected: they are kept until they are whole, and
who sends them without an end has no key to show."""

IDLE_DEADLINE = 75.0
"""Seconds that a connection is kept without a request: for longer than those keep it that ask, such
as proxies, 60 s by default. Who asks while the server hangs up loses the request, and a webhook
that is lost so comes only later."""

CONNECTIONS = 1000
"""Connections at once; whoever comes then is answered 503."""

SHUTDOWN_DEADLINE = 5.0
"""Seconds that requests under way have to end when the server stops."""


class _DeadlineProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which by itself waits for a request for ever, and takes any headers.

    It waits as long for the rest of a body that was answered before its end: a refused client
    would otherwise keep the connection with a byte now and then. Connections are few, and who only
    holds them would shut everybody else out.
    """

    header_deadline: float
    body_deadline: float
    _deadline: asyncio.TimerHandle | None = None
    _is_receiving = False
    _in_headers = True
    _header_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_deadline(self.header_deadline)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._header_bytes = self._header_bytes + len(data) if self._in_headers else 0
        if self._header_bytes > HEADER_LIMIT:
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_headers = True
        self._is_receiving = True
        self._start_deadline(self.header_deadline)

    def on_headers_complete(self) -> None:
        self._in_headers = False
        self._start_deadline(self.body_deadline)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_receiving = False
        self._stop_deadline()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        are_scarce = len(self.connections) > (self.limit_concurrency or 0) // 2
        idle = self.header_deadline if are_scarce else self.config.timeout_keep_alive
        self.timeout_keep_alive = idle  # type: ignore[assignment]  # it takes fractions
        super().on_response_complete()
        if self._is_receiving:
            self._start_deadline(min(self.header_deadline, self.body_deadline))

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        super().connection_lost(exc)

    def _start_deadline(self, seconds: float) -> None:
        self._stop_deadline()
        self._deadline = self.loop.call_later(seconds, self.transport.close)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _protocol(headers: float, body: float) -> type[asyncio.Protocol]:
    class Protocol(_DeadlineProtocol):
        header_deadline = headers
        body_deadline = body

    return Protocol


class _QuietServer(uvicorn.Server):
    """uvicorn's server without its signal handlers: who starts several servers stops them all."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    async def shutdown(
        self,
        sockets: list[socket.socket] | None = None,  # noqa: ARG002 - uvicorn's signature
    ) -> None:
        """Let requests under way end, then drop every connection.

        uvicorn would wait for connections to close, and a TLS connection closes only when its
        other end, which may be an idle client's pool, answers.
        """
        for listener in self.servers:
            listener.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=SHUTDOWN_DEADLINE)
        for connection in list(self.server_state.connections):
            connection.transport.abort()


class Server:
    """Serves one ASGI app while the `async with` block runs.

    The port is bound at once: `port` and `url` are known before the first request, and a port
    that is taken raises `OSError` in the constructor. With a certificate (PEM) it speaks TLS. Who
    needs longer than the deadlines, in seconds, for headers or a body is disconnected, and so is
    who asks for nothing; once half of the `most` connections are taken, that is soon.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        certfile: Path | None = None,
        keyfile: Path | None = None,
        header_deadline: float = HEADER_DEADLINE,
        body_deadline: float = BODY_DEADLINE,
        idle_deadline: float = IDLE_DEADLINE,
        most: int = CONNECTIONS,
    ) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family, reuse_port=False)
        # asyncio sets it only on sockets that it has made; without it an answer waits 40 ms.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.host = f"[{host}]" if ":" in host else host
        self.port: int = self._socket.getsockname()[1]
        self._scheme = "https" if certfile else "http"
        config = uvicorn.Config(
            app,
            http=_protocol(header_deadline, body_deadline),
            ws="none",
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            ssl_certfile=certfile,
            ssl_keyfile=keyfile,
            limit_concurrency=most,
            timeout_keep_alive=idle_deadline,  # type: ignore[arg-type]  # it takes fractions
        )
        self._server = _QuietServer(config)
        self._task: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """The origin that this server answers on, without a slash at its end."""
        return f"{self._scheme}://{self.host}:{self.port}"

    def close(self) -> None:
        """Give the port back, of a server that does not serve."""
        self._socket.close()

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._server.serve([self._socket]), name=self.url)
        ready = asyncio.create_task(self._server.ready.wait())
        await asyncio.wait({self._task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if self._task.done():
            ready.cancel()
            self._socket.close()
            await self._task
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.should_exit = True
        if self._task is not None:
            await self._task
