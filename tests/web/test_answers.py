"""What the door answers, word for word: whoever posts here was told so before."""

from http import HTTPStatus

import pytest

from bot.fleet import sign
from bot.web.routes import TELEGRAM_PATH
from tests.store.work import without_jobs
from tests.support.line import head
from tests.web.asking import FLEET_PATH, KEY, SECRET, Door, event, update

EVENT, UPDATE = event(), update()
SIGNED = [f"X-Service-Signature: {sign(EVENT, KEY)}", f"Content-Length: {len(EVENT)}"]
SECRETLY = [f"X-Telegram-Bot-Api-Secret-Token: {SECRET}", f"Content-Length: {len(UPDATE)}"]
CHUNKED = [SECRETLY[0], "Transfer-Encoding: chunked"]


def said(status: int, *more: str, text: str = "") -> list[str]:
    phrase = HTTPStatus(status).phrase
    text = text or phrase
    kind = "content-type: text/plain; charset=utf-8"
    return sorted(
        [f"HTTP/1.1 {status} {phrase}", f"content-length: {len(text)}", kind, *more, "", text]
    )


async def heard(door: Door, request: bytes) -> list[str]:
    """Ask for one answer and nothing more; return its lines, but the one with the time."""
    async with door.line() as line:
        await line.say(request)
        answer = await line.reader.readuntil(b"\r\n\r\n")
        length = answer.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        is_head = request.startswith(b"HEAD")
        answer += b"" if is_head else await line.reader.readexactly(int(length or b"0"))
    lines = answer.decode().split("\r\n")
    return sorted(line for line in lines if not line.startswith("date: "))


TAKEN = sorted(["HTTP/1.1 200 OK", "content-length: 0", "", ""])
"""What Telegram is told of an update, also of one that can never be one: else it comes again."""


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (head(FLEET_PATH, *SIGNED) + EVENT, said(200, text="kept")),
        (head(FLEET_PATH, *SIGNED[1:]) + EVENT, said(401)),
        (
            head(FLEET_PATH, *SIGNED, SIGNED[0]) + EVENT,
            said(401),
        ),
        (
            head(FLEET_PATH, f"Content-Length: {256 * 1024 + 1}"),
            said(413),
        ),
        (
            head(FLEET_PATH, method="GET"),
            said(405, "allow: POST"),
        ),
        (
            head(FLEET_PATH, *SIGNED, method="PUT") + EVENT,
            said(405, "allow: POST"),
        ),
        (head("/fleet/other/events", *SIGNED) + EVENT, said(404)),
        (
            head(TELEGRAM_PATH, *SECRETLY) + UPDATE,
            TAKEN,
        ),
        (head(TELEGRAM_PATH, SECRETLY[1]) + UPDATE, said(401)),
        (
            head(TELEGRAM_PATH, SECRETLY[0], "Content-Length: 2") + b"{}",
            TAKEN,
        ),
        (
            head(TELEGRAM_PATH, SECRETLY[0], f"Content-Length: {1024 * 1024 + 1}"),
            TAKEN,
        ),
        (
            head(TELEGRAM_PATH, *CHUNKED) + b"2\r\n{}\r\n0\r\n\r\n",
            TAKEN,
        ),
    ],
)
async def test_answers_are_word_for_word(door: Door, request_: bytes, answer: list[str]):
    assert await heard(door, request_) == answer


@pytest.mark.parametrize("deadline", [1.0])
async def test_a_body_that_comes_too_slowly_is_refused_word_for_word(door: Door):
    assert await heard(door, head(FLEET_PATH, "Content-Length: 2") + b"x") == said(408)


@pytest.mark.parametrize("path", [FLEET_PATH, TELEGRAM_PATH])
async def test_head_is_refused_like_any_other_method_and_without_a_body(door: Door, path: str):
    lines = await heard(door, head(path, method="HEAD"))
    refused = said(405, "allow: POST")
    assert lines == sorted([line for line in refused if line != "Method Not Allowed"] + [""])


@pytest.mark.parametrize("path", [FLEET_PATH, TELEGRAM_PATH])
async def test_a_slash_too_many_is_answered_as_the_address_without_it(door: Door, path: str):
    lines = await heard(door, head(f"{path}/", "Content-Length: 0"))
    assert lines == await heard(door, head(path, "Content-Length: 0"))
    assert "HTTP/1.1 401 Unauthorized" in lines


async def test_a_store_that_fails_is_503_word_for_word(door: Door):
    async with without_jobs(door.database):
        answers = [
            await heard(door, head(FLEET_PATH, *SIGNED) + EVENT),
            await heard(door, head(TELEGRAM_PATH, *SECRETLY) + UPDATE),
        ]
    assert answers == [said(503)] * 2


@pytest.mark.parametrize("path", [FLEET_PATH, TELEGRAM_PATH])
async def test_several_requests_on_one_connection_are_answered_in_turn(door: Door, path: str):
    refused = head(path, "Content-Length: 2") + b"{}"
    async with door.line() as line:
        await line.say(refused * 3)
        for _ in range(3):
            assert await line.status() == 401
            await line.reader.readexactly(len("Unauthorized"))
