"""What an operator cannot configure by mistake."""

import io
import os
from contextlib import suppress
from pathlib import Path

import pytest

from bot.service.account import WebhookSettings
from bot.service.operations.webhook_administration import get_webhook, set_webhook
from bot.service.records import international
from bot.service.settings import BookingSettings
from bot.service.sms import ConsoleSms, SmsError
from tests.service.fleet import Fleet, settings_at

HOOK = "https://bot.example/fleet"


@pytest.mark.parametrize(
    "url",
    ["http://bot.example/x", "ftp://x", "https://", "bot.example", "", "https://[x", "https:///x"],
)
async def test_webhooks_go_to_https_only(fleet: Fleet, url: str):
    await set_webhook(fleet.development, HOOK)
    with pytest.raises(ValueError, match="HTTPS URLs only"):
        await set_webhook(fleet.development, url)
    assert await get_webhook(fleet.development) == WebhookSettings(HOOK)


async def test_an_unknown_event_cannot_be_chosen(fleet: Fleet):
    with pytest.raises(ValueError, match=r"no such webhook event: delivery\.eaten"):
        await set_webhook(fleet.development, HOOK, ["delivery.eaten"])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"secret": b"short"}, "32 bytes"),
        ({"webhook_attempts": 5}, "one to four attempts"),
        ({"code_length": 3}, "four to twelve digits"),
    ],
)
def test_settings_that_cannot_work_are_refused(
    tmp_path: Path, changes: dict[str, object], complaint: str
):
    with pytest.raises(ValueError, match=complaint):
        settings_at(tmp_path, tmp_path, **changes)


def test_a_link_code_is_one_step_of_a_path():
    with pytest.raises(ValueError, match="letters, digits"):
        BookingSettings("a/b")


@pytest.mark.parametrize(
    ("code", "number", "dialled"),
    [
        ("234", "08031112222", "+2348031112222"),
        ("234", "8031112222", "+2348031112222"),
        ("234", "+234 803 111 2222", "+2348031112222"),
        ("39", "0612345678", "+390612345678"),
        ("", "+2348031112222", "+2348031112222"),
        ("999", "12", "+99912"),
    ],
)
def test_numbers_are_dialled_internationally(code: str, number: str, dialled: str):
    assert international(code, number) == dialled


async def test_the_console_shows_texts():
    stream = io.StringIO()
    await ConsoleSms(stream).send("+234", "Pickup code: 4821")
    assert stream.getvalue() == "SMS to +234: Pickup code: 4821\n"


async def test_a_screen_without_the_letters_of_a_text_shows_the_rest():
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    await ConsoleSms(screen).send("+234", "Ọlá: Pickup code: 4821")
    assert screen.buffer.getvalue() == b"SMS to +234: \\u1eccl\\xe1: Pickup code: 4821\n"


async def test_a_screen_that_is_gone_takes_no_text():
    reading, writing = os.pipe()
    os.close(reading)
    screen = os.fdopen(writing, "w", encoding="utf-8")
    with pytest.raises(SmsError):
        await ConsoleSms(screen).send("+234", "Pickup code: 4821")
    with suppress(BrokenPipeError):
        screen.close()
