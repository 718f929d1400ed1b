"""Messages that bots send, change, take away and look up."""

import json
from datetime import timedelta
from typing import Any

import pytest

from tests.local_telegram.town import TOKEN, Town, picture
from tests.support.clock import ManualClock

BUTTONS = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}


@pytest.fixture(autouse=True)
def started(town: Town) -> None:
    town.ada.write("/start")


async def _send(town: Town, method: str = "sendMessage", **arguments: Any) -> dict[str, Any]:
    return await town.result(method, chat_id=town.ada.id, **arguments)


async def _upload(town: Town, method: str, fields: dict[str, str], **files: bytes) -> Any:
    url = f"{town.url}/bot{TOKEN}/{method}"
    parts = {name: (f"{name}.jpg", content) for name, content in files.items()}
    response = await town.http.post(url, data={"chat_id": str(town.ada.id), **fields}, files=parts)
    assert response.status_code == 200, response.text
    return response.json()["result"]


async def test_a_sent_message_is_returned_as_it_stands(town: Town):
    sent = await _send(town, text=" <b>Hi</b> @ada_l ", parse_mode="HTML", reply_markup=BUTTONS)
    assert sent == {
        "message_id": 2,
        "from": {
            "id": 1000000001,
            "is_bot": True,
            "first_name": "Demo",
            "username": "demo_bot",
        },
        "chat": {"id": town.ada.id, "first_name": "Ada", "username": "ada", "type": "private"},
        "date": int(town.clock.now().timestamp()),
        "text": "Hi @ada_l",
        "entities": [
            {"type": "bold", "offset": 0, "length": 2},
            {"type": "mention", "offset": 3, "length": 6},
        ],
        "reply_markup": BUTTONS,
    }
    assert town.ada.last.html == "<b>Hi</b> @ada_l"


async def test_only_an_inline_keyboard_comes_back_with_the_message(town: Town):
    sent = await _send(town, text="x", reply_markup={"keyboard": [["A", "B"], [{"text": "C"}]]})
    assert "reply_markup" not in sent
    assert town.ada.last.keyboard == [["A", "B"], ["C"]]


async def test_how_a_message_is_sent_can_be_seen(town: Town):
    sent = await _send(
        town,
        text="https://a.io/",
        disable_notification=True,
        protect_content=True,
        link_preview_options={"is_disabled": True},
        reply_parameters={"message_id": 1},
    )
    assert sent["has_protected_content"] is True
    assert sent["link_preview_options"] == {"is_disabled": True}
    assert sent["reply_to_message"]["text"] == "/start"
    assert town.ada.last.silent
    assert town.ada.last.protected


async def test_a_reply_to_a_lost_message_can_be_sent_without_it(town: Town):
    wish = {"message_id": 99, "allow_sending_without_reply": True}
    assert "reply_to_message" not in await _send(town, text="x", reply_parameters=wish)


async def test_entities_can_be_given_instead_of_markup(town: Town):
    entities = [{"type": "italic", "offset": 2, "length": 1}]
    await _send(town, text="🦊x", entities=entities)
    assert town.ada.last.html == "🦊<i>x</i>"


async def test_a_mention_by_id_names_the_person(town: Town):
    sent = await _send(
        town, text=f'<a href="tg://user?id={town.ada.id}">you</a>', parse_mode="HTML"
    )
    assert sent["entities"][0]["user"]["first_name"] == "Ada"


async def test_an_edit_shows_and_takes_the_buttons_along(town: Town, clock: ManualClock):
    sent = await _send(town, text="one", reply_markup=BUTTONS)
    clock.advance(timedelta(seconds=9))
    edited = await _send(town, "editMessageText", message_id=sent["message_id"], text="two")
    assert edited["edit_date"] == sent["date"] + 9
    assert edited["date"] == sent["date"]
    assert "reply_markup" not in edited
    assert (town.ada.last.text, town.ada.last.edited, town.ada.last.buttons) == ("two", True, [])


async def test_buttons_alone_can_be_changed(town: Town):
    sent = await _send(town, text="one")
    message_id = sent["message_id"]
    await _send(town, "editMessageReplyMarkup", message_id=message_id, reply_markup=BUTTONS)
    assert town.ada.last.buttons[0][0].data == "go"
    assert town.ada.last.text == "one"


async def test_a_message_can_be_deleted_for_two_days(town: Town, clock: ManualClock):
    await _send(town, "deleteMessage", message_id=1)
    assert town.ada.messages == []
    sent = await _send(town, text="stays")
    clock.advance(timedelta(hours=48))
    response = await town.call("deleteMessage", chat_id=town.ada.id, message_id=sent["message_id"])
    expected = "Bad Request: message can't be deleted for everyone"
    assert response.json()["description"] == expected


async def test_several_messages_can_be_deleted_at_once(town: Town):
    await _send(town, text="two")
    assert await _send(town, "deleteMessages", message_ids=[1, 2, *range(99, 197)]) is True
    assert town.ada.messages == []


async def test_message_ids_are_not_used_again(town: Town):
    await _send(town, "deleteMessage", message_id=1)
    assert (await _send(town, text="two"))["message_id"] == 2


@pytest.mark.parametrize(("kind", "bytes_"), [("photo", picture()), ("document", b"bytes")])
async def test_a_file_can_be_sent_fetched_and_sent_again(town: Town, kind: str, bytes_: bytes):
    method = f"send{kind.title()}"
    fields = {"caption": "<i>c</i>", "parse_mode": "HTML"}
    sent = await _upload(town, method, fields, **{kind: bytes_})
    assert (sent["caption"], sent["caption_entities"][0]["type"]) == ("c", "italic")
    file = sent[kind][-1] if kind == "photo" else sent[kind]
    found = await town.result("getFile", file_id=file["file_id"])
    content = await town.http.get(f"{town.url}/file/bot{TOKEN}/{found['file_path']}")
    assert (content.content, found["file_size"]) == (bytes_, len(bytes_))
    again = await _send(town, method, **{kind: file["file_id"]})
    reused = again[kind][-1] if kind == "photo" else again[kind]
    assert reused["file_id"] == file["file_id"]


async def test_the_smallest_photo_size_comes_first(town: Town):
    sizes = (await _upload(town, "sendPhoto", {}, photo=picture(200, 100)))["photo"]
    assert sizes[0]["width"] < sizes[-1]["width"]


async def test_a_file_can_be_attached_under_any_name(town: Town):
    await _upload(town, "sendPhoto", {"photo": "attach://other"}, other=picture(3, 3))
    assert town.ada.last.photo.file.content == picture(3, 3)


async def test_a_file_of_another_kind_is_refused(town: Town):
    sent = await _upload(town, "sendDocument", {}, document=b"x")
    photo = sent["document"]["file_id"]
    response = await town.call("sendPhoto", chat_id=town.ada.id, photo=photo)
    expected = "Bad Request: can't use file of type Document as Photo"
    assert response.json()["description"] == expected


async def test_a_file_beyond_twenty_megabytes_cannot_be_fetched(town: Town):
    big = bytes((20 << 20) + 1)
    sent = await _upload(town, "sendDocument", {}, document=big)
    response = await town.call("getFile", file_id=sent["document"]["file_id"])
    assert response.json()["description"] == "Bad Request: file is too big"


async def test_an_album_is_several_messages_of_one_group(town: Town):
    media = [
        {"type": "photo", "media": "attach://a", "caption": "<b>x</b>", "parse_mode": "HTML"},
        {"type": "photo", "media": "attach://b"},
    ]
    sent = await _upload(
        town, "sendMediaGroup", {"media": json.dumps(media)}, a=picture(1, 1), b=picture(2, 2)
    )
    assert len({message["media_group_id"] for message in sent}) == 1
    assert sent[0]["caption_entities"] == [{"type": "bold", "offset": 0, "length": 1}]
    assert [m.photo.file.content for m in town.ada.messages[1:]] == [picture(1, 1), picture(2, 2)]


async def test_a_caption_is_limited_and_can_be_changed(town: Town):
    sent = await _upload(town, "sendPhoto", {"caption": "x" * 1024}, photo=picture())
    message_id = sent["message_id"]
    await _send(town, "editMessageCaption", message_id=message_id, caption="new")
    assert town.ada.last.caption == "new"
    long = await town.call(
        "editMessageCaption", chat_id=town.ada.id, message_id=message_id, caption="x" * 1025
    )
    assert long.json()["description"] == "Bad Request: message caption is too long"


async def test_words_of_a_photo_are_no_text(town: Town):
    sent = await _upload(town, "sendPhoto", {}, photo=picture())
    response = await town.call(
        "editMessageText", chat_id=town.ada.id, message_id=sent["message_id"], text="x"
    )
    expected = "Bad Request: there is no text in the message to edit"
    assert response.json()["description"] == expected


async def test_a_live_location_moves_and_stops(town: Town):
    sent = await _send(town, "sendLocation", latitude=52.1, longitude=4.3, live_period=900)
    message_id = sent["message_id"]
    moved = await _send(
        town, "editMessageLiveLocation", message_id=message_id, latitude=52.2, longitude=4.4
    )
    assert moved["location"] == {"latitude": 52.2, "longitude": 4.4, "live_period": 900}
    await _send(town, "stopMessageLiveLocation", message_id=message_id)
    assert town.ada.last.location.live_period is None


async def test_a_venue_and_a_contact_can_be_sent(town: Town):
    venue = await _send(town, "sendVenue", latitude=1, longitude=2, title="Depot", address="Quay 1")
    assert (venue["venue"]["title"], venue["location"]["longitude"]) == ("Depot", 2.0)
    contact = await _send(town, "sendContact", phone_number="+3112345", first_name="Bo")
    assert contact["contact"] == {"phone_number": "+3112345", "first_name": "Bo"}
    assert town.ada.last.contact.first_name == "Bo"


async def test_a_message_can_be_copied_and_forwarded(town: Town):
    bo = town.telegram.add_user("Bo")
    bo.write("/start")
    source = {"chat_id": bo.id, "from_chat_id": town.ada.id, "message_id": 1}
    assert await town.result("copyMessage", **source) == {"message_id": bo.messages[-1].message_id}
    forwarded = await town.result("forwardMessage", **source)
    assert forwarded["forward_origin"]["sender_user"]["first_name"] == "Ada"
    assert [message.text for message in bo.messages] == ["/start"] * 3


async def test_protected_messages_cannot_be_forwarded(town: Town):
    sent = await _send(town, text="x", protect_content=True)
    source = {"from_chat_id": town.ada.id, "message_id": sent["message_id"]}
    response = await town.call("forwardMessage", chat_id=town.ada.id, **source)
    assert response.json()["description"] == "Bad Request: message to forward not found"


async def test_small_wishes_are_accepted(town: Town):
    assert await _send(town, "sendChatAction", action="typing") is True
    reaction = [{"type": "emoji", "emoji": "👍"}]
    assert await _send(town, "setMessageReaction", message_id=1, reaction=reaction) is True
    assert await town.result("logOut") is True
    assert await town.result("close") is True


async def test_a_chat_and_its_members_can_be_looked_up(town: Town):
    chat = await _send(town, "getChat")
    assert (chat["type"], chat["first_name"]) == ("private", "Ada")
    member = await _send(town, "getChatMember", user_id=town.ada.id)
    assert (member["status"], member["user"]["id"]) == ("member", town.ada.id)


async def test_menus_are_kept_by_scope_and_language(town: Town):
    chat = {"type": "chat", "chat_id": town.ada.id}
    plain, dutch = ([{"command": "help", "description": text}] for text in ("Help", "Hulp"))
    await town.result("setMyCommands", commands=plain)
    await town.result("setMyCommands", commands=dutch, scope=chat, language_code="nl")
    assert await town.result("getMyCommands") == plain
    assert await town.result("getMyCommands", scope=chat, language_code="nl") == dutch
    assert await town.result("getMyCommands", scope=chat) == []
    await town.result("deleteMyCommands")
    assert await town.result("getMyCommands") == []


async def test_a_voice_message_is_sent_on_by_its_id(town: Town):
    heard = town.ada.send_voice().as_json()["voice"]
    sent = await town.result("sendVoice", chat_id=town.ada.id, voice=heard["file_id"], caption="x")
    assert sent["voice"]["file_id"] == heard["file_id"]
    assert town.ada.last.caption == "x"


async def test_a_picture_on_the_web_is_fetched_by_its_address(town: Town):
    town.telegram.web["https://a.io/door.jpg"] = picture()
    sent = await town.result("sendPhoto", chat_id=town.ada.id, photo="https://a.io/door.jpg")
    path = (await town.result("getFile", file_id=sent["photo"][-1]["file_id"]))["file_path"]
    assert path.endswith(".jpg")
