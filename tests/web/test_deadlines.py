"""Who is slow is not waited for, neither for a body nor after an answer; and no head is a fault."""

import pytest

from bot.fleet import sign
from bot.web.routes import TELEGRAM_PATH
from tests.support.line import head
from tests.web.asking import FLEET_PATH, KEY, Door, event

SOON = pytest.mark.parametrize("deadline", [1.0])


@SOON
async def test_a_body_that_comes_too_slowly_is_408(door: Door):
    async with door.line() as line:
        await line.say(head(FLEET_PATH, "Content-Length: 10") + b"12345")
        assert await line.status() == 408
    assert await door.kept() == []


@SOON
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
