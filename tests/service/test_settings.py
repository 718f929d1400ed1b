"""What an operator cannot configure by mistake."""

import io
from pathlib import Path

import pytest

from bot.service.app import FleetService
from bot.service.phones import international
from bot.service.settings import EnvironmentSettings
from bot.service.sms import ConsoleSms, OutboxSms
from tests.service.fleet import KEY, settings_at


@pytest.mark.parametrize("url", ["http://bot.example/hook", "ftp://x", "https://", "bot.example"])
def test_webhooks_go_to_https_only(tmp_path: Path, certificates: Path, url: str):
    with pytest.raises(ValueError, match="HTTPS URLs only"):
        EnvironmentSettings(KEY, webhook_url=url)
    service = FleetService(settings_at(tmp_path, certificates), sms=OutboxSms())
    with pytest.raises(ValueError, match="HTTPS URLs only"):
        service.set_webhook("development", url)


def test_an_unknown_event_cannot_be_chosen():
    with pytest.raises(ValueError, match=r"no such webhook event: delivery\.eaten"):
        EnvironmentSettings(KEY, webhook_events=frozenset({"delivery.eaten"}))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"secret": b"short"}, "32 bytes"),
        ({"environments": {"staging": EnvironmentSettings("k")}}, "environments"),
        (
            {
                "environments": {
                    "development": EnvironmentSettings("k"),
                    "production": EnvironmentSettings("k"),
                }
            },
            "its own API key",
        ),
        ({"webhook_attempts": 5}, "one to four attempts"),
        ({"code_length": 3}, "four to twelve digits"),
    ],
)
def test_settings_that_cannot_work_are_refused(
    tmp_path: Path, changes: dict[str, object], complaint: str
):
    with pytest.raises(ValueError, match=complaint):
        settings_at(tmp_path, tmp_path, **changes)


def test_an_environment_without_a_key_is_refused():
    with pytest.raises(ValueError, match="needs an API key"):
        EnvironmentSettings("")


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
