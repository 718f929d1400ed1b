"""What people do over HTTP is what they do at a phone."""

import io

import pytest
from PIL import Image

from tests.local_telegram.control.served import BOT_ID, ServedTelegram, sentence
from tests.local_telegram.receiver import receiving


def picture(width: int = 40, height: int = 30) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "green").save(file, "JPEG")
    return file.getvalue()


async def test_what_is_written_is_in_the_chat_and_reaches_the_bot(served: ServedTelegram):
    written = await served.does("messages", text=" /start ")
    (update,) = await served.call("getUpdates")
    assert update["message"]["text"] == written["text"] == "/start"
    assert written["sender"] == {"id": served.ada.id, "name": "Ada", "is_bot": False}
    assert served.ada.messages[-1].message_id == written["id"]


async def test_an_own_message_is_changed_and_taken_back_and_no_other(served: ServedTelegram):
    written = await served.does("messages", text="Hullo")
    address = f"{served.chat}/messages/{written['id']}"
    changed = await served.page.patch(address, json={"text": "Hello"})
    assert (changed.json()["text"], bool(changed.json()["edited_at"])) == ("Hello", True)
    assert (await served.page.delete(address)).is_success
    assert served.ada.messages == []
    theirs = await served.says("Mine")
    other = f"{served.chat}/messages/{theirs['message_id']}"
    assert "Ada has written" in sentence(await served.page.delete(other))
    assert "Ada has written" in sentence(await served.page.patch(other, json={"text": "Yours"}))


async def test_a_button_is_pressed_by_where_it_stands(served: ServedTelegram):
    rows = [[{"text": "Go", "callback_data": "1"}, {"text": "Go", "callback_data": "2"}]]
    sent = await served.says("Which?", reply_markup={"inline_keyboard": rows})
    await served.does("press", message_id=sent["message_id"], row=0, column=1)
    (update,) = await served.call("getUpdates")
    assert update["callback_query"]["data"] == "2"
    assert "no button" in await served.refused(
        "press", 404, message_id=sent["message_id"], row=1, column=0
    )


async def test_a_button_that_has_given_way_to_another_one_is_not_pressed(served: ServedTelegram):
    rows = [[{"text": "Stop", "callback_data": "1"}]]
    sent = await served.says("Which?", reply_markup={"inline_keyboard": rows})
    press = {"message_id": sent["message_id"], "row": 0, "column": 0}
    assert "Go has given way to Stop" in await served.refused("press", 409, **press, label="Go")
    await served.does("press", **press, label="Stop")
    (update,) = await served.call("getUpdates")
    assert update["callback_query"]["data"] == "1"


async def test_a_link_to_the_bot_starts_it_with_what_it_holds(served: ServedTelegram):
    rows = [[{"text": "Open", "url": "https://t.me/demo_bot?start=abc"}]]
    sent = await served.says("Here", reply_markup={"inline_keyboard": rows})
    await served.does("press", message_id=sent["message_id"], row=0, column=0)
    assert served.ada.messages[-1].text == "/start abc"


async def test_keys_write_and_share_what_they_ask_for(served: ServedTelegram):
    keys = [
        [{"text": "Hi"}, {"text": "Number", "request_contact": True}],
        [{"text": "Place", "request_location": True}],
        [{"text": "Group", "request_chat": {"request_id": 1, "chat_is_channel": False}}],
        [{"text": "Who", "request_users": {"request_id": 2}}],
    ]
    await served.says("Choose", reply_markup={"keyboard": keys})
    kinds = [key["kind"] for row in (await served.header())["keyboard"]["rows"] for key in row]
    assert kinds == ["text", "contact", "location", "group", "person"]
    group = served.telegram.add_group("Shop", [served.ada])
    await served.does("key", row=0, column=0)
    await served.does("key", row=0, column=1)
    await served.does("key", row=1, column=0, latitude=6.5, longitude=3.4)
    await served.does("key", row=2, column=0, group_id=group.id)
    await served.does("key", row=3, column=0, user_ids=[served.bola.id])
    said, number, place, chosen, person = (u["message"] for u in await served.call("getUpdates"))
    assert said["text"] == "Hi"
    assert number["contact"]["phone_number"] == served.ada.phone
    assert (place["location"]["latitude"], place["location"]["longitude"]) == (6.5, 3.4)
    assert chosen["chat_shared"]["chat_id"] == group.id
    assert person["users_shared"]["users"][0]["user_id"] == served.bola.id
    assert "group_id" in await served.refused("key", row=2, column=0)


async def test_who_has_no_number_cannot_share_it(served: ServedTelegram):
    address = f"/api/users/{served.bola.id}/chats/{BOT_ID}/contact"
    assert "Bola has no phone number" in sentence(await served.page.post(address, json={}))


async def test_a_live_location_moves_and_stops(served: ServedTelegram):
    shared = await served.does("location", latitude=6.4, longitude=3.4, live_period=900)
    assert shared["attachment"]["live_until"]
    address = f"location/{shared['id']}"
    moved = await served.does(address, latitude=6.5, longitude=3.5)
    assert (moved["attachment"]["latitude"], moved["attachment"]["longitude"]) == (6.5, 3.5)
    stopped = await served.does(address, stop=True)
    assert stopped["attachment"]["live_until"] is None
    assert "not a live location" in await served.refused(address, latitude=1, longitude=1)


async def test_photos_and_documents_are_sent_and_can_be_fetched_again(served: ServedTelegram):
    sent = await served.page.post(
        f"{served.chat}/photo",
        files={"file": ("gate.jpg", picture())},
        data={"caption": "The gate"},
    )
    photo = sent.json()["attachment"]
    assert (photo["kind"], photo["width"], photo["height"]) == ("photo", 40, 30)
    assert sent.json()["html"] == "The gate"
    fetched = await served.page.get(photo["url"])
    assert (fetched.content, fetched.headers["content-type"]) == (picture(), "image/jpeg")
    sent = await served.page.post(
        f"{served.chat}/document", files={"file": ("page.html", b"<script>alert(1)</script>")}
    )
    document = sent.json()["attachment"]
    assert (document["name"], document["size"]) == ("page.html", 25)
    fetched = await served.page.get(document["url"])
    assert fetched.headers["content-type"] == "application/octet-stream"
    assert fetched.headers["content-disposition"] == "attachment"


@pytest.mark.parametrize("content", [b"no picture", picture(2000, 20), b""])
async def test_what_telegram_would_not_take_as_a_photo_is_refused(
    served: ServedTelegram, content: bytes
):
    answer = await served.page.post(f"{served.chat}/photo", files={"file": ("a.jpg", content)})
    assert sentence(answer).startswith("Send a ")


async def test_who_blocks_the_bot_gets_nothing_until_they_write_again(served: ServedTelegram):
    await served.does("block", blocked=True)
    refused = await served.http.post(
        "/bot1000000001:DEMO-token-of-the-only-bot/sendMessage",
        json={"chat_id": served.ada.id, "text": "Hello"},
    )
    assert refused.status_code == 403
    await served.does("messages", text="I am back")
    await served.says("Welcome back")


async def test_users_come_start_the_bot_and_change_their_language(served: ServedTelegram):
    made = await served.page.post(
        "/api/users", json={"first_name": "Efe", "phone": "+2348030000009"}
    )
    assert made.status_code == 201
    efe = made.json()
    assert (efe["language_code"], efe["username"]) == ("en", None)
    started = await served.page.post(
        f"/api/users/{efe['id']}/start", json={"bot": "demo_bot", "payload": "abc"}
    )
    assert started.status_code == 201
    changed = await served.page.patch(f"/api/users/{efe['id']}", json={"language_code": "ar"})
    assert changed.json()["language_code"] == "ar"
    (update,) = await served.call("getUpdates")
    assert update["message"]["text"] == "/start abc"
    heard = await served.heard(lambda e: e.kind == "user" and e.data["language_code"] == "ar")
    assert heard[-1].data["id"] == efe["id"]


async def test_a_group_is_made_written_in_and_seen_by_all_its_people(served: ServedTelegram):
    made = await served.page.post(
        "/api/groups", json={"title": "Riders", "members": [served.ada.id, served.bola.id, BOT_ID]}
    )
    assert made.status_code == 201
    group = made.json()["id"]
    address = f"/api/users/{served.bola.id}/chats/{group}/messages"
    assert (await served.page.post(address, json={"text": "Hello all"})).status_code == 201
    chats = [chat for chat in (await served.state())["chats"] if chat["id"] == group]
    assert [chat["user_id"] for chat in chats] == [served.ada.id, served.bola.id]
    assert [chat["messages"][-1]["text"] for chat in chats] == ["Hello all", "Hello all"]
    heard = await served.heard(lambda event: event.kind == "message")
    assert heard[-1].data["user_ids"] == [served.ada.id, served.bola.id]
    assert (heard[-1].data["chat_id"], heard[-1].data["bot_id"]) == (group, None)


async def test_while_telegram_is_down_webhooks_wait_and_then_come_in_order(
    served: ServedTelegram,
):
    await served.telegram.start()
    async with receiving() as receiver:
        await served.call("setWebhook", url=receiver.url)
        await served.page.post("/api/telegram", json={"down": True})
        for text in ("first", "second", "third"):
            await served.does("messages", text=text)
        assert receiver.requests == []
        await served.page.post("/api/telegram", json={"down": False})
        await served.telegram.idle()
        assert [request.text for request in receiver.requests] == ["first", "second", "third"]
        assert "last_error_date" not in await served.call("getWebhookInfo")
        await served.telegram.stop()


async def test_faults_limits_and_an_outage_meet_the_bot(served: ServedTelegram):
    fault = {"method": "sendMessage", "error_code": 429, "description": "Slow", "retry_after": 7}
    assert (await served.page.post("/api/faults", json=fault)).is_success
    path = "/bot1000000001:DEMO-token-of-the-only-bot/sendMessage"
    message = {"chat_id": served.ada.id, "text": "Hello"}
    refused = await served.http.post(path, json=message)
    assert refused.json()["parameters"] == {"retry_after": 7}
    assert (await served.http.post(path, json=message)).is_success
    await served.page.post("/api/telegram", json={"down": True})
    assert (await served.http.post(path, json=message)).status_code == 502
    await served.page.post("/api/telegram", json={"down": False})
    await served.page.post("/api/limits", json={"on": True})
    statuses = [(await served.http.post(path, json=message)).status_code for _ in range(5)]
    assert 429 in statuses
    await served.page.post("/api/limits", json={"on": False})
    assert (await served.http.post(path, json=message)).is_success


async def test_what_is_ephemeral_is_told_and_shown_to_one_person_who_presses_it_by_place(
    served: ServedTelegram,
):
    group = served.telegram.add_group("Desk", [served.ada, served.bola, served.bot])
    group.promote(served.bot)
    rows = {"inline_keyboard": [[{"text": "Go", "callback_data": "1"}]]}
    to = {"ephemeral_message_parameters": {"receiver_user_id": served.ada.id}}
    wish = {"chat_id": group.id, "reply_markup": rows}
    await served.call("sendMessage", text="For Ada", **wish, **to)
    own = f"/api/users/{served.ada.id}/chats/{group.id}"
    [form] = (await served.page.get(f"{own}/messages")).json()["messages"]
    assert (form["text"], form["ephemeral"], form["replaces"]) == ("For Ada", True, None)
    others = f"/api/users/{served.bola.id}/chats/{group.id}/messages"
    assert (await served.page.get(others)).json()["messages"] == []
    [event] = [
        each
        for each in await served.heard(lambda heard: heard.kind == "message")
        if each.kind == "message"
    ]
    assert event.data["user_ids"] == [served.ada.id]
    press = {"message_id": form["id"], "row": 0, "column": 0}
    assert (await served.page.post(f"{own}/press", json=press)).is_success
    await served.page.patch(f"/api/users/{served.ada.id}", json={"offline": True})
    await served.call("sendMessage", text="Missed", **wish, **to)
    assert len((await served.page.get(f"{own}/messages")).json()["messages"]) == 1
