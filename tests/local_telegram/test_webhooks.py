"""Updates that Telegram brings itself."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
import trustme
from starlette.responses import JSONResponse, Response

from bot.base.clock import SystemClock
from bot.local_telegram import LocalTelegram
from tests.local_telegram.receiver import Receiver, receiving
from tests.local_telegram.town import TOKEN, Town
from tests.support.patience import PATIENCE


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


async def _hook(town: Town, receiver: Receiver, **wishes: object) -> None:
    await town.result("setWebhook", url=receiver.url, **wishes)


async def _next(receiver: Receiver):
    return await asyncio.wait_for(receiver.arrived.get(), PATIENCE)


async def test_an_update_comes_as_plain_json_with_the_secret(town: Town, receiver: Receiver):
    await _hook(town, receiver, secret_token="s3cret-Token_")
    town.ada.write("hello")
    request = await _next(receiver)
    assert request.text == "hello"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["x-telegram-bot-api-secret-token"] == "s3cret-Token_"


async def test_without_a_secret_there_is_no_header_for_it(town: Town, receiver: Receiver):
    await _hook(town, receiver)
    town.ada.write("hello")
    assert "x-telegram-bot-api-secret-token" not in (await _next(receiver)).headers


async def test_what_waited_for_a_poll_is_sent(town: Town, receiver: Receiver):
    town.ada.write("early")
    await _hook(town, receiver)
    assert (await _next(receiver)).text == "early"
    await town.telegram.idle()


async def test_a_refused_update_comes_again_later_and_later_and_keeps_its_place(
    busy_town: Town, receiver: Receiver
):
    receiver.answers = [Response(status_code=500) for _ in range(3)]
    await _hook(busy_town, receiver)
    busy_town.ada.write("first")
    busy_town.ada.write("second")
    arrivals = []
    for _ in range(5):
        request = await _next(receiver)
        arrivals.append((request.text, busy_town.clock.now()))
    await busy_town.telegram.idle()
    assert [text for text, _ in arrivals] == ["first"] * 4 + ["second"]
    times = [time for _, time in arrivals]
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
    assert gaps[0] >= 1
    assert gaps[1] >= 2
    assert gaps[2] >= 4


async def test_a_wish_for_later_is_honoured(
    busy_town: Town, receiver: Receiver, caplog: pytest.LogCaptureFixture
):
    receiver.answers = [Response(status_code=429, headers={"Retry-After": "20"})]
    await _hook(busy_town, receiver)
    busy_town.ada.write("hello")
    await _next(receiver)
    before = busy_town.clock.now()
    await _next(receiver)
    assert (busy_town.clock.now() - before).total_seconds() > 15
    assert "waits 20 s for the next attempt: Wrong response from the webhook: 429" in caplog.text


async def test_one_persons_stuck_update_does_not_hold_anothers(town: Town, receiver: Receiver):
    receiver.answers = [Response(status_code=500)]
    await _hook(town, receiver)
    town.ada.write("stuck")
    await _next(receiver)
    town.telegram.add_user("Bo").write("free")
    assert (await _next(receiver)).text == "free"


async def test_webhook_info_tells_what_waits_and_what_went_wrong(town: Town, receiver: Receiver):
    receiver.answers = [Response(status_code=500)]
    await _hook(town, receiver, max_connections=3, allowed_updates=["message"])
    town.ada.write("stuck")
    await _next(receiver)
    await asyncio.wait_for(_until_failed(town), PATIENCE)
    info = await town.result("getWebhookInfo")
    assert info.pop("last_error_date") == int(town.clock.now().timestamp())
    assert info == {
        "url": receiver.url,
        "has_custom_certificate": False,
        "pending_update_count": 1,
        "max_connections": 3,
        "allowed_updates": ["message"],
        "last_error_message": "Wrong response from the webhook: 500 Internal Server Error",
    }


async def _until_failed(town: Town) -> None:
    while "last_error_message" not in await town.result("getWebhookInfo"):
        pass


async def test_dropping_pending_updates_drops_them(town: Town, receiver: Receiver):
    town.ada.write("unwanted")
    await _hook(town, receiver, drop_pending_updates=True)
    town.ada.write("wanted")
    assert (await _next(receiver)).text == "wanted"


async def test_setting_and_deleting_say_what_they_did(busy_town: Town, receiver: Receiver):
    async def description(method: str, **arguments: str) -> str:
        return (await busy_town.call(method, **arguments)).json()["description"]

    assert await description("setWebhook", url=receiver.url) == "Webhook was set"
    await _pause(busy_town)
    assert await description("setWebhook", url=receiver.url) == "Webhook is already set"
    assert await description("setWebhook", url="") == "Webhook was deleted"
    assert await description("deleteWebhook") == "Webhook is already deleted"


async def _pause(town: Town) -> None:
    """Let more than a second of the town's time pass, by a poll-free call that waits."""
    begin = town.clock.now()
    while (town.clock.now() - begin).total_seconds() < 1:
        await town.result("getMe")


async def test_webhooks_are_set_once_a_second(town: Town, receiver: Receiver):
    await _hook(town, receiver)
    refused = await town.call("setWebhook", url=receiver.url + "2")
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "1"
    assert refused.json()["parameters"] == {"retry_after": 1}


@pytest.mark.parametrize(
    ("arguments", "description"),
    [
        ({"url": "ftp://127.0.0.1/"}, "invalid webhook URL specified"),
        ({"url": "nonsense"}, "invalid webhook URL specified"),
        ({"url": "http://127.0.0.1:99999/"}, "invalid webhook URL specified"),
        (
            {"url": "http://127.0.0.1/", "secret_token": "no spaces"},
            "secret token contains unallowed characters",
        ),
        ({"url": "http://127.0.0.1/", "secret_token": "x" * 257}, "secret token is too long"),
    ],
)
async def test_unusable_settings_are_refused(
    town: Town, arguments: dict[str, str], description: str
):
    refused = await town.call("setWebhook", **arguments)
    assert refused.status_code == 400
    assert refused.json()["description"] == f"Bad Request: {description}"


_REPLY = {"method": "sendMessage", "text": "at once"}


@pytest.mark.parametrize("encoding", ["json", "data", "files"])
async def test_an_answer_may_call_a_method(town: Town, receiver: Receiver, encoding: str):
    fields = {**_REPLY, "chat_id": str(town.ada.id)}
    parts = {name: (None, value) for name, value in fields.items()}
    sent = httpx.Request(
        "POST", receiver.url, **{encoding: parts if encoding == "files" else fields}
    )
    body = await sent.aread()
    receiver.answers = [Response(body, media_type=sent.headers["content-type"])]
    await _hook(town, receiver)
    town.ada.write("hello")
    await town.telegram.idle()
    assert town.ada.last.text == "at once"


@pytest.mark.parametrize("method", ["getChat", "deleteWebhook", "setWebhook", "logOut", "close"])
async def test_some_methods_are_not_run_as_an_answer(town: Town, receiver: Receiver, method: str):
    receiver.answers = [JSONResponse({"method": method, "chat_id": town.ada.id})]
    await _hook(town, receiver)
    town.ada.write("hello")
    await town.telegram.idle()
    assert [call.method for call in town.telegram.calls] == ["setWebhook"]


@pytest.mark.parametrize("body", [b"", b"{not json", b"[]"])
async def test_an_answer_that_is_no_call_is_taken_as_done(
    town: Town, receiver: Receiver, body: bytes
):
    receiver.answers = [Response(body, media_type="application/json")]
    await _hook(town, receiver)
    town.ada.write("hello")
    await town.telegram.idle()
    assert len(receiver.requests) == 1


async def test_https_is_believed_with_the_towns_own_authority(tmp_path: Path):
    authority = trustme.CA()
    ca_file, cert, key = tmp_path / "ca.pem", tmp_path / "cert.pem", tmp_path / "key.pem"
    authority.cert_pem.write_to_path(str(ca_file))
    issued = authority.issue_cert("127.0.0.1")
    issued.private_key_pem.write_to_path(str(key))
    issued.cert_chain_pems[0].write_to_path(str(cert))
    telegram = LocalTelegram(ca_file=ca_file)
    await telegram.start()
    http = httpx.AsyncClient(transport=httpx.ASGITransport(telegram.asgi))
    async with http, receiving(cert, key) as receiver:
        town = Town(telegram, "http://telegram", SystemClock(), http)
        await _hook(town, receiver)
        town.ada.write("hello")
        assert (await _next(receiver)).text == "hello"
        await telegram.idle()  # its answer has come: no connection is cut off in the middle
        await telegram.stop()


async def test_https_of_strangers_is_not_believed(busy_town: Town, tmp_path: Path):
    issued = trustme.CA().issue_cert("127.0.0.1")
    pem = tmp_path / "both.pem"
    issued.private_key_and_cert_chain_pem.write_to_path(str(pem))
    async with receiving(pem, pem) as receiver:
        await _hook(busy_town, receiver)
        busy_town.ada.write("hello")
        await asyncio.wait_for(_until_failed(busy_town), PATIENCE)
    assert receiver.requests == []


async def test_https_is_believed_with_the_bots_own_certificate(town: Town, tmp_path: Path):
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    pem = tmp_path / "both.pem"
    issued.private_key_and_cert_chain_pem.write_to_path(str(pem))
    url = f"{town.url}/bot{TOKEN}/setWebhook"
    async with receiving(pem, pem) as receiver:
        for certificate, status in [(b"nonsense", 400), (authority.cert_pem.bytes(), 200)]:
            files = {"certificate": ("cert.pem", certificate)}
            response = await town.http.post(url, data={"url": receiver.url}, files=files)
            assert response.status_code == status
        town.ada.write("hello")
        assert (await _next(receiver)).text == "hello"
        assert (await town.result("getWebhookInfo"))["has_custom_certificate"] is True
