"""Arguments in every encoding and verb that real clients use, and what is not a call at all."""

import pytest

from tests.local_telegram.town import TOKEN, Town

TEXT = "Grüße & 🦊 100% + =?"


async def _said(town: Town, verb: str, path: str = "", **sent: object) -> str:
    town.ada.write("/start")
    url = f"{town.url}/bot{TOKEN}/{path or 'sendMessage'}"
    response = await town.http.request(verb, url, **sent)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return town.ada.last.text


@pytest.mark.parametrize("verb", ["GET", "POST"])
@pytest.mark.parametrize("encoding", ["params", "data", "json"])
async def test_arguments_come_by_query_form_and_json_on_both_verbs(
    served_town: Town, verb: str, encoding: str
):
    arguments = {"chat_id": served_town.ada.id, "text": TEXT}
    assert await _said(served_town, verb, **{encoding: arguments}) == TEXT


async def test_arguments_come_as_multipart(served_town: Town):
    parts = {"chat_id": (None, str(served_town.ada.id)), "text": (None, TEXT)}
    assert await _said(served_town, "POST", files=parts) == TEXT


async def test_query_and_body_are_merged_and_the_query_wins(town: Town):
    query = {"chat_id": str(town.ada.id), "text": "query"}
    assert await _said(town, "POST", params=query, data={"text": "body"}) == "query"


@pytest.mark.parametrize("path", ["SENDMESSAGE", "sendmessage", "test/sendMessage"])
async def test_methods_are_found_whatever_their_case_and_environment(town: Town, path: str):
    assert await _said(town, "POST", path, json={"chat_id": town.ada.id, "text": "x"}) == "x"


@pytest.mark.parametrize(
    ("spelling", "silent"),
    [("True", True), ("true", True), (" YES ", True), ("1", True), ("false", False), ("", False)],
)
async def test_booleans_are_read_in_every_spelling(town: Town, spelling: str, silent: bool):
    arguments = {"chat_id": town.ada.id, "text": "x", "disable_notification": spelling}
    await _said(town, "POST", data=arguments)
    assert town.ada.last.silent is silent


async def test_nested_objects_equal_their_json_text(town: Town):
    markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    await _said(
        town,
        "POST",
        json={"chat_id": town.ada.id, "text": "x", "reply_markup": markup},
    )
    assert [[button.label for button in row] for row in town.ada.last.buttons] == [["Go"]]


async def test_a_whole_message_fits_into_the_address(served_town: Town):
    text = "🦊" * 4096
    assert (
        await _said(served_town, "POST", params={"chat_id": served_town.ada.id, "text": text})
        == text
    )


@pytest.mark.parametrize(
    ("path", "status", "description"),
    [
        ("/botnonsense/getMe", 401, "Unauthorized: invalid token specified"),
        ("/bot12:unknown/getMe", 401, "Unauthorized"),
        (f"/bot{TOKEN}/getNothing", 404, "Not Found: method not found"),
        (f"/bot{TOKEN}", 404, "Not Found"),
        ("/", 404, "Not Found"),
        (f"/file/bot{TOKEN}/photos/none.jpg", 404, "Not Found"),
    ],
)
async def test_what_is_no_call_is_refused(town: Town, path: str, status: int, description: str):
    response = await town.http.get(town.url + path)
    assert response.status_code == status
    assert response.json() == {"ok": False, "error_code": status, "description": description}


async def test_other_verbs_are_not_found(town: Town):
    assert (await town.http.delete(f"{town.url}/bot{TOKEN}/getMe")).status_code == 404


async def test_text_that_is_no_utf8_is_refused(town: Town):
    response = await town.http.get(f"{town.url}/bot{TOKEN}/sendMessage?text=%FF")
    assert response.json()["description"] == "Bad Request: strings must be encoded in UTF-8"


BROKEN_JSON = [b"{broken", b"[1]", b'{"text": "\\ud800"}', b'{"a": ' + b"[" * 100_000]


@pytest.mark.parametrize("body", BROKEN_JSON)
async def test_unreadable_json_is_refused(town: Town, body: bytes):
    headers = {"content-type": "application/json"}
    response = await town.http.post(f"{town.url}/bot{TOKEN}/getMe", content=body, headers=headers)
    assert response.status_code == 400


async def test_a_body_beyond_fifty_megabytes_is_refused(served_town: Town):
    async def body():
        for _ in range(51):
            yield b"x" * (1 << 20)

    response = await served_town.http.post(
        f"{served_town.url}/bot{TOKEN}/sendDocument", content=body()
    )
    assert (response.status_code, response.json()["description"]) == (
        413,
        "Request Entity Too Large",
    )


async def test_when_telegram_is_down_everything_is_a_bad_gateway(town: Town):
    town.telegram.down = True
    assert (await town.call("getMe")).status_code == 502
    assert (await town.http.get(f"{town.url}/file/bot{TOKEN}/x")).status_code == 502
    town.telegram.down = False
    assert (await town.result("getMe"))["username"] == "demo_bot"


async def test_calls_are_kept_without_their_token(town: Town):
    await town.call("SENDMESSAGE", chat_id=1, text="x")
    (call,) = town.telegram.calls
    assert (call.method, call.arguments) == ("sendMessage", {"chat_id": "1", "text": "x"})
    assert call.error is not None
    assert call.error.error_code == 400
    assert call.at == town.clock.now()
