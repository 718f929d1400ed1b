"""The HTTP server: who is slow or endless is not waited for, whatever is asked."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.base.http.server import IDLE_DEADLINE, Server
from tests.support.line import Line, connected, head

DEADLINE = 1.0


async def echo(request: Request) -> Response:
    return PlainTextResponse(await request.body())


async def refuse(_request: Request) -> Response:
    return PlainTextResponse("no", status_code=401)


APP = Starlette(
    routes=[Route("/echo", echo, methods=["POST"]), Route("/refused", refuse, methods=["POST"])]
)


@asynccontextmanager
async def line(
    *, headers: float = DEADLINE, body: float = DEADLINE, idle: float = IDLE_DEADLINE
) -> AsyncIterator[Line]:
    async with (
        Server(APP, header_deadline=headers, body_deadline=body, idle_deadline=idle) as server,
        connected(server.port, DEADLINE) as line,
    ):
        yield line


async def test_who_connects_and_says_nothing_is_disconnected():
    async with line(body=60) as silent:
        assert await silent.is_closed()


async def test_who_sends_headers_too_slowly_is_disconnected():
    async with line(body=60) as slow:
        await slow.say(b"POST /echo HTTP/1.1\r\nHost: here\r\nX-Slow: ")
        assert await slow.is_closed_on_dripping()


async def test_who_sends_the_second_headers_too_slowly_is_disconnected():
    async with line(body=60) as slow:
        await slow.say(head("/echo", "Content-Length: 2") + b"ok")
        assert await slow.status() == 200
        await slow.say(b"POST /echo HTTP/1.1\r\nX-Slow: ")
        assert await slow.is_closed_on_dripping()


async def test_who_sends_endless_headers_is_disconnected_before_the_deadline():
    async with line(headers=60) as endless:
        await endless.say(b"GET /echo HTTP/1.1\r\nHost: here\r\n")
        with pytest.raises(ConnectionError):
            for _ in range(1000):
                await endless.say(b"X-More: and more\r\n" * 1000)


async def test_who_sends_a_body_too_slowly_is_disconnected():
    async with line(headers=60) as slow:
        await slow.say(head("/echo", "Content-Length: 1000") + b"12345")
        assert await slow.is_closed_on_dripping()


@pytest.mark.parametrize(("headers", "body"), [(DEADLINE, 60), (60, DEADLINE)])
async def test_who_goes_on_sending_slowly_after_the_answer_is_disconnected(
    headers: float, body: float
):
    async with line(headers=headers, body=body) as slow:
        await slow.say(head("/refused", "Content-Length: 1000") + b"x")
        assert await slow.status() == 401
        assert await slow.is_closed_on_dripping()


async def test_who_keeps_the_connection_within_the_deadlines_is_served_again():
    async with line(headers=60, body=60) as patient:
        for _ in range(3):
            await patient.say(head("/echo", "Content-Length: 2") + b"o")
            await patient.say(b"k")
            assert await patient.status() == 200
            assert await patient.reader.readexactly(2) == b"ok"


async def test_who_asks_for_nothing_more_is_disconnected():
    async with line(headers=60, body=60, idle=DEADLINE) as idle:
        await idle.say(head("/echo", "Content-Length: 2") + b"ok")
        assert await idle.status() == 200
        assert await idle.reader.readexactly(2) == b"ok"
        assert await idle.is_closed()


async def test_where_connections_are_scarce_who_asks_for_nothing_is_disconnected_soon():
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(Server(APP, header_deadline=DEADLINE, most=4))
        lines = []
        for _ in range(3):
            lines.append(await stack.enter_async_context(connected(server.port, DEADLINE)))
            await asks(lines[-1])
        assert await lines.pop().is_closed()
        for kept in lines:
            await asks(kept)


async def asks(line: Line) -> None:
    await line.say(head("/echo", "Content-Length: 0"))
    assert await line.status() == 200


def test_an_idle_connection_is_kept_for_longer_than_a_proxy_keeps_it():
    # nginx (keepalive_timeout of an upstream) and AWS's load balancers: 60 s by default.
    assert IDLE_DEADLINE > 60


async def test_a_port_is_free_again_when_its_server_never_served():
    server = Server(Starlette())
    with pytest.raises(OSError, match="in use"):
        Server(Starlette(), port=server.port)
    server.close()
    Server(Starlette(), port=server.port).close()
