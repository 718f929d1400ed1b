"""The listener: it accepts connections, gives each a slot, and does the TLS handshake if any.

The event loop's own servers report a TLS connection only after its handshake, and so could not end
one that never shakes hands. Here a silent connection costs only a file.
"""

import asyncio
import contextlib
import errno
import socket
import ssl
from collections.abc import Callable
from functools import partial

from bot.base.http.connection_limit import ConnectionLimit, Slot

_BACKLOG = 2048
_AT_ONCE = 64
"""Connections that are accepted before the present ones get their turn."""

_SHUTDOWN_DEADLINE = 5.0
"""Seconds that the other end of a TLS connection has to close it, too."""

_PAUSE = 0.1
_OUT_OF_FILES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Listener:
    """Listens until it is closed.

    A client that sends nothing for `deadline` seconds is disconnected, and so is one that takes as
    long for its handshake.
    """

    def __init__(
        self,
        listening: socket.socket,
        limit: ConnectionLimit,
        make_protocol: Callable[[Slot], asyncio.Protocol],
        tls: ssl.SSLContext | None,
        deadline: float,
    ) -> None:
        self._socket = listening
        self._limit = limit
        self._make_protocol = make_protocol
        self._tls = tls
        self._deadline = deadline
        self._loop = asyncio.get_running_loop()
        self._silent: dict[socket.socket, asyncio.TimerHandle] = {}
        self._starting: set[asyncio.Task[None]] = set()
        self._pause: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._socket.setblocking(False)
        self._socket.listen(_BACKLOG)
        self._listen()

    def close(self) -> None:
        """Accept no more connections; drop those that have not begun a request."""
        if self._pause is not None:
            self._pause.cancel()
        if self._socket.fileno() != -1:
            self._loop.remove_reader(self._socket)
            self._socket.close()
        for taken in list(self._silent):
            self._hang_up(taken)
        # A task that is cancelled before its first step never gets to close its socket.
        for task in self._starting:
            self._loop.call_soon(task.cancel)

    async def closed(self) -> None:
        """Return when all dropped connections are closed."""
        await asyncio.gather(*self._starting, return_exceptions=True)

    def _listen(self) -> None:
        self._loop.add_reader(self._socket, self._take_some)

    def _take_some(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                taken, address = self._socket.accept()
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                if error.errno in _OUT_OF_FILES:
                    # A connection gives way; its file is free a moment later.
                    self._limit.make_room()
                    self._loop.remove_reader(self._socket)
                    self._pause = self._loop.call_later(_PAUSE, self._listen)
                    return
                continue  # it was broken off before it was taken
            taken.setblocking(False)
            slot = self._limit.admit(address[0], partial(self._hang_up, taken))
            self._silent[taken] = self._loop.call_later(self._deadline, self._give_up, taken, slot)
            self._loop.add_reader(taken, self._hear, taken, slot)

    def _hear(self, taken: socket.socket, slot: Slot) -> None:
        # It has sent something: from here on the deadlines of handshake and protocol apply.
        self._silent.pop(taken).cancel()
        self._loop.remove_reader(taken)
        task = self._loop.create_task(self._start(taken, slot))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    def _give_up(self, taken: socket.socket, slot: Slot) -> None:
        slot.leave()
        self._hang_up(taken)

    def _hang_up(self, taken: socket.socket) -> None:
        deadline = self._silent.pop(taken, None)
        if deadline is None:
            # The loop holds the socket: it finds the end of what was sent, and closes it.
            with contextlib.suppress(OSError):
                taken.shutdown(socket.SHUT_RDWR)
            return
        deadline.cancel()
        self._loop.remove_reader(taken)
        taken.close()

    async def _start(self, taken: socket.socket, slot: Slot) -> None:
        try:
            await self._loop.connect_accepted_socket(
                partial(self._make_protocol, slot),
                taken,
                ssl=self._tls,
                ssl_handshake_timeout=self._deadline if self._tls else None,
                ssl_shutdown_timeout=_SHUTDOWN_DEADLINE if self._tls else None,
            )
        except OSError:  # ssl.SSLError and TimeoutError are such, too
            slot.leave()
