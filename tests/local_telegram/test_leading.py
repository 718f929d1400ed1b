"""Groups that a bot leads: members, topics, titles and links, and what it may not."""

from typing import Any

import pytest

from bot.local_telegram import LocalGroup, LocalUser
from tests.local_telegram.town import Town


@pytest.fixture
def bola(town: Town) -> LocalUser:
    return town.telegram.add_user("Bola")


@pytest.fixture
def group(town: Town, bola: LocalUser) -> LocalGroup:
    return town.telegram.add_group("Depot", [town.ada, bola, town.bot], forum=True)


async def refusal(town: Town, method: str, **arguments: Any) -> str:
    response = await town.call(method, **arguments)
    assert response.status_code == 400, response.text
    description: str = response.json()["description"]
    return description.removeprefix("Bad Request: ")


MAY_NOT = [
    ("banChatMember", {}, "not enough rights to restrict/unrestrict chat member"),
    ("restrictChatMember", {}, "not enough rights to restrict/unrestrict chat member"),
    ("promoteChatMember", {}, "not enough rights"),
    ("setChatTitle", {"title": "x"}, "not enough rights to change chat title"),
    ("setChatDescription", {"description": "x"}, "not enough rights to change chat description"),
    ("setChatPermissions", {}, "not enough rights to change chat permissions"),
    ("exportChatInviteLink", {}, "not enough rights to manage chat invite link"),
    ("createForumTopic", {"name": "x"}, "not enough rights to create a topic"),
    ("closeGeneralForumTopic", {}, "not enough rights to edit the topic"),
    ("unpinAllChatMessages", {}, "not enough rights to manage pinned messages in the chat"),
]


@pytest.mark.parametrize(("method", "arguments", "description"), MAY_NOT)
async def test_a_member_leads_nothing(
    town: Town,
    group: LocalGroup,
    bola: LocalUser,
    method: str,
    arguments: dict[str, Any],
    description: str,
):
    place = {"chat_id": group.id, "user_id": bola.id}
    assert await refusal(town, method, **place, **arguments) == description


async def test_a_right_that_the_bot_was_not_given_is_missing(town: Town, group: LocalGroup):
    group.promote(town.bot, rights=["can_change_info"])
    assert await town.result("setChatTitle", chat_id=group.id, title="Yard") is True
    pinned = await refusal(town, "unpinAllChatMessages", chat_id=group.id)
    assert pinned == "not enough rights to manage pinned messages in the chat"


async def test_members_are_thrown_out_let_in_and_counted(
    town: Town, group: LocalGroup, bola: LocalUser
):
    group.promote(town.bot)
    await town.updates(allowed_updates=["message", "chat_member"])
    place = {"chat_id": group.id, "user_id": bola.id}
    assert await town.result("getChatMemberCount", chat_id=group.id) == 3
    assert await town.result("banChatMember", **place) is True
    assert await town.result("getChatMemberCount", chat_id=group.id) == 2
    (update,) = await town.updates(offset=-1)
    assert update["chat_member"]["new_chat_member"]["status"] == "kicked"
    assert (await town.result("getChatMember", **place))["until_date"] == 0
    await town.result("unbanChatMember", **place)
    assert (await town.result("getChatMember", **place))["status"] == "left"
    group.join(bola)
    assert (await town.result("getChatMember", **place))["status"] == "member"


async def test_owners_administrators_and_the_bot_itself_stay(
    town: Town, group: LocalGroup, bola: LocalUser
):
    group.promote(town.bot)
    group.promote(bola)
    refused = {
        town.ada.id: "can't remove chat owner",
        bola.id: "user is an administrator of the chat",
        town.bot.id: "can't restrict self",
        77: "PARTICIPANT_ID_INVALID",
        0: "invalid user_id specified",
    }
    for user_id, description in refused.items():
        place = {"chat_id": group.id, "user_id": user_id}
        assert await refusal(town, "banChatMember", **place) == description
    demoted = await refusal(town, "promoteChatMember", chat_id=group.id, user_id=town.ada.id)
    assert demoted == "can't demote chat creator"


async def test_an_administrator_is_made_titled_and_unmade(
    town: Town, group: LocalGroup, bola: LocalUser
):
    group.promote(town.bot)
    place = {"chat_id": group.id, "user_id": bola.id}
    await town.result("promoteChatMember", **place, can_pin_messages=True)
    await town.result("setChatAdministratorCustomTitle", **place, custom_title="Boss")
    leaders = await town.result("getChatAdministrators", chat_id=group.id)
    (boss,) = [each for each in leaders if each["user"]["id"] == bola.id]
    assert (boss["can_pin_messages"], boss["can_change_info"]) == (True, False)
    assert boss["custom_title"] == "Boss"
    await town.result("promoteChatMember", **place)
    assert (await town.result("getChatMember", **place))["status"] == "member"


async def test_who_is_restricted_may_only_what_was_left_to_them(town: Town, group: LocalGroup):
    group.restrict(town.bot, {"can_send_messages": True})
    assert (await town.call("sendMessage", chat_id=group.id, text="x")).status_code == 200
    poll = {"chat_id": group.id, "question": "?", "options": ["a", "b"]}
    assert await refusal(town, "sendPoll", **poll) == "not enough rights to send polls to the chat"
    group.restrict(town.bot, {})
    refused = await refusal(town, "sendMessage", chat_id=group.id, text="x")
    assert refused == "not enough rights to send text messages to the chat"
    me = await town.result("getChatMember", chat_id=group.id, user_id=town.bot.id)
    assert (me["status"], me["can_send_messages"], me["is_member"]) == ("restricted", False, True)
    group.restrict(town.bot, dict(group.all_permissions))
    assert (await town.call("sendMessage", chat_id=group.id, text="x")).status_code == 200


async def test_what_nobody_may_is_refused_to_every_member(
    town: Town, group: LocalGroup, bola: LocalUser
):
    group.promote(town.bot)
    await town.result("setChatPermissions", chat_id=group.id, permissions={})
    same = await refusal(town, "setChatPermissions", chat_id=group.id, permissions={})
    assert same == "CHAT_NOT_MODIFIED"
    group.demote(town.bot)
    refused = await refusal(town, "sendDice", chat_id=group.id)
    assert refused == "not enough rights to send dice to the chat"


async def test_a_topic_is_opened_renamed_closed_reopened_and_deleted(town: Town, group: LocalGroup):
    group.promote(town.bot)
    opened = await town.result("createForumTopic", chat_id=group.id, name="Riders")
    place = {"chat_id": group.id, "message_thread_id": opened["message_thread_id"]}
    await town.result("editForumTopic", **place, name="Bikes")
    assert await refusal(town, "editForumTopic", **place, name="Bikes") == "TOPIC_NOT_MODIFIED"
    await town.result("closeForumTopic", **place)
    await town.result("sendMessage", **place, text="administrators may")
    group.demote(town.bot)
    assert await refusal(town, "sendMessage", **place, text="x") == "TOPIC_CLOSED"
    group.promote(town.bot)
    await town.result("reopenForumTopic", **place)
    group.demote(town.bot)
    await town.result("sendMessage", **place, text="x")
    group.promote(town.bot)
    await town.result("deleteForumTopic", **place)
    assert await refusal(town, "editForumTopic", **place, name="x") == "message thread not found"


async def test_the_general_topic_is_closed_apart(town: Town, group: LocalGroup):
    group.promote(town.bot)
    topic = group.add_topic("Riders")
    await town.result("closeGeneralForumTopic", chat_id=group.id)
    group.demote(town.bot)
    assert await refusal(town, "sendMessage", chat_id=group.id, text="x") == "TOPIC_CLOSED"
    await town.result("sendMessage", chat_id=group.id, text="x", message_thread_id=topic)


async def test_a_group_without_topics_is_no_forum(town: Town):
    plain = town.telegram.add_group("Shop", [town.ada, town.bot], supergroup=True)
    plain.promote(town.bot)
    described = await refusal(town, "createForumTopic", chat_id=plain.id, name="x")
    assert described == "the chat is not a forum"


async def test_a_group_is_renamed_and_described(town: Town, group: LocalGroup):
    group.promote(town.bot)
    place = {"chat_id": group.id}
    await town.result("setChatTitle", **place, title="Yard")
    assert group.messages[-1].as_json()["new_chat_title"] == "Yard"
    await town.result("setChatDescription", **place, description="Bikes")
    same = await refusal(town, "setChatDescription", **place, description="Bikes")
    assert same == "chat description is not modified"
    link = await town.result("exportChatInviteLink", **place)
    chat = await town.result("getChat", **place)
    assert (chat["title"], chat["description"], chat["invite_link"]) == ("Yard", "Bikes", link)
    assert chat["permissions"]["can_send_messages"] is True
    assert await refusal(town, "setChatTitle", **place, title=" ") == "title must be non-empty"


async def test_who_asks_to_join_is_let_in_or_not(town: Town, group: LocalGroup):
    group.promote(town.bot)
    people = [town.telegram.add_user(name) for name in ("Chidi", "Dayo")]
    for person in people:
        group.ask_to_join(person)
    (update,) = await town.updates(offset=-1)
    assert update["chat_join_request"]["from"]["id"] == people[1].id
    chidi, dayo = ({"chat_id": group.id, "user_id": person.id} for person in people)
    await town.result("approveChatJoinRequest", **chidi)
    await town.result("declineChatJoinRequest", **dayo)
    assert [group.status(person) for person in people] == ["member", "left"]
    assert await refusal(town, "approveChatJoinRequest", **dayo) == "HIDE_REQUESTER_MISSING"


async def test_a_bot_leaves(town: Town, group: LocalGroup):
    assert await town.result("leaveChat", chat_id=group.id) is True
    response = await town.call("sendMessage", chat_id=group.id, text="x")
    assert response.json()["description"] == (
        "Forbidden: bot is not a member of the supergroup chat"
    )


async def test_pinned_messages_are_taken_down_one_by_one_and_all(town: Town, group: LocalGroup):
    group.promote(town.bot)
    for text in "abc":
        sent = await town.result("sendMessage", chat_id=group.id, text=text)
        await town.result("pinChatMessage", chat_id=group.id, message_id=sent["message_id"])
    await town.result("unpinChatMessage", chat_id=group.id)
    assert [message.text for message in group.pinned] == ["a", "b"]
    assert (await town.result("getChat", chat_id=group.id))["pinned_message"]["text"] == "b"
    await town.result("unpinAllChatMessages", chat_id=group.id)
    assert group.pinned == []
