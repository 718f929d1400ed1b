"""Requests that are wrong or not allowed: one sentence each, and never a fault of the server."""

import pytest

from tests.local_telegram.control.served import BOT_ID, ServedTelegram, sentence


@pytest.mark.parametrize(
    ("act", "body", "said"),
    [
        ("messages", {}, "“text”"),
        ("messages", {"text": "  "}, "“text”"),
        ("messages", {"text": "x" * 5000}, "“text”"),
        ("messages", {"text": 5}, "“text”"),
        ("messages", {"text": "x", "colour": "red"}, "“colour”"),
        ("messages", {"text": "x", "topic": 7}, "no topic 7"),
        ("press", {"message_id": 1, "row": -1, "column": 0}, "“row”"),
        ("press", {"message_id": "one", "row": 0, "column": 0}, "“message_id”"),
        ("key", {"row": 0, "column": 0}, "no keyboard"),
        ("location", {"latitude": 91, "longitude": 0}, "“latitude”"),
        ("location", {"latitude": 1, "longitude": 0, "live_period": 1}, "“live_period”"),
        ("contact", {"phone": "1"}, "“phone”"),
        ("block", {}, "“blocked”"),
    ],
)
async def test_a_body_of_another_shape_is_refused_with_what_is_wrong(
    served: ServedTelegram, act: str, body: dict, said: str
):
    assert said in await served.refused(act, **body)


@pytest.mark.parametrize(
    "body", [b"", b"no json", b"[]", b'{"text": "\\ud800"}', b"\xff", b'{"text": NaN}', b"null"]
)
async def test_what_is_no_json_object_is_refused(served: ServedTelegram, body: bytes):
    sentence(await served.page.post(f"{served.chat}/messages", content=body))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/users", {}),
        ("/api/users", {"first_name": "x", "phone": "12"}),
        ("/api/users", {"first_name": "x", "language_code": "English please"}),
        ("/api/groups", {"title": "x", "members": []}),
        ("/api/groups", {"title": "x", "members": [BOT_ID]}),
        ("/api/groups", {"title": "x", "members": [1]}),
        ("/api/faults", {"method": "sendMessage", "error_code": 200, "description": "x"}),
        ("/api/limits", {"on": "perhaps"}),
        ("/api/telegram", {}),
    ],
)
async def test_so_is_what_cannot_be_made(served: ServedTelegram, path: str, body: dict):
    sentence(await served.page.post(path, json=body))


@pytest.mark.parametrize(
    "path",
    [
        "/api/users/{ada}/chats/{bot}/messages/9/nothing",
        "/api/users/{ada}/chats/12345/messages",
        "/api/users/{ada}/chats/-12345/messages",
        "/api/users/1/chats/{bot}/messages",
        "/api/users/one/chats/{bot}/messages",
        "/api/users/99999999999999999999999/chats/{bot}/messages",
        "/api/users/{ada}/chats/{bot}/messages?before=first",
        "/api/files/unknown",
        "/static/nothing.js",
        "/static/../control/site.py",
        "/nothing",
    ],
)
async def test_what_is_not_there_is_not_found(served: ServedTelegram, path: str):
    address = path.format(ada=served.ada.id, bot=BOT_ID)
    sentence(await served.page.get(address), 404)


async def test_names_are_taken_once(served: ServedTelegram):
    for name in ("ada", "Demo_Bot"):
        answer = await served.page.post("/api/users", json={"first_name": "A", "username": name})
        assert sentence(answer, 409 if name != "ada" else 400)


async def test_a_body_that_is_too_large_is_not_read_to_its_end(served: ServedTelegram):
    answer = await served.page.post(f"{served.chat}/messages", content=b"x" * 100_000)
    assert sentence(answer, 413).startswith("Send less")


async def test_another_method_is_refused(served: ServedTelegram):
    sentence(await served.page.get("/api/groups"), 405)
    sentence(await served.page.delete("/api/state"), 405)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "[", "10.0.0.1"])
async def test_under_a_name_of_somebody_elses_nothing_is_told(served: ServedTelegram, host: str):
    for path in ("/", "/api/state", "/static/index.html"):
        sentence(await served.page.get(path, headers={"Host": host}), 403)


@pytest.mark.parametrize("host", ["localhost", "localhost:8090", "127.0.0.1:1", "[::1]:8090"])
async def test_under_each_name_of_this_machine_it_is(served: ServedTelegram, host: str):
    assert (await served.page.get("/api/state", headers={"Host": host})).is_success


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_the_page_of_another_origin_can_do_nothing(served: ServedTelegram, headers: dict):
    address = f"{served.chat}/messages"
    answer = await served.page.post(address, json={"text": "x"}, headers=headers)
    sentence(answer, 403)
    assert served.ada.messages == []


async def test_our_own_page_can(served: ServedTelegram):
    origin = str(served.page.base_url).rstrip("/")
    headers = {"Origin": origin, "Sec-Fetch-Site": "same-origin"}
    address = f"{served.chat}/messages"
    assert (await served.page.post(address, json={"text": "x"}, headers=headers)).is_success


async def test_the_page_loads_nothing_from_elsewhere_and_is_asked_for_anew(served: ServedTelegram):
    page = await served.page.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    static = await served.page.get("/static/index.html")
    assert static.headers["cache-control"] == "no-cache"
    again = await served.page.get(
        "/static/index.html", headers={"If-None-Match": static.headers["etag"]}
    )
    assert again.status_code == 304
