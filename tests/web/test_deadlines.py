"""Who is slow is not waited for: neither for headers, nor for a body, nor after an answer."""

import pytest
from starlette.applications import Starlette

from bot.base.http_server import Server
from bot.fleet import sign
from bot.web.routes import TELEGRAM_PATH
from tests.support.line import connected, head
from tests.web.asking import DEADLINE, FLEET_PATH, KEY, Door, event


async def test_who_connects_and_says_nothing_is_disconnected(door: Door):
    async with door.line() as line:
        assert await line.is_closed()


async def test_who_sends_headers_too_slowly_is_disconnected(door: Door):
    async with door.line() as line:
        await line.say(f"POST {FLEET_PATH} HTTP/1.1\r\nHost: bot\r\nX-Slow: ".encode())
        assert await line.is_closed_on_dripping()


async def test_who_sends_the_second_headers_too_slowly_is_disconnected(door: Door):
    async with door.line() as line:
        await line.say(head("/healthz", method="GET"))
        assert await line.status() == 200
        await line.say(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
        assert await line.is_closed_on_dripping()


async def test_who_sends_endless_headers_is_disconnected_before_the_deadline():
    async with (
        Server(Starlette(), header_deadline=60) as server,
        connected(server.port, DEADLINE) as line,
    ):
        await line.say(b"GET /healthz HTTP/1.1\r\nHost: bot\r\n")
        with pytest.raises(ConnectionError):
            for _ in range(1000):
                await line.say(b"X-More: and more\r\n" * 1000)


async def test_a_body_that_comes_too_slowly_is_408(door: Door):
    async with door.line() as line:
        await line.say(head(FLEET_PATH, "Content-Length: 10") + b"12345")
        assert await line.status() == 408
    assert await door.kept() == []


@pytest.mark.parametrize("path", [FLEET_PATH, TELEGRAM_PATH, "/healthz"])
async def test_who_goes_on_sending_slowly_after_the_answer_is_disconnected(door: Door, path: str):
    async with door.line() as line:
        await line.say(head(path, "Content-Length: 1000") + b"x")
        assert await line.status() in {401, 405, 408}
        assert await line.is_closed_on_dripping()


async def test_a_body_in_pieces_within_the_deadline_is_taken(door: Door):
    body = event()
    lines = [f"Content-Length: {len(body)}", f"X-Service-Signature: {sign(body, KEY)}"]
    async with door.line() as line:
        for piece in (head(FLEET_PATH, *lines), body[:7], body[7:]):
            await line.say(piece)
        assert await line.status() == 200


async def test_a_body_that_breaks_off_is_not_kept(door: Door):
    async with door.line() as line:
        await line.say(head(FLEET_PATH, "Content-Length: 10") + b"12345")
    assert (await door.fleet(event())).status_code == 200
    assert [job.body for job in await door.kept()] == [event()]


@pytest.mark.parametrize(
    "lines",
    [
        ["Content-Length: ten"],
        ["Content-Length: -1"],
        ["Content-Length: \u00b2"],
        ["Content-Length: 2", "Content-Length: 3"],
        ["Content-Length: 2", "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: nonsense"],
    ],
)
async def test_a_head_that_is_no_http_is_never_a_fault_of_ours(door: Door, lines: list[str]):
    async with door.line() as line:
        await line.say(head(FLEET_PATH, *lines) + b"{}")
        assert 400 <= await line.status() < 500
    assert await door.kept() == []


async def test_who_keeps_the_connection_within_the_deadlines_is_served_again(door: Door):
    async with door.line() as line:
        for _ in range(3):
            await line.say(head("/healthz", method="GET"))
            assert await line.status() == 200
            assert await line.reader.readexactly(2) == b"ok"


def test_the_deadlines_here_are_short():
    assert DEADLINE < 1
