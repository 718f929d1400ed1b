"""A dispatch group: it sees what moves and where, and no surname, phone or house number."""

import pytest

from bot.chat.registry import BUTTONS
from bot.fleet import State, StatusToken
from bot.local_telegram import LocalGroup, LocalUser
from bot.texts.callbacks import Verb, press
from tests.support.business import Business, bare, heard, labels, sees

NUMBERS = ("0803000", "0803 000", "0804000", "0804 000", "+234")
PERSONAL = ("Ahmed", "5 Allen", "Ada's", "Marina", "💰", *NUMBERS)


async def bound_group(
    business: Business, *members: LocalUser, forum: bool = False
) -> tuple[LocalGroup, int | None]:
    """The owner's group, or a topic of it, which they have bound."""
    everybody = [business.owner, *members, business.town.account]
    group = business.town.telegram.add_group("Dispatch", everybody, forum=forum)
    topic = group.add_topic("Deliveries") if forum else None
    await says(business, business.owner, "/bind", group, topic)
    return group, topic


async def says(
    business: Business, person: LocalUser, text: str, group: LocalGroup, topic: int | None = None
) -> None:
    await business.restart()
    person.write(text, chat=group, topic=topic)
    await business.town.idle()


async def learns_that_telegram_is_older(business: Business, group: LocalGroup) -> None:
    """Let the bot find out, at somebody's first tap, that one alone can be shown nothing there."""
    business.town.telegram.knows_ephemeral = False
    await business.presses(business.owner, "Details", chat=group)


def written(group: LocalGroup) -> list[str]:
    return [bare(message) for message in group.messages if message.from_bot]


def nothing_personal(business: Business, group: LocalGroup) -> bool:
    sent = ever_written(business, group)
    return bool(sent) and not any(word in text for word in PERSONAL for text in sent)


def ever_written(business: Business, group: LocalGroup) -> list[str]:
    """Everything that the bot has ever sent there for all to see, buttons and all."""
    return [
        str(call.arguments)
        for call in business.town.telegram.calls
        if call.arguments.get("chat_id") == str(group.id) and "receiver_user_id" not in str(call)
    ]


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_a_group_sees_a_delivery_from_creation_to_drop_off_with_nothing_personal(
    business: Business,
):
    group, topic = await bound_group(business, business.musa, forum=True)
    assert "This chat is bound" in written(group)[-1]
    delivery = await business.order()
    assert "📦 Order 1001 · 🆕 Waiting for a rider" in written(group)[-1]
    await business.presses(business.owner, "Assign", chat=group)
    asked = business.owner.sees(group)[-1]
    assert "Who takes order 1001?" in bare(asked)
    assert labels(asked)[:2] == ["Musa Bello · 0 open", "Sani Ali · 0 open"]
    await business.presses(business.owner, "Musa Bello", chat=group)
    assert asked not in business.owner.sees(group)
    assert "🕓 Waiting for pickup\n🏁 Bola · Allen Avenue\n🛵 Musa" in written(group)[-1]
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED
    card = group.messages[-1]
    assert "✅ Delivered\n🏁 Bola · Allen Avenue\n🛵 Musa" in bare(card)
    assert card.edited
    assert nothing_personal(business, group)
    said = [message for message in group.messages if message.from_bot][1:]
    assert {message.posting.thread_id for message in said} == {topic}


async def test_an_address_that_names_who_lives_there_is_left_out_of_a_group(business: Business):
    group, _ = await bound_group(business)
    await business.order(business.receiver(address="Ahmed House, Ikeja, Lagos"))
    assert "Waiting for a rider\n🏁 Bola\n🛵 No rider yet" in written(group)[-1]
    assert nothing_personal(business, group)


async def test_whatever_a_dispatcher_presses_in_a_group_nothing_personal_gets_there(
    business: Business,
):
    group, _ = await bound_group(business)
    delivery = await business.order()
    card = group.messages[-1]
    for button in BUTTONS:
        if button.verb is not Verb.CANCEL:  # which takes its message away
            objects = [delivery.uuid, business.riders["Musa Bello"]][: button.about]
            data = press(button.verb, *objects, tokens=["1"] * button.tokens)
            business.owner.press_data(data, message=card)
            await business.town.idle()
    assert nothing_personal(business, group)


async def test_a_card_that_a_group_lacked_comes_without_a_sound_where_nothing_is_loud(
    business: Business,
):
    await business.order()
    group, _ = await bound_group(business)
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    assert "🕓 Waiting for pickup" in written(group)[-1]
    assert group.messages[-1].silent
    await business.order()
    assert "📦 Order 1002" in written(group)[-1]
    assert not group.messages[-1].silent


async def test_who_presses_decides_and_not_the_group(business: Business):
    eve = business.town.telegram.add_user("Eve")
    group, _ = await bound_group(business, business.musa, eve)
    delivery = await business.order()
    for person in (business.musa, eve):
        await business.presses(person, "Assign", chat=group)
        await business.presses(person, "Details", chat=group)
        assert [toast.text for toast in person.toasts] == ["This is not for you."] * 2
    assert await business.state(delivery) is State.PENDING
    await business.presses(business.owner, "Assign", chat=group)
    asked = business.owner.sees(group)[-1]
    assert asked not in eve.sees(group)
    [cancel] = [key.data for row in asked.buttons for key in row if key.label == "Cancel"]
    eve.press_data(cancel or "", message=group.messages[-1])
    await business.town.idle()
    assert business.owner.sees(group)[-1] is asked
    await business.presses(business.owner, "Cancel", chat=group)
    assert asked not in business.owner.sees(group)


async def test_details_go_to_the_private_chat_of_who_asks_where_telegram_is_older(
    business: Business,
):
    group, _ = await bound_group(business)
    await business.order()
    await learns_that_telegram_is_older(business, group)
    await business.presses(business.owner, "Details", chat=group)
    assert business.owner.toasts[-1].text == "I have sent it to you privately."
    assert "5 Allen Avenue" in bare(business.owner.last)
    assert not any("5 Allen" in sent for sent in ever_written(business, group))
    await business.says(business.owner, "/stop")
    await business.presses(business.owner, "Stop anyway")
    await business.presses(business.owner, "Details", chat=group)
    assert "Open our chat and write /start" in business.owner.toasts[-1].text


async def test_commands_in_a_group_are_short_private_or_not_ours(business: Business):
    eve = business.town.telegram.add_user("Eve")
    group, _ = await bound_group(business, business.musa, eve)
    await business.order()
    before = len(group.messages)
    for silent in ("good morning", "/nonsense", "/help@another_bot", "1001"):
        await says(business, business.owner, silent, group)
    for ours in ("/help", "/board", "/bind", "/track", "/new"):
        await says(business, eve, ours, group)
    assert len(group.messages) == before + 8  # nobody else sees a /new
    await says(business, business.owner, "/board", group)
    assert written(group)[-1].endswith("Open deliveries\n🆕 Waiting for a rider: 1")
    await says(business, business.owner, "/help@handover_demo_bot", group)
    assert "Everything else is between the two of us" in written(group)[-1]
    for line in ("/edit 1001", "/nonsense@handover_demo_bot"):
        await says(business, business.owner, line, group)
        assert "write that to me privately" in written(group)[-1]
    await says(business, business.musa, "/unbind", group)
    assert "Only an owner" in written(group)[-1]
    await says(business, business.musa, "/board", group)
    assert "write that to me privately" in written(group)[-1]


async def test_unbind_ends_the_cards_and_their_buttons(business: Business):
    group, _ = await bound_group(business)
    await business.order()
    await says(business, business.owner, "/unbind", group)
    assert "no more cards here" in written(group)[-1]
    before = written(group)
    await business.order()
    await business.presses(business.owner, "Assign", chat=group)
    assert business.owner.toasts[-1].text == "This chat is not bound any more."
    assert written(group) == before
    await says(business, business.owner, "/board", group)
    assert "This chat gets no cards" in written(group)[-1]


async def test_a_group_hears_aloud_what_needs_somebody_but_not_the_reason(business: Business):
    group, _ = await bound_group(business)
    other, _ = await bound_group(business)
    delivery = await business.order()
    card = group.messages[-1]
    await business.later(minutes=11)
    assert "⏰ Order 1001 has been waiting for a rider since" in written(group)[-1]
    assert not group.messages[-1].silent
    assert "⏰ Waiting for a rider since" in bare(card)
    await business.town.shop.update_status(
        delivery.uuid, StatusToken.CANCELLED, note="Call Bola on 08030000001"
    )
    await business.town.idle()
    for chat in (group, other):
        assert "❌ Order 1001 was cancelled." in written(chat)[-1]
    assert "⏰" not in bare(card)
    assert sees(business.owner, "Call Bola")
    assert not any("Call Bola" in sent for sent in ever_written(business, group))


async def test_a_group_that_becomes_a_supergroup_keeps_its_cards(business: Business):
    group, _ = await bound_group(business)
    await business.order()
    supergroup = group.upgrade()
    await business.town.idle()
    assert "📦 Order 1001" in written(supergroup)[-1]
    assert supergroup.messages[-1].silent
    await business.presses(business.owner, "Assign", chat=supergroup)
    await business.presses(business.owner, "Musa Bello", chat=supergroup)
    assert "🛵 Musa" in written(supergroup)[-1]


async def test_the_owner_is_told_once_when_a_group_is_lost(business: Business):
    await business.says(business.owner, "/help")
    group, topic = await bound_group(business, forum=True)
    other, _ = await bound_group(business)
    assert topic is not None
    group.delete_topic(topic)
    other.kick(business.town.account)
    await business.order()
    await business.order()
    assert heard(business.owner, "I cannot write in “Dispatch” any more") == 1
    assert heard(business.owner, "I was removed from “Dispatch”") == 1
    assert sees(business.owner, "📦 Order 1002")


@pytest.mark.parametrize(
    ("code", "words", "orders"),
    [
        (400, "Bad Request: group chat was deactivated", 1),
        (403, "Forbidden: the group chat was deleted", 1),
        (400, "Bad Request: CHANNEL_PRIVATE", 1),
        (400, "Bad Request: CHAT_RESTRICTED", 1),
        (400, "Bad Request: this chat is on its holidays", 3),
    ],
)
async def test_a_group_that_takes_nothing_is_given_up_whatever_telegrams_words_are(
    business: Business, code: int, words: str, orders: int
):
    await business.says(business.owner, "/help")
    group, _ = await bound_group(business)
    business.town.telegram.fail("sendMessage", code, words, times=99, chat_id=group.id)
    for number in range(orders):
        assert not sees(business.owner, "so it gets no more cards"), number
        await business.order()
    assert heard(business.owner, "so it gets no more cards") == 1
    await business.order()
    assert heard(business.owner, "so it gets no more cards") == 1


async def test_a_message_here_and_there_that_a_group_does_not_take_is_nothing_against_it(
    business: Business,
):
    group, _ = await bound_group(business)
    for _ in range(4):
        business.town.telegram.fail("sendMessage", 400, "Bad Request: no", chat_id=group.id)
        await business.order()
        await business.later(minutes=10)
        await business.order()
        await business.later(minutes=10)
    assert not sees(business.owner, "so it gets no more cards")
    assert any("📦 Order 1008" in text for text in written(group))


async def test_in_a_channel_nothing_is_said(business: Business):
    channel = {"id": -1001234567890, "type": "channel", "title": "News"}
    who = business.town.account.as_json()
    change = {
        "chat": channel,
        "from": business.owner.as_json(),
        "date": int(business.clock.now().timestamp()),
        "old_chat_member": {"user": who, "status": "left"},
        "new_chat_member": {"user": who, "status": "member"},
    }
    calls = len(business.town.telegram.calls)
    business.town.account.queue.add("my_chat_member", channel["id"], change)
    await business.town.idle()
    sent = [call for call in business.town.telegram.calls[calls:] if "send" in call.method]
    assert sent == []


async def test_an_owner_who_adds_the_bot_is_told_what_to_write(business: Business):
    group = business.town.telegram.add_group("Depot", [business.owner, business.town.account])
    group.kick(business.town.account)
    group.join(business.town.account)
    await business.town.idle()
    assert "Write /bind here" in written(group)[-1]
    assert business.owner.chat().messages  # who lets the bot in or out there is no less reachable
    await business.order()
    assert sees(business.owner, "📦 Order 1001")


@pytest.mark.parametrize("said", ["/pickup 1001 {code}", "{code}", "the code is {code}"])
async def test_a_code_that_a_rider_types_in_a_group_does_not_stay_there(
    business: Business, said: str
):
    group, _ = await bound_group(business, business.musa)
    group.promote(business.town.account)
    delivery = await business.accepted()
    typed = business.musa.write(said.format(code=business.pickup_code), chat=group)
    talk = business.musa.write("I am at 5 Creek Road, 10 min", chat=group)
    await business.town.idle()
    assert typed not in group.messages
    assert talk in group.messages
    assert "write that to me privately" in written(group)[-1]
    assert await business.state(delivery) is State.ACCEPTED


async def test_that_nothing_reaches_a_rider_is_asked_privately_with_the_number(
    business: Business,
):
    group, _ = await bound_group(business)
    await business.says(business.sani, "/stop")
    delivery = await business.order()
    await learns_that_telegram_is_older(business, group)
    await business.presses(business.owner, "Assign", chat=group)
    await business.presses(business.owner, "Sani A.", chat=group)
    assert "Sani Ali has stopped this bot" in bare(business.owner.last)
    assert not any("802 000" in sent for sent in ever_written(business, group))
    await business.presses(business.owner, "Assign anyway")
    assert await business.state(delivery) is State.AWAITING_PICKUP
