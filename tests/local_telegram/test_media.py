"""Files of every kind, albums, web apps, menus, and what this Telegram does not do."""

import json
import logging
from typing import Any

import pytest

from tests.local_telegram.town import TOKEN, Town, picture

APP = {"text": "Open", "web_app": {"url": "https://a.example/"}}
KINDS = ["video", "animation", "audio", "video_note", "sticker", "voice"]


@pytest.fixture(autouse=True)
def started(town: Town) -> None:
    town.ada.write("/start")


async def refusal(town: Town, method: str, **arguments: Any) -> str:
    response = await town.call(method, **{"chat_id": town.ada.id, **arguments})
    assert response.status_code == 400, response.text
    description: str = response.json()["description"]
    return description.removeprefix("Bad Request: ")


@pytest.mark.parametrize("kind", KINDS)
async def test_what_somebody_has_sent_is_sent_on_by_its_id(town: Town, kind: str):
    acts = {"sticker": town.ada.send_sticker, "voice": town.ada.send_voice}
    message = acts[kind]() if kind in acts else town.ada.send_media(kind)
    file_id = message.as_json()[kind]["file_id"]
    method = "send" + kind.title().replace("_", "")
    sent = await town.result(method, chat_id=town.ada.id, **{kind: file_id})
    assert sent[kind]["file_id"] == file_id
    called = {"video_note": "VideoNote", "voice": "VoiceNote"}.get(kind, kind.title())
    wrong = await refusal(town, "sendDocument", document=file_id)
    assert wrong == f"can't use file of type {called} as Document"
    nothing = await refusal(town, method)
    assert nothing == f"there is no {kind.replace('_', ' ')} in the request"


async def test_what_a_bot_says_of_a_video_is_shown(town: Town):
    town.telegram.web["https://a.io/x.mp4"] = b"video"
    about = {"width": 100, "height": 50, "duration": 9, "caption": "<b>x</b>", "parse_mode": "HTML"}
    sent = await town.result("sendVideo", chat_id=town.ada.id, video="https://a.io/x.mp4", **about)
    video = sent["video"]
    assert (video["width"], video["height"], video["duration"]) == (100, 50, 9)
    assert sent["caption_entities"][0]["type"] == "bold"


async def test_a_file_gives_way_to_another_one(town: Town):
    photo = town.ada.send_photo(picture()).as_json()["photo"][-1]["file_id"]
    document = town.ada.send_document(b"x", "x.bin").as_json()["document"]["file_id"]
    sent = await town.result("sendPhoto", chat_id=town.ada.id, photo=photo, caption="old")
    place = {"chat_id": town.ada.id, "message_id": sent["message_id"]}
    media = {"type": "document", "media": document, "caption": "new"}
    edited = await town.result("editMessageMedia", **place, media=media)
    assert (edited["document"]["file_id"], edited["caption"]) == (document, "new")
    assert "photo" not in edited
    riddle = await refusal(town, "editMessageMedia", **place, media={"type": "riddle"})
    assert riddle == 'can\'t parse InputMedia: type "riddle" is unsupported'
    lost = await refusal(town, "editMessageMedia", **place, media={"type": "photo"})
    assert lost == "can't parse InputMedia: media not found"


async def test_documents_and_pictures_do_not_stand_in_one_album(town: Town):
    media = [{"type": "photo", "media": "attach://a"}, {"type": "document", "media": "attach://b"}]
    url = f"{town.url}/bot{TOKEN}/sendMediaGroup"
    fields = {"chat_id": str(town.ada.id), "media": json.dumps(media)}
    files = {"a": ("a.png", picture()), "b": ("b.bin", b"x")}
    refused = await town.http.post(url, data=fields, files=files)
    assert refused.json()["description"] == (
        "Bad Request: can't use the media of the specified type in the album"
    )


async def test_several_messages_are_copied_at_once_without_those_that_cannot_be(town: Town):
    bola = town.telegram.add_user("Bola")
    bola.write("/start")
    kept = await town.result("sendMessage", chat_id=town.ada.id, text="kept", protect_content=True)
    wish = {"chat_id": bola.id, "from_chat_id": town.ada.id}
    ids = [1, kept["message_id"], 99]
    assert len(await town.result("copyMessages", **wish, message_ids=ids)) == 1
    assert len(await town.result("forwardMessages", **wish, message_ids=ids)) == 1
    assert [message.text for message in bola.messages] == ["/start"] * 3
    none = await refusal(town, "forwardMessages", **wish, message_ids=[99])
    assert none == "there are no messages to forward"


async def test_web_apps_are_opened_from_private_chats_and_safely(town: Town):
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    inline, keys = {"inline_keyboard": [[APP]]}, {"keyboard": [[APP]]}
    for markup in (inline, keys):
        await town.result("sendMessage", chat_id=town.ada.id, text="x", reply_markup=markup)
        in_group = {"chat_id": group.id, "text": "x", "reply_markup": markup}
        assert await refusal(town, "sendMessage", **in_group) == "BUTTON_TYPE_INVALID"
    unsafe = {"text": "Open", "web_app": {"url": "http://a.example/"}}
    wrong = {"text": "x", "reply_markup": {"inline_keyboard": [[unsafe]]}}
    assert await refusal(town, "sendMessage", **wrong) == (
        "inline keyboard button Web App URL 'http://a.example/' is invalid: "
        "Only HTTPS links are allowed"
    )


async def test_the_button_beside_the_text_is_kept_for_one_chat_and_for_all(town: Town):
    app = {"type": "web_app", **APP}
    await town.result("setChatMenuButton", menu_button=app)
    await town.result("setChatMenuButton", chat_id=town.ada.id, menu_button={"type": "commands"})
    assert await town.result("getChatMenuButton") == app
    own = await town.result("getChatMenuButton", chat_id=town.ada.id)
    assert own == {"type": "commands"}
    wrong = await refusal(town, "setChatMenuButton", menu_button={"type": "riddle"})
    assert wrong == "can't parse menu button: unsupported type specified"


async def test_a_bot_names_itself_for_each_language(town: Town):
    assert await town.result("getMyName") == {"name": "Demo"}
    await town.result("setMyName", name="Démo", language_code="fr")
    assert await town.result("getMyName", language_code="fr") == {"name": "Démo"}
    assert await refusal(town, "setMyName", name="x" * 65) == "BOT_TITLE_TOO_LONG"


async def test_a_method_that_is_not_here_is_named_in_the_log(
    town: Town, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING):
        await town.call("sendGame", chat_id=town.ada.id)
    assert "demo_bot: the local Telegram has no method 'sendGame'" in caplog.text


async def test_a_bot_is_busy_only_in_ways_that_there_are(town: Town):
    assert await refusal(town, "sendChatAction", action="sleep") == (
        "wrong parameter action in request"
    )
