"""A TCP line between a client and the service, which loses what it is told to lose."""

import asyncio
from contextlib import suppress
from enum import Enum, auto
from types import TracebackType
from typing import Self


class Loss(Enum):
    """What the line loses of the next exchange, and the connection with it."""

    NOTHING = auto()
    THE_REQUEST = auto()
    THE_ANSWER = auto()


class Line:
    """Carries bytes to `upstream`, a port that may change, and keeps all that came back.

    An answer is lost when its first byte comes: the service has done by then what was asked.
    """

    def __init__(self) -> None:
        self.upstream = 0
        self.loses = Loss.NOTHING
        self.came_back = bytearray()
        self._carriers: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for carrier in self._carriers:
            carrier.cancel()
        await asyncio.gather(*self._carriers, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carriers.add(task)
        task.add_done_callback(self._carriers.discard)
        with suppress(OSError):
            await self._carry(reader, writer)
        writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_service, to_service = await asyncio.open_connection("127.0.0.1", self.upstream)
        ways = [
            asyncio.ensure_future(self._pump(reader, to_service, Loss.THE_REQUEST)),
            asyncio.ensure_future(self._pump(from_service, writer, Loss.THE_ANSWER)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            to_service.close()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _pump(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, lost_if: Loss
    ) -> None:
        """Carry one way, until an end closes or the line is told to lose what comes."""
        while data := await source.read(65536):
            if lost_if is Loss.THE_ANSWER:
                self.came_back += data
            if self.loses is lost_if:
                self.loses = Loss.NOTHING
                return
            sink.write(data)
            await sink.drain()
