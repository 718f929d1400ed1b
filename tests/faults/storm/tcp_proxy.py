"""A wire between two programs that can be cut, held up, or be down."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from types import TracebackType
from typing import Self

_CHUNK = 2**16
_REFUSED = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


Hold = Callable[[], Awaitable[object]]


class Harm(StrEnum):
    """What is done to the next exchange on a wire."""

    CUT_BEFORE = "before"
    CUT_DURING = "during"
    CUT_AFTER = "after"
    HOLD = "hold"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Hit:
    """What was harmed: `port` is the one from which the server was spoken to, at `at`."""

    port: int
    at: datetime


@dataclass
class _Wish:
    harm: Harm
    hold: Hold | None
    told: Callable[[Hit], None]


class _Pair:
    """One connection of a client, and the one that was made for it to the server."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.client = client
        self.server = server
        self.port: int = server.get_extra_info("sockname")[1]

    def cut(self) -> None:
        for writer in (self.client, self.server):
            writer.transport.abort()


class TcpProxy:
    """Leads from `port` on loopback to `target`; while `down` nobody gets through.

    `wish` has the next exchange harmed: cut before the question gets through, half-way in it, or
    after the answer has come back, which is not passed on; or the answer is held for a while, or
    the question refused with 503.
    """

    def __init__(self, port: int, target: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._port = port
        self._target = target
        self._wishes: list[_Wish] = []
        self._pairs: set[_Pair] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._down = False

    def __str__(self) -> str:
        return self.url

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def wish(self, harm: Harm, told: Callable[[Hit], None], hold: Hold | None = None) -> None:
        """Have the next exchange harmed; `told` is called when that is being done.

        An answer is held for as long as `hold` lasts.
        """
        self._wishes.append(_Wish(harm, hold, told))

    def forget_wishes(self) -> None:
        """Harm nothing of what was wished for and has not come."""
        self._wishes.clear()

    @property
    def down(self) -> bool:
        return self._down

    @down.setter
    def down(self, down: bool) -> None:
        self._down = down
        if down:
            for pair in list(self._pairs):
                pair.cut()

    async def _accept(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        if task := asyncio.current_task():
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if self._down:
            client.transport.abort()
            return
        try:
            upstream, server = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            client.transport.abort()
            return
        pair = _Pair(client, server)
        self._pairs.add(pair)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._ask(pair, reader))
                group.create_task(self._answer(pair, upstream))
        finally:
            self._pairs.discard(pair)
            pair.cut()

    async def _ask(self, pair: _Pair, reader: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while chunk := await reader.read(_CHUNK):
                if wish := self._take(Harm.CUT_BEFORE, Harm.CUT_DURING, Harm.REFUSE):
                    wish.told(Hit(pair.port, datetime.now(UTC)))
                    await _turn_away(pair, wish.harm, chunk)
                    break
                pair.server.write(chunk)
                await pair.server.drain()
        pair.cut()

    async def _answer(self, pair: _Pair, upstream: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while chunk := await upstream.read(_CHUNK):
                if wish := self._take(Harm.CUT_AFTER, Harm.HOLD):
                    wish.told(Hit(pair.port, datetime.now(UTC)))
                    if wish.harm is Harm.CUT_AFTER:
                        break
                    if wish.hold:
                        await wish.hold()
                pair.client.write(chunk)
                await pair.client.drain()
        pair.cut()

    def _take(self, *harms: Harm) -> _Wish | None:
        wish = next((wish for wish in self._wishes if wish.harm in harms), None)
        if wish is not None:
            self._wishes.remove(wish)
        return wish


async def _turn_away(pair: _Pair, harm: Harm, chunk: bytes) -> None:
    """Do with a question what is done instead of passing it on."""
    if harm is Harm.CUT_DURING:
        pair.server.write(chunk[: len(chunk) // 2])
        await pair.server.drain()
    elif harm is Harm.REFUSE:
        pair.client.write(_REFUSED)
        await pair.client.drain()
