"""Who is slow or endless is not waited for: neither for headers, nor for a body."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.service.server import Server
from tests.service.fleet import KEY, Fleet

DEADLINE = 0.2
PATH = "/development/api/v1/deliveries/create"
KNOWN = f"x-api-key: {KEY}"


class Line:
    """A bare connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def say(self, text: bytes) -> None:
        self._writer.write(text)
        await self._writer.drain()

    async def status(self) -> int:
        async with asyncio.timeout(5):
            head = await self._reader.readuntil(b"\r\n\r\n")
        return int(head.split(b" ")[1])

    async def is_closed(self) -> bool:
        """Keep silent; say whether the server hangs up soon."""
        try:
            async with asyncio.timeout(20 * DEADLINE):
                return await self._reader.read() == b""
        except TimeoutError:
            return False

    async def is_closed_on_dripping(self) -> bool:
        """Send a byte now and then; say whether the server hangs up soon."""
        for _ in range(40):
            try:
                await self.say(b"x")
                async with asyncio.timeout(DEADLINE / 4):
                    if await self._reader.read(1024) == b"":
                        return True
            except TimeoutError:
                continue
            except ConnectionError:
                return True
        return False


def head(*lines: str, method: str = "POST") -> bytes:
    return "\r\n".join([f"{method} {PATH} HTTP/1.1", "Host: fleet", *lines, "", ""]).encode()


@asynccontextmanager
async def line(fleet: Fleet, *, headers: float = DEADLINE) -> AsyncIterator[Line]:
    app = fleet.service.asgi
    async with Server(app, header_deadline=headers, body_deadline=DEADLINE) as server:
        port = int(server.url.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            yield Line(reader, writer)
        finally:
            writer.close()


async def test_who_connects_and_says_nothing_is_disconnected(fleet: Fleet):
    async with line(fleet) as silent:
        assert await silent.is_closed()


async def test_who_sends_headers_too_slowly_is_disconnected(fleet: Fleet):
    async with line(fleet) as slow:
        await slow.say(b"GET / HTTP/1.1\r\nHost: fleet\r\nX-Slow: ")
        assert await slow.is_closed_on_dripping()


async def test_who_sends_endless_headers_is_disconnected_before_the_deadline(fleet: Fleet):
    async with line(fleet, headers=60) as endless:
        await endless.say(b"GET / HTTP/1.1\r\nHost: fleet\r\n")
        with pytest.raises(ConnectionError):
            for _ in range(1000):
                await endless.say(b"X-More: and more\r\n" * 1000)


async def test_who_sends_a_body_too_slowly_is_disconnected(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
):
    async with line(fleet) as slow:
        await slow.say(head(KNOWN, "Content-Length: 1000") + b"12345")
        assert await slow.is_closed_on_dripping()
    assert caplog.records == []


async def test_who_goes_on_sending_slowly_after_a_refusal_is_disconnected(fleet: Fleet):
    async with line(fleet) as slow:
        await slow.say(head("Content-Length: 1000") + b"x")
        assert await slow.status() == 401
        assert await slow.is_closed_on_dripping()


async def test_a_body_that_breaks_off_is_no_failure_of_the_service(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.ERROR):
        async with line(fleet) as broken:
            await broken.say(head(KNOWN, "Content-Length: 10") + b"12345")
    assert caplog.records == []
    assert (await fleet.deliveries())["total"] == 0
