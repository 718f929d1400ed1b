"""Who is slow is not waited for, neither for a body nor after a refusal, and nothing breaks."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.base.http.server import Server
from tests.service.fleet import KEY, Fleet
from tests.support.line import Line, connected, head

DEADLINE = 1.0
PATH = "/development/api/v1/deliveries/create"
KNOWN = f"x-api-key: {KEY}"


@asynccontextmanager
async def line(fleet: Fleet) -> AsyncIterator[Line]:
    app = fleet.service.asgi
    async with (
        Server(app, header_deadline=DEADLINE, body_deadline=DEADLINE) as server,
        connected(server.port, DEADLINE) as line,
    ):
        yield line


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
