"""A bare connection to a server, for what no HTTP client would say."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.support.patience import PATIENCE


@dataclass(frozen=True, slots=True)
class Line:
    """What is said and heard on it; `deadline`, in seconds, is the server's for its clients."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    deadline: float

    async def say(self, text: bytes) -> None:
        self.writer.write(text)
        await self.writer.drain()

    async def status(self) -> int:
        """Return the status of the next answer."""
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
        return int(head.split(b" ")[1])

    async def is_closed(self) -> bool:
        """Keep silent; say whether the server hangs up soon."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.reader.read()
        except TimeoutError:
            return False
        except ConnectionError:
            return True
        return True

    async def is_closed_on_dripping(self) -> bool:
        """Send a byte now and then; say whether the server hangs up soon."""
        for _ in range(40):
            try:
                await self.say(b"x")
                async with asyncio.timeout(self.deadline / 4):
                    if await self.reader.read(1024) == b"":
                        return True
            except TimeoutError:
                continue
            except ConnectionError:
                return True
        return False


@asynccontextmanager
async def connected(port: int, deadline: float, source: str = "127.0.0.1") -> AsyncIterator[Line]:
    """Connect to a port of this machine, from an address of this machine."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        yield Line(reader, writer, deadline)
    finally:
        writer.close()


def head(path: str, *lines: str, method: str = "POST") -> bytes:
    """Return the head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: here", *lines, "", ""]).encode(
        "latin-1"
    )
