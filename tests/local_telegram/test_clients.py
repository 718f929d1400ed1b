"""Real client libraries, unmodified, on the local Telegram: the same stories on each of them."""

import asyncio
from collections.abc import AsyncIterator
from importlib import import_module

import pytest

from tests.local_telegram.programs import behaviour
from tests.local_telegram.town import TOKEN, Town, picture
from tests.support.patience import PATIENCE

# Imported by name when they are needed: aiogram alone takes seconds.
LIBRARIES = {
    "python-telegram-bot": "ptb",
    "aiogram": "aiogram_",
    "telebot": "telebot_",
    "async telebot": "async_telebot",
}


@pytest.fixture(params=LIBRARIES.values(), ids=LIBRARIES)
async def program(
    request: pytest.FixtureRequest, busy_town: Town
) -> AsyncIterator[behaviour.Program]:
    library = import_module(f"tests.local_telegram.programs.{request.param}")
    async with library.running(TOKEN, busy_town.url) as program:
        yield program


@pytest.mark.usefixtures("program")
async def test_a_person_starts_presses_shares_and_is_answered(busy_town: Town):
    ada = busy_town.ada
    ada.write("/start door-7")
    await busy_town.until_said("Hello Ada, you came with door-7")
    assert ada.last.html == "Hello <b>Ada</b>, you came with door-7"
    greeting = ada.last

    ada.press("More")
    await busy_town.until(lambda: greeting.edited)
    assert (greeting.text, greeting.buttons) == (behaviour.EDITED, [])
    assert [toast.text for toast in ada.toasts] == [behaviour.TOAST]

    said = ada.write("Grüße 🦊")
    await busy_town.until_said("You said: Grüße 🦊")
    assert ada.last.reply_to is said

    ada.write("/number")
    await busy_town.until_said(behaviour.ASKED)
    assert ada.last.keyboard == [["Share my number"]]
    ada.press("Share my number")
    await busy_town.until_said("+31612345678 is yours: True")

    secret = ada.write("secret 1234")
    await busy_town.until_said(behaviour.FORGOTTEN)
    assert secret not in ada.messages


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
async def test_refusals_raise_the_librarys_own_errors(busy_town: Town, program: behaviour.Program):
    ada, telegram = busy_town.ada, busy_town.telegram
    with pytest.raises(program.refusal(400), match=r"[Cc]hat not found"):
        await program.call("send_message", chat_id=ada.id, text="too early")
    ada.write("/start")
    await busy_town.until_said("Hello Ada, you came with nothing")
    ada.block()
    with pytest.raises(program.refusal(403), match=r"[Bb]ot was blocked by the user"):
        await program.call("send_message", chat_id=ada.id, text="are you there?")
    ada.unblock()
    telegram.fail("sendMessage", 429, "Too Many Requests: retry after 7", retry_after=7)
    with pytest.raises(program.refusal(429), match="7"):
        await program.call("send_message", chat_id=ada.id, text="now?")
    telegram.fail("sendMessage", 502, "Bad Gateway")
    with pytest.raises(program.refusal(502), match="Bad Gateway"):
        await program.call("send_message", chat_id=ada.id, text="now?")
    await program.call("send_message", chat_id=ada.id, text="now!")
    assert [m.text for m in ada.messages if m.from_bot][1:] == ["now!"]


async def test_a_second_poller_ends_the_first_which_goes_on(
    busy_town: Town, program: behaviour.Program
):
    ada = busy_town.ada
    ada.write("/start")
    await busy_town.until_said("Hello Ada, you came with nothing")
    async with asyncio.timeout(PATIENCE):
        while not _has_conflict(busy_town):
            await asyncio.gather(program.polls(), return_exceptions=True)
    ada.write("still there?")
    await busy_town.until_said("You said: still there?")


async def test_every_answer_can_be_read(busy_town: Town, program: behaviour.Program):
    ada = busy_town.ada
    ada.write("/start")
    await busy_town.until_said("Hello Ada, you came with nothing")
    place = {"chat_id": ada.id}
    point = {"latitude": 52.1, "longitude": 4.3}

    assert (await program.call("get_me")).username == "demo_bot"
    assert (await program.call("get_chat", **place)).first_name == "Ada"
    assert (await program.call("get_chat_member", **place, user_id=ada.id)).status == "member"
    assert (await program.call("get_webhook_info")).pending_update_count == 0
    assert list(await program.call("get_my_commands", scope=None, language_code=None)) == []
    assert await program.call("send_chat_action", **place, action="typing") is True
    assert (await program.call("send_location", **place, **point)).location.latitude == 52.1
    spot = {**place, **point, "title": "Depot", "address": "Quay 1"}
    assert (await program.call("send_venue", **spot)).venue.title == "Depot"
    card = {**place, "phone_number": "+3112345", "first_name": "Bo"}
    assert (await program.call("send_contact", **card)).contact.first_name == "Bo"
    source = {**place, "from_chat_id": ada.id, "message_id": 1}
    assert (await program.call("forward_message", **source)).forward_origin.type == "user"
    assert (await program.call("copy_message", **source)).message_id == ada.last.message_id
    photo = await program.call("send_photo", **place, photo=program.file(picture()))
    assert ada.last.photo.file.content == picture()
    found = await program.call("get_file", file_id=photo.photo[-1].file_id)
    # python-telegram-bot puts the whole address there.
    assert found.file_path.endswith("photos/file_0.jpg")


async def test_every_library_can_use_what_bots_of_the_field_use(
    busy_town: Town, program: behaviour.Program
):
    ada = busy_town.ada
    ada.write("/start")
    await busy_town.until_said("Hello Ada, you came with nothing")
    place, call = {"chat_id": ada.id}, program.call

    sent = {
        kind: await call(f"send_{kind}", **place, **{kind: program.file(b"bytes")})
        for kind in ("video", "animation", "audio", "voice", "sticker")
    }
    assert sent["video"].video.width == 640
    assert sent["animation"].animation.file_name
    assert sent["audio"].audio.mime_type == "audio/mpeg"
    again = await call("send_sticker", **place, sticker=sent["sticker"].sticker.file_id)
    assert again.sticker.file_id == sent["sticker"].sticker.file_id
    assert (await call("send_dice", **place)).dice.value in range(1, 7)
    pair = {"from_chat_id": ada.id, "message_ids": [1, 2]}
    assert len(await call("copy_messages", **place, **pair)) == 2
    assert len(await call("forward_messages", **place, **pair)) == 2


async def test_every_library_can_lead_a_forum(busy_town: Town, program: behaviour.Program):
    ada, call = busy_town.ada, program.call
    bola = busy_town.telegram.add_user("Bola")
    forum = busy_town.telegram.add_group("Yard", [ada, bola, busy_town.bot], forum=True)
    forum.promote(busy_town.bot)
    place, whom = {"chat_id": forum.id}, {"chat_id": forum.id, "user_id": bola.id}

    topic = await call("create_forum_topic", **place, name="Riders")
    assert (await call("get_chat", **place)).title == "Yard"
    assert await call("close_forum_topic", **place, message_thread_id=topic.message_thread_id)
    assert {each.status for each in await call("get_chat_administrators", **place)} == {
        "creator",
        "administrator",
    }
    assert await call("promote_chat_member", **whom, can_pin_messages=True)
    assert (await call("get_chat_member", **whom)).can_pin_messages is True
    assert await call("promote_chat_member", **whom)
    assert await call("ban_chat_member", **whom)
    assert (await call("get_chat_member", **whom)).status in {"kicked", "banned"}
    assert await call("get_chat_member_count", **place) == 2
    link = await call("create_chat_invite_link", **place, name="riders")
    assert link.creator.username == "demo_bot"
    assert await call("set_chat_title", **place, title="Bikes")
    assert await call("leave_chat", **place)


async def test_every_library_can_ask_and_end_a_poll(busy_town: Town, program: behaviour.Program):
    ada = busy_town.ada
    ada.write("/start")
    await busy_town.until_said("Hello Ada, you came with nothing")
    asked = await program.call("send_poll", chat_id=ada.id, question="?", options=program.options)
    ada.vote(ada.last, 1)
    ended = await program.call("stop_poll", chat_id=ada.id, message_id=asked.message_id)
    assert [option.voter_count for option in ended.options] == [0, 1]


async def test_what_is_missing_is_refused_in_words(busy_town: Town, program: behaviour.Program):
    with pytest.raises(program.refusal(400), match=r"(?i)does not do getMyStarBalance"):
        await program.call("get_my_star_balance")


def _has_conflict(town: Town) -> bool:
    refusals = [call.error for call in town.telegram.calls if call.method == "getUpdates"]
    return any(refusal and refusal.error_code == 409 for refusal in refusals)
