"""What a bot in a group is told of: little, by default."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.local_telegram import LocalGroup
from tests.local_telegram.town import Town


@pytest.fixture
def group(town: Town) -> LocalGroup:
    return town.telegram.add_group("Depot", [town.ada, town.bot])


async def told(town: Town, kind: str = "message") -> list[str]:
    return [update[kind].get("text", "") for update in await town.updates() if kind in update]


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("hello", False),
        ("/board", True),
        ("/board@demo_bot", True),
        ("/board@other_bot", False),
        ("ask @demo_bot about it", True),
        ("ask @Demo_Bot about it", True),
        ("ask @other_bot about it", False),
    ],
)
async def test_only_what_concerns_a_bot_is_told(
    town: Town, group: LocalGroup, said: str, is_told: bool
):
    town.ada.write(said, chat=group)
    assert await told(town) == ([said] if is_told else [])


async def test_answers_to_its_messages_and_to_its_keys_are_told(town: Town, group: LocalGroup):
    keyboard = {"keyboard": [["Yes"]]}
    await town.result("sendMessage", chat_id=group.id, text="?", reply_markup=keyboard)
    asked = group.messages[-1]
    town.ada.write("why", chat=group, reply_to=asked)
    town.ada.write("so", chat=group, reply_to=group.messages[-1])
    town.ada.press("Yes", chat=group)
    assert await told(town) == ["why", "Yes"]


async def test_what_is_sent_via_it_is_told(town: Town, group: LocalGroup):
    town.ada.write("found", chat=group, via="demo_bot")
    town.ada.write("lost", chat=group, via="other_bot")
    assert await told(town) == ["found"]


async def test_an_edited_message_is_told_only_where_the_bot_hears_it(town: Town, group: LocalGroup):
    message = town.ada.write("helo", chat=group)
    town.ada.edit(message, "hello")
    town.ada.edit(message, "hello @demo_bot")
    assert await told(town, "edited_message") == ["hello @demo_bot"]


@pytest.mark.parametrize(
    "free",
    [
        lambda town, group: group.promote(town.bot),
        lambda town, _: setattr(town.bot, "can_read_all_group_messages", True),
    ],
    ids=["administrator", "mode is off"],
)
async def test_an_administrator_and_a_bot_without_the_mode_are_told_everything(
    town: Town, group: LocalGroup, free: Callable[[Town, LocalGroup], Any]
):
    free(town, group)
    town.ada.write("hello", chat=group)
    assert await told(town) == ["hello"]
    assert (await town.result("getMe"))["can_read_all_group_messages"] in {True, False}


async def test_a_bot_is_told_who_comes_and_goes_and_never_what_other_bots_say(
    town: Town, group: LocalGroup
):
    other = town.telegram.add_bot("2000000002:OTHER", username="other_bot", first_name="Other")
    bola = town.telegram.add_user("Bola")
    group.join(other)
    group.join(bola)
    group.leave(bola)
    url = f"{town.url}/bot{other.token}/sendMessage"
    await town.http.post(url, json={"chat_id": group.id, "text": "I am @demo_bot's friend"})
    messages = [update["message"] for update in await town.updates() if "message" in update]
    assert [set(each) & {"new_chat_members", "left_chat_member", "text"} for each in messages] == [
        {"new_chat_members"},
        {"new_chat_members"},
        {"left_chat_member"},
    ]


async def test_a_command_for_nobody_in_particular_is_the_last_speakers(
    town: Town, group: LocalGroup
):
    other = town.telegram.add_bot("2000000002:OTHER", username="other_bot", first_name="Other")
    group.join(other)
    url = f"{town.url}/bot{other.token}/sendMessage"
    await town.http.post(url, json={"chat_id": group.id, "text": "hello"})
    town.ada.write("/board", chat=group)
    await town.result("sendMessage", chat_id=group.id, text="Now I")
    town.ada.write("/again", chat=group)
    assert await told(town) == ["", "/again"]


async def test_an_anonymous_administrator_speaks_as_the_group_and_presses_as_themselves(
    town: Town, group: LocalGroup
):
    bola = town.telegram.add_user("Bola")
    group.join(bola)
    group.promote(bola, anonymous=True)
    said = bola.write("/board", chat=group)
    (update,) = await town.updates(offset=-1)
    assert update["message"]["from"] == {
        "id": 1087968824,
        "is_bot": True,
        "first_name": "Group",
        "username": "GroupAnonymousBot",
    }
    assert update["message"]["sender_chat"]["id"] == group.id
    buttons = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    place = {"chat_id": group.id, "text": "x", "reply_markup": buttons}
    await town.result("sendMessage", **place, reply_parameters={"message_id": said.message_id})
    bola.press("Go", chat=group)
    (pressed,) = await town.updates(offset=-1)
    assert pressed["callback_query"]["from"]["id"] == bola.id
    member = await town.result("getChatMember", chat_id=group.id, user_id=bola.id)
    assert (member["status"], member["is_anonymous"]) == ("administrator", True)
    source = {"from_chat_id": group.id, "message_id": said.message_id}
    forwarded = await town.result("forwardMessage", chat_id=group.id, **source)
    assert forwarded["forward_origin"]["sender_chat"]["id"] == group.id
