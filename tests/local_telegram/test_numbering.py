"""How messages are numbered: private chats and small groups together, each supergroup apart."""

from bot.local_telegram import ChatMessage
from tests.local_telegram.town import Town


def numbers(*messages: ChatMessage) -> list[int]:
    return [message.message_id for message in messages]


async def test_private_chats_and_small_groups_of_a_bot_are_counted_together(town: Town):
    bola = town.telegram.add_user("Bola")
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    begun = town.ada.write("/start")
    written = [bola.write("hello"), town.ada.write("hi", chat=group), bola.write("again")]
    assert numbers(*written) == [begun.message_id + step for step in (1, 2, 3)]
    answer = await town.result("sendMessage", chat_id=town.ada.id, text="Hello")
    assert answer["message_id"] == begun.message_id + 4


async def test_each_supergroup_is_counted_apart(town: Town):
    one, other = [town.telegram.add_group(name, [town.ada, town.bot], forum=True) for name in "AB"]
    written = [town.ada.write("hi", chat=chat) for chat in (one, one, other)]
    assert numbers(*written) == [1, 2, 1]


async def test_a_group_that_becomes_a_supergroup_begins_anew(town: Town):
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    town.ada.write("hi", chat=group)
    upgraded = group.upgrade()
    assert numbers(*upgraded.messages, town.ada.write("hi", chat=upgraded)) == [1, 2]


async def test_two_bots_count_apart_and_no_number_is_given_twice_in_a_group_of_both(town: Town):
    other = town.telegram.add_bot("2000000002:OTHER", username="other_bot", first_name="Other")
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    town.ada.write("hi", chat=group)
    own = town.ada.write("hello", bot=other)
    assert own.message_id == 1
    group.join(other)
    both = [town.ada.write("hi", chat=group), town.ada.write("hello", bot=other)]
    assert both[0].message_id > group.messages[0].message_id
    assert both[1].message_id == both[0].message_id + 1


async def test_a_number_of_another_chat_is_not_found_in_this_one(town: Town):
    bola = town.telegram.add_user("Bola")
    town.ada.write("/start")
    bola.write("/start")
    sent = await town.result("sendMessage", chat_id=bola.id, text="Hello")
    refused = await town.call(
        "editMessageReplyMarkup", chat_id=town.ada.id, message_id=sent["message_id"]
    )
    assert refused.json()["description"] == "Bad Request: message to edit not found"
