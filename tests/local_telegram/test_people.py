"""What people do, and what the bot hears of it."""

from datetime import timedelta
from typing import Any

import pytest

from bot.local_telegram import ChatEvent, NoSuchButton
from tests.local_telegram.town import Town
from tests.support.clock import ManualClock


async def _heard(town: Town, kind: str) -> dict[str, Any]:
    """Return the newest update of this kind."""
    (update,) = await town.updates(offset=-1)
    return update[kind]


async def _ask(town: Town, text: str, *rows: list[Any]) -> None:
    markup = {"inline_keyboard": list(rows)} if rows else None
    await town.result("sendMessage", chat_id=town.ada.id, text=text, reply_markup=markup)


def _button(label: str, data: str) -> dict[str, str]:
    return {"text": label, "callback_data": data}


async def test_a_command_is_marked_as_one(town: Town):
    town.ada.write("/start door-7")
    message = await _heard(town, "message")
    assert message["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]
    assert message["from"] == {
        "id": town.ada.id,
        "is_bot": False,
        "first_name": "Ada",
        "username": "ada",
        "language_code": "en",
    }


async def test_a_press_carries_the_message_as_it_is_now(town: Town):
    town.ada.write("/start")
    await _ask(town, "Old?", [_button("Old", "old")])
    new = {"inline_keyboard": [[_button("✅ Accept", "accept:1"), _button("No", "no")]]}
    message_id = town.ada.last.message_id
    await town.result("editMessageText", chat_id=town.ada.id, message_id=message_id, text="New?",
                      reply_markup=new)  # fmt: skip
    town.ada.press("Accept")
    query = await _heard(town, "callback_query")
    assert query["data"] == "accept:1"
    assert query["message"]["text"] == "New?"
    assert query["message"]["reply_markup"] == new
    assert query["chat_instance"]
    assert query["from"]["id"] == town.ada.id


async def test_the_newest_button_is_pressed_and_an_equal_label_before_a_similar_one(town: Town):
    town.ada.write("/start")
    await _ask(town, "first", [_button("Go", "old")])
    await _ask(town, "second", [_button("Go on", "similar"), _button("Go", "equal")])
    town.ada.press("Go")
    assert (await _heard(town, "callback_query"))["data"] == "equal"
    town.ada.press("Go", message=town.ada.messages[1])
    assert (await _heard(town, "callback_query"))["data"] == "old"


async def test_a_missing_button_is_told_with_those_that_are_there(town: Town):
    town.ada.write("/start")
    await _ask(town, "x", [_button("Accept", "a"), _button("Decline", "d")])
    with pytest.raises(NoSuchButton, match="no button 'Maybe'; there are 'Accept', 'Decline'"):
        town.ada.press("Maybe")


async def test_a_query_is_answered_once_and_in_time(town: Town, clock: ManualClock):
    town.ada.write("/start")
    await _ask(town, "x", [_button("Go", "go")])
    town.ada.press("Go")
    query_id = (await _heard(town, "callback_query"))["id"]
    answer = {"callback_query_id": query_id, "text": "Done", "show_alert": True}
    long = await town.call("answerCallbackQuery", **{**answer, "text": "x" * 201})
    assert long.json()["description"] == "Bad Request: MESSAGE_TOO_LONG"
    assert await town.result("answerCallbackQuery", **answer) is True
    assert [(toast.text, toast.show_alert) for toast in town.ada.toasts] == [("Done", True)]
    assert (await town.call("answerCallbackQuery", **answer)).status_code == 400

    town.ada.press_data("forged:1", message=town.ada.last)
    forged = await _heard(town, "callback_query")
    assert forged["data"] == "forged:1"
    clock.advance(timedelta(seconds=150))
    late = await town.call("answerCallbackQuery", callback_query_id=forged["id"])
    assert "query is too old" in late.json()["description"]


@pytest.mark.parametrize(
    "url", ["https://t.me/demo_bot?start=door-7", "tg://resolve?domain=demo_bot&start=door-7"]
)
async def test_a_link_to_the_bot_starts_it(town: Town, url: str):
    town.ada.write("hello")
    await _ask(town, "x", [{"text": "Open", "url": url}])
    town.ada.press("Open")
    assert (await _heard(town, "message"))["text"] == "/start door-7"


async def test_another_link_only_shows_that_it_was_pressed(town: Town):
    town.ada.write("hello")
    await _ask(town, "x", [{"text": "Map", "url": "https://maps.example.org/"}])
    events: list[ChatEvent] = []
    town.telegram.listeners.append(events.append)
    town.ada.press("Map")
    assert [(event.kind, event.label, event.user) for event in events] == [
        ("pressed", "Map", town.ada)
    ]


async def _show_keys(town: Town, *keys: Any, **wishes: Any) -> None:
    markup = {"keyboard": [list(keys)], **wishes}
    await town.result("sendMessage", chat_id=town.ada.id, text="?", reply_markup=markup)


async def test_a_key_writes_its_label(town: Town):
    town.ada.write("/start")
    await _show_keys(town, "Yes", "No")
    town.ada.press("No")
    assert (await _heard(town, "message"))["text"] == "No"


async def test_a_contact_key_shares_the_own_number_in_reply(town: Town):
    town.ada.write("/start")
    await _show_keys(town, {"text": "Share", "request_contact": True}, one_time_keyboard=True)
    asked = town.ada.last
    town.ada.press("Share")
    message = await _heard(town, "message")
    assert message["contact"] == {
        "phone_number": "+31612345678",
        "first_name": "Ada",
        "user_id": town.ada.id,
    }
    assert message["reply_to_message"]["message_id"] == asked.message_id
    with pytest.raises(NoSuchButton, match="no buttons at all"):
        town.ada.press("Share")


async def test_a_removed_keyboard_has_no_keys_any_more(town: Town):
    town.ada.write("/start")
    await _show_keys(town, "Yes")
    await town.result(
        "sendMessage", chat_id=town.ada.id, text="x", reply_markup={"remove_keyboard": True}
    )
    with pytest.raises(NoSuchButton):
        town.ada.press("Yes")


async def test_someone_elses_number_and_a_forwarded_one_can_be_told_apart(town: Town):
    bo = town.telegram.add_user("Bo", phone="+31687654321")
    town.ada.share_contact(of=bo)
    others = await _heard(town, "message")
    assert others["contact"]["user_id"] == bo.id != others["from"]["id"]
    town.ada.share_contact(forwarded=True)
    assert (await _heard(town, "message"))["forward_origin"]["sender_user"]["id"] == town.ada.id


async def test_a_live_location_moves_by_edits(town: Town):
    message = town.ada.share_location(52.1, 4.3, live_period=900)
    town.ada.move(message, 52.2, 4.4)
    update = await _heard(town, "edited_message")
    assert update["location"] == {"latitude": 52.2, "longitude": 4.4, "live_period": 900}
    town.ada.stop_sharing(message)
    assert "live_period" not in (await _heard(town, "edited_message"))["location"]


async def test_an_edited_message_is_heard_as_edited(town: Town):
    message = town.ada.write("helo")
    town.ada.edit(message, "hello")
    update = await _heard(town, "edited_message")
    assert (update["text"], update["message_id"]) == ("hello", message.message_id)
    assert message.edited


async def test_a_forced_reply_is_a_reply(town: Town):
    town.ada.write("/start")
    await town.result(
        "sendMessage", chat_id=town.ada.id, text="Why?", reply_markup={"force_reply": True}
    )
    town.ada.write("Because")
    assert (await _heard(town, "message"))["reply_to_message"]["text"] == "Why?"


@pytest.mark.parametrize(
    ("act", "field"),
    [
        (lambda ada: ada.send_photo(caption="look"), "photo"),
        (lambda ada: ada.send_voice(), "voice"),
        (lambda ada: ada.send_sticker(), "sticker"),
        (lambda ada: ada.share_location(1, 2), "location"),
    ],
)
async def test_people_send_more_than_words(town: Town, act: Any, field: str):
    act(town.ada)
    assert field in await _heard(town, "message")


async def test_blocking_and_coming_back_are_told(town: Town):
    town.ada.write("/start")
    town.ada.block()
    update = await _heard(town, "my_chat_member")
    assert update["old_chat_member"]["status"] == "member"
    assert update["new_chat_member"]["status"] == "kicked"
    town.ada.write("/start")
    back, start = (await town.updates())[-2:]
    assert back["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert start["message"]["text"] == "/start"
    await _ask(town, "welcome back")


async def test_a_search_is_answered_with_results(town: Town):
    query = town.ada.search("door 7")
    update = await _heard(town, "inline_query")
    assert update["query"] == "door 7"
    said = {"message_text": "Door 7 is here"}
    result = {"type": "article", "id": "1", "title": "Door 7", "input_message_content": said}
    await town.result("answerInlineQuery", inline_query_id=update["id"], results=[result])
    assert query.results == [result]


async def test_watchers_are_told_what_is_seen(town: Town):
    events: list[ChatEvent] = []
    town.telegram.listeners.append(events.append)
    town.ada.write("/start")
    await _ask(town, "x", [_button("Go", "go")])
    town.ada.press("Go")
    query = await _heard(town, "callback_query")
    await town.result("answerCallbackQuery", callback_query_id=query["id"], text="Going")
    message_id = town.ada.last.message_id
    place = {"chat_id": town.ada.id, "message_id": message_id}
    await town.result("editMessageText", **place, text="y")
    await town.result("deleteMessage", **place)
    kinds = [event.kind for event in events]
    assert kinds == ["sent", "sent", "pressed", "toast", "edited", "deleted"]
    assert events[3].toast.text == "Going"
    assert all(event.chat.id == town.ada.id and event.user is town.ada for event in events)


async def test_everyone_in_a_group_is_heard_and_answered_there(town: Town):
    bo = town.telegram.add_user("Bo")
    group = town.telegram.add_group("Depot", [town.ada, bo, town.bot])
    joined = await _heard(town, "my_chat_member")
    assert (joined["chat"]["title"], joined["new_chat_member"]["status"]) == ("Depot", "member")
    bo.write("/board@demo_bot", chat=group)
    message = await _heard(town, "message")
    assert message["chat"] == {"id": group.id, "type": "group", "title": "Depot"}
    assert message["entities"][0]["length"] == 15
    await town.result("sendMessage", chat_id=group.id, text="x",
                      reply_markup={"inline_keyboard": [[_button("Go", "go")]]})  # fmt: skip
    town.ada.press("Go", chat=group)
    assert (await _heard(town, "callback_query"))["from"]["id"] == town.ada.id
    assert bo.messages == []


async def test_a_group_has_no_keys_for_numbers(town: Town):
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    keyboard = {"keyboard": [[{"text": "x", "request_contact": True}]]}
    response = await town.call("sendMessage", chat_id=group.id, text="x", reply_markup=keyboard)
    expected = "Bad Request: phone number can be requested in private chats only"
    assert response.json()["description"] == expected


async def test_a_bot_deletes_others_words_in_a_group_only_as_administrator(town: Town):
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    message = town.ada.write("secret", chat=group)
    place = {"chat_id": group.id, "message_id": message.message_id}
    refused = await town.call("deleteMessage", **place)
    assert refused.json()["description"] == "Bad Request: message can't be deleted"
    group.promote(town.bot)
    assert await town.result("deleteMessage", **place) is True
    member = await town.result("getChatMember", chat_id=group.id, user_id=town.bot.id)
    assert (member["status"], member["can_delete_messages"]) == ("administrator", True)


async def test_a_topic_of_a_forum_takes_messages(town: Town):
    group = town.telegram.add_group("Depot", [town.ada, town.bot], forum=True)
    topic = group.add_topic("Riders")
    arguments = {"chat_id": group.id, "text": "x", "message_thread_id": topic}
    sent = await town.result("sendMessage", **arguments)
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (topic, True)
    assert sent["chat"]["is_forum"] is True
    town.ada.write("/here", chat=group, topic=topic)
    assert (await _heard(town, "message"))["message_thread_id"] == topic


async def test_a_deleted_topic_takes_its_messages_along_and_no_new_ones(town: Town):
    group = town.telegram.add_group("Depot", [town.ada, town.bot], forum=True)
    gone, kept = group.add_topic("Riders"), group.add_topic("Customers")
    for topic in (gone, kept):
        await town.result("sendMessage", chat_id=group.id, text="x", message_thread_id=topic)
    group.delete_topic(gone)
    assert [message.posting.thread_id for message in group.messages] == [None, kept]
    refused = await town.call("sendMessage", chat_id=group.id, text="x", message_thread_id=gone)
    assert refused.json()["description"] == "Bad Request: message thread not found"


async def test_an_upgrade_is_announced_in_both_groups(town: Town):
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    upgraded = group.upgrade()
    old, new = (update["message"] for update in (await town.updates())[-2:])
    assert (old["chat"]["id"], old["migrate_to_chat_id"]) == (group.id, upgraded.id)
    assert (new["chat"]["id"], new["migrate_from_chat_id"]) == (upgraded.id, group.id)
    assert new["chat"]["type"] == "supergroup"


async def test_with_two_bots_the_meant_one_must_be_named(town: Town):
    other = town.telegram.add_bot("2000000002:OTHER", username="other_bot", first_name="Other")
    with pytest.raises(LookupError, match="there are 2 bots"):
        town.ada.write("hello")
    town.ada.write("hello", bot=other)
    assert await town.updates() == []
    assert [message.text for message in town.ada.chat(other).messages] == ["hello"]
