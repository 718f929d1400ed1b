"""Files that are not photos, links that start nothing, and webhooks that nobody could reach."""

import httpx
import pytest

from bot.local_telegram import LocalTelegram
from tests.local_telegram.town import TOKEN, Town, picture
from tests.support.clock import ManualClock

LIMIT = 10 * 1024 * 1024


@pytest.mark.parametrize(
    ("content", "description"),
    [
        (b"no picture", "IMAGE_PROCESS_FAILED"),
        (picture(9_999, 2), "PHOTO_INVALID_DIMENSIONS"),
        (picture(21, 1), "PHOTO_INVALID_DIMENSIONS"),
        (picture().ljust(LIMIT + 1, b"\0"),
         (f"file of size {LIMIT + 1} bytes is too big for a photo; "
         f"the maximum size is {LIMIT} bytes")),
    ],
    ids=["no picture", "too large", "too long", "too big"],
)  # fmt: skip
async def test_what_is_no_photo_is_refused(town: Town, content: bytes, description: str):
    town.ada.write("/start")
    town.telegram.web["https://a.io/x.jpg"] = content
    url, fields = f"{town.url}/bot{TOKEN}/sendPhoto", {"chat_id": str(town.ada.id)}
    uploaded = await town.http.post(url, data=fields, files={"photo": ("x.jpg", content)})
    linked = await town.call("sendPhoto", chat_id=town.ada.id, photo="https://a.io/x.jpg")
    for refused in (uploaded, linked):
        assert refused.json()["description"] == f"Bad Request: {description}"
    assert len(town.ada.messages) == 1


@pytest.mark.parametrize("sides", [(5_000, 5_000), (20, 1), (1, 1)])
async def test_a_photo_is_told_with_its_sides(town: Town, sides: tuple[int, int]):
    town.ada.write("/start")
    town.telegram.web["https://a.io/x.jpg"] = picture(*sides)
    sent = await town.result("sendPhoto", chat_id=town.ada.id, photo="https://a.io/x.jpg")
    assert (sent["photo"][-1]["width"], sent["photo"][-1]["height"]) == sides
    assert max(sent["photo"][0]["width"], sent["photo"][0]["height"]) <= 90


@pytest.mark.parametrize("payload", ["x" * 65, "a%20b", "%C3%A9"])
async def test_a_link_with_a_wrong_payload_starts_nothing(town: Town, payload: str):
    town.ada.write("hello")
    button = {"text": "Open", "url": f"https://t.me/demo_bot?start={payload}"}
    markup = {"inline_keyboard": [[button]]}
    await town.result("sendMessage", chat_id=town.ada.id, text="x", reply_markup=markup)
    with pytest.raises(ValueError, match="up to 64"):
        town.ada.press("Open")
    assert len(town.ada.messages) == 2


async def test_of_more_than_a_hundred_marked_parts_the_rest_is_plain(town: Town):
    town.ada.write("/start")
    text = " ".join(["<b>x</b>"] * 101)
    sent = await town.result("sendMessage", chat_id=town.ada.id, text=text, parse_mode="HTML")
    assert (len(sent["entities"]), len(sent["text"])) == (100, 201)


@pytest.mark.parametrize(
    ("url", "description"),
    [
        ("http://bot.example.org/", "bad webhook: An HTTPS URL must be provided for webhook"),
        ("https://bot.example.org:8080/",
         "bad webhook: webhook can be set up only on ports 80, 88, 443 or 8443"),
        ("https://127.0.0.1/", "bad webhook: IP address 127.0.0.1 is reserved"),
    ],
)  # fmt: skip
async def test_a_strict_server_takes_only_webhooks_that_the_real_one_can_reach(
    town: Town, clock: ManualClock, url: str, description: str
):
    strict = LocalTelegram(clock=clock, local=False)
    strict.add_bot(TOKEN, username="demo_bot", first_name="Demo")
    refused = await _set_webhook(strict, url)
    assert refused == {
        "ok": False,
        "error_code": 400,
        "description": f"Bad Request: {description}",
    }
    assert await town.result("setWebhook", url=url) is True


@pytest.mark.parametrize("port", ["", ":443", ":80", ":88", ":8443"])
async def test_a_strict_server_takes_the_ports_of_the_real_one(clock: ManualClock, port: str):
    strict = LocalTelegram(clock=clock, local=False)
    strict.add_bot(TOKEN, username="demo_bot", first_name="Demo")
    assert (await _set_webhook(strict, f"https://bot.example.org{port}/"))["ok"] is True


async def _set_webhook(telegram: LocalTelegram, url: str) -> dict[str, object]:
    transport = httpx.ASGITransport(telegram.asgi)
    async with httpx.AsyncClient(transport=transport, base_url="http://telegram") as http:
        answer = await http.post(f"/bot{TOKEN}/setWebhook", json={"url": url})
    sent: dict[str, object] = answer.json()
    return sent
