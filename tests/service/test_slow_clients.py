"""Who is slow or endless is not waited for: neither for headers, nor for a body."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.service.server import Server
from tests.service.fleet import KEY, Fleet
from tests.support.line import Line, connected, head

DEADLINE = 0.2
PATH = "/development/api/v1/deliveries/create"
KNOWN = f"x-api-key: {KEY}"


@asynccontextmanager
async def line(fleet: Fleet, *, headers: float = DEADLINE) -> AsyncIterator[Line]:
    app = fleet.service.asgi
    async with (
        Server(app, header_deadline=headers, body_deadline=DEADLINE) as server,
        connected(int(server.url.rpartition(":")[2]), DEADLINE) as line,
    ):
        yield line


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
        await slow.say(head(PATH, KNOWN, "Content-Length: 1000") + b"12345")
        assert await slow.is_closed_on_dripping()
    assert caplog.records == []


async def test_who_goes_on_sending_slowly_after_a_refusal_is_disconnected(fleet: Fleet):
    async with line(fleet) as slow:
        await slow.say(head(PATH, "Content-Length: 1000") + b"x")
        assert await slow.status() == 401
        assert await slow.is_closed_on_dripping()


async def test_a_body_that_breaks_off_is_no_failure_of_the_service(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.ERROR):
        async with line(fleet) as broken:
            await broken.say(head(PATH, KNOWN, "Content-Length: 10") + b"12345")
    assert caplog.records == []
    assert (await fleet.deliveries())["total"] == 0
