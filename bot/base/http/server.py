"""One HTTP server inside a running event loop: uvicorn, with deadlines and without its signals."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

import uvicorn
from starlette.responses import Response
from starlette.types import ASGIApp

from bot.base.http.connection_limit import ConnectionLimit, Slot, connections_allowed
from bot.base.http.listener import Listener
from bot.base.http.protocol import DeadlineProtocol, Deadlines
from bot.base.http.renewed_files import RenewedFiles, renewed_pair
from bot.base.settings.startup_errors import free_port_after

FIRST_DEADLINE = 5.0
"""Seconds that a client has to send anything, and then for its TLS handshake."""

HEADER_DEADLINE = 5.0
"""Seconds that a client has, from its first byte, to send all its headers."""

BODY_DEADLINE = 30.0
"""Seconds that a client has to send the whole body, over a bad network."""

IDLE_DEADLINE = 75.0
"""Seconds that a connection is kept without a request: longer than clients such as proxies keep it
(60 s by default). A request sent while the server hangs up is lost, and a webhook that is lost like
this comes only later."""

CONNECTIONS = 1000
"""Connections at once. An idle one gives way to a new one; if all of them are being answered, a new
one is answered 503."""

TRUSTED_PROXIES = ("127.0.0.1", "::1")

SHUTDOWN_DEADLINE = 5.0
"""Seconds that requests under way have to end when the server stops."""


class _QuietServer(uvicorn.Server):
    """uvicorn's server without its signal handlers: its starter stops it, with other servers.

    It accepts connections with a listener of its own, into slots.
    """

    def __init__(self, config: uvicorn.Config, deadlines: Deadlines, most: int) -> None:
        super().__init__(config)
        self._deadlines = deadlines
        self._limit = ConnectionLimit(most)
        self._renewed: RenewedFiles | None = None
        self._listeners: list[Listener] = []
        self._stopped = asyncio.Event()
        self.ready = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self.config.ssl is not None:
            # OpenSSL remembers a client for each ticket, and a client can ask for many.
            self.config.ssl.num_tickets = 0
            certificate, key = self.config.ssl_certfile, self.config.ssl_keyfile
            if certificate and key:
                self._renewed = renewed_pair(self.config.ssl, Path(certificate), Path(key))
        for each in sockets or ():
            tls, deadline = self.config.ssl, self._deadlines.first
            listener = Listener(each, self._limit, self._make_protocol, tls, deadline)
            listener.start()
            self._listeners.append(listener)
        self.started = True
        self.ready.set()

    async def main_loop(self) -> None:
        """Keep the answers' date right until `stop`, once a second.

        uvicorn looks ten times a second whether it should end, and so ends up to 0.1 s late.
        """
        while not self._stopped.is_set():
            await self.on_tick(0)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._stopped.wait()

    def stop(self) -> None:
        self._stopped.set()

    def _make_protocol(self, slot: Slot) -> DeadlineProtocol:
        if self._renewed is not None:  # the handshake to come uses the present pair
            self._renewed.look()
        return DeadlineProtocol(
            slot, self._deadlines, self.config, self.server_state, self.lifespan.state
        )

    async def shutdown(
        self,
        sockets: list[socket.socket] | None = None,  # noqa: ARG002 - uvicorn's signature
    ) -> None:
        """Let requests under way end, then drop every connection.

        uvicorn would wait for connections to close, and a TLS connection closes only when its
        other end, which may be an idle client's pool, answers.
        """
        for listener in self._listeners:
            listener.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=SHUTDOWN_DEADLINE)
        self._limit.end_all()
        for listener in self._listeners:
            await listener.closed()


class Server:
    """Serves one ASGI app while the `async with` block runs.

    The port is bound at once: `port` and `url` are known before the first request, and a port
    that is taken raises `OSError` in the constructor. With a certificate (PEM) it speaks TLS, and
    takes over a renewed one. A client that exceeds the deadlines, in seconds, for its first byte,
    headers or a body is disconnected. So is an idle one, and soon once half of the `most`
    connections are taken. There are fewer if the system lets this process open fewer files.
    `trusted_proxies`, addresses or networks, are believed about who a client is.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        certfile: Path | None = None,
        keyfile: Path | None = None,
        first_deadline: float = FIRST_DEADLINE,
        header_deadline: float = HEADER_DEADLINE,
        body_deadline: float = BODY_DEADLINE,
        idle_deadline: float = IDLE_DEADLINE,
        most: int = CONNECTIONS,
        trusted_proxies: Sequence[str] = TRUSTED_PROXIES,
    ) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family, reuse_port=False)
        # asyncio sets it only on sockets that it has made; without it an answer takes 40 ms more.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.host = f"[{host}]" if ":" in host else host
        self.port: int = self._socket.getsockname()[1]
        self._scheme = "https" if certfile else "http"
        config = uvicorn.Config(
            app,
            http=DeadlineProtocol,
            ws="none",
            lifespan="off",
            access_log=False,
            log_config=None,
            # Below this level, each malformed request of a stranger would be a line.
            log_level=logging.ERROR,
            server_header=False,
            ssl_certfile=certfile,
            ssl_keyfile=keyfile,
            forwarded_allow_ips=[*trusted_proxies],
        )
        deadlines = Deadlines(first_deadline, header_deadline, body_deadline, idle_deadline)
        self._server = _QuietServer(config, deadlines, connections_allowed(most))
        self._task: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """The origin that this server answers on, without a slash at its end."""
        return f"{self._scheme}://{self.host}:{self.port}"

    def close(self) -> None:
        """Release the port of a server that does not serve."""
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
        self._server.stop()
        if self._task is not None:
            await self._task


class PortTaken(Exception):
    """Another program listens on the port; `free` is a free port, if there is one."""

    def __init__(self, port: int, free: int | None) -> None:
        super().__init__(f"port {port} is taken")
        self.port = port
        self.free = free


def server_on(app: ASGIApp, *, host: str = "127.0.0.1", port: int) -> Server:
    """Return a server that has its port (0: any), or raise `PortTaken`."""
    try:
        return Server(app, host=host, port=port)
    except OSError as error:
        raise PortTaken(port, free_port_after(host, port)) from error


def check_port(port: int) -> None:
    """Refuse a taken port before anything is built for it; raises `PortTaken`."""
    server_on(Response(), port=port).close()
