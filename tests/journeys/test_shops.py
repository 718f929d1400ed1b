"""Shops: a sender with people is asked when orders are ready, and hears when a rider is late."""

from datetime import datetime

import pytest

from bot.chat.customer.ready_when import time_in
from bot.fleet import Delivery, NewDelivery, Origin, StatusToken
from bot.local_telegram import ChatMessage, LocalGroup, LocalUser
from tests.support.business import SENDER, Business, bare, finds, heard, labels, rung, sees, told

MUSA, SANI = "Musa Bello", "Sani Ali"
PERSONAL = ("Ahmed", "Bola", "5 Allen", "0803000", "0803 000", "+234803")
TIMES = ["✅ Now", "5 min", "10 min", "15 min", "20 min", "🕐 A time", "⚠️ Problem"]


async def writes(business: Business, person: LocalUser, text: str, group: LocalGroup) -> None:
    await business.restart()
    person.write(text, chat=group)
    await business.town.idle()


async def presses(business: Business, person: LocalUser, label: str, chat: LocalGroup) -> None:
    await business.presses(person, label, chat=chat)


def said_in(group: LocalGroup) -> list[ChatMessage]:
    return [message for message in group.messages if message.from_bot]


def last(group: LocalGroup) -> str:
    return bare(said_in(group)[-1])


def asked(group: LocalGroup) -> ChatMessage:
    """The card by which the shop was asked last."""
    return [message for message in said_in(group) if "Order 1" in bare(message)][-1]


async def new_group(business: Business, *members: LocalUser, title: str = "Ada") -> LocalGroup:
    everybody = [business.owner, *members, business.town.account]
    return business.town.telegram.add_group(title, everybody)


async def shop_group(business: Business) -> tuple[LocalGroup, LocalUser]:
    """The group of the shop that has sent an order, and its cook, whom the bot does not know."""
    cook = business.town.telegram.add_user("Chidi")
    group = await new_group(business, cook)
    await writes(business, business.owner, "/shop", group)
    await business.presses(business.owner, "Ada's Kitchen · Marina Road")
    return group, cook


async def asked_shop(business: Business) -> tuple[LocalGroup, LocalUser, Delivery]:
    """A shop that was just asked for the order that Musa is to fetch."""
    delivery = await business.order()
    group, cook = await shop_group(business)
    await give(business, delivery)
    return group, cook, delivery


async def give(business: Business, *given: Delivery, rider: str = MUSA) -> None:
    uuids = [delivery.uuid for delivery in given]
    await business.town.shop.assign(business.riders[rider], uuids)
    await business.town.idle()


async def test_a_shop_says_in_its_group_that_it_has_a_parcel_back(business: Business):
    await business.on_the_way()
    group, cook = await shop_group(business)
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Refused")
    await business.presses(business.musa, "Send as it is")
    await business.later(seconds=10)
    await business.presses(business.musa, "Later, back or left")
    await business.presses(business.musa, "Back to the shop")
    assert last(group).startswith("🧪 ↩️ Order 1001 comes back to you with Musa.")
    await presses(business, cook, "We have it back", group)
    assert last(group) == "🧪 ↩️ Order 1001 is back: Chidi"
    assert labels(said_in(group)[-1]) == []
    assert sees(business.owner, "↩️ The shop has it back.")


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_a_shop_is_asked_in_its_group_and_its_answer_is_on_the_cards(business: Business):
    group, cook, _ = await asked_shop(business)
    card = asked(group)
    assert bare(card) == "🧪 🍳 Ready when?\nOrder 1001\n🎁 2 × Jollof rice\n🛵 Musa"
    assert labels(card) == TIMES
    assert not card.silent
    await presses(business, cook, "15 min", group)
    assert "Ready when?" not in bare(card)
    assert "✅ Ready at " in bare(card)
    assert bare(card).endswith(" · Chidi")
    assert labels(card) == ["🕐 Later", "⚠️ Problem"]
    for person in (business.musa, business.owner):
        assert "🍳 Ready " in bare(finds(person, "Marina"))
    assert not any("Ready" in text for text in rung(business, business.musa))
    await business.later(minutes=16)
    assert sees(business.musa, "🍳 Ready now")


async def test_nothing_personal_of_a_customer_gets_into_a_shops_group(business: Business):
    group, cook, _ = await asked_shop(business)
    for label in ("⚠️ Problem", "📭 Out of stock"):
        await presses(business, cook, label, group)
    calls = business.town.telegram.calls
    sent = [str(c.arguments) for c in calls if c.arguments.get("chat_id") == str(group.id)]
    assert sent
    assert not any(word in text for word in PERSONAL for text in sent)


@pytest.mark.parametrize("label", ["✅ Now", "5 min", "10 min", "20 min"])
async def test_each_tap_is_an_answer(business: Business, label: str):
    group, cook, _ = await asked_shop(business)
    await presses(business, cook, label, group)
    assert "✅ Ready at " in bare(asked(group))
    assert sees(business.musa, "🍳 Ready now" if "Now" in label else "🍳 Ready ")


async def test_a_later_time_rings_the_rider_and_an_earlier_one_does_not(business: Business):
    group, cook, _ = await asked_shop(business)
    await presses(business, cook, "10 min", group)
    await presses(business, cook, "🕐 Later", group)
    assert "Order 1001: ready when?" in last(group)
    await presses(business, cook, "5 min", group)
    assert "ready when?" not in last(group)
    assert heard(business.musa, "is ready later") == 0
    await presses(business, cook, "🕐 Later", group)
    await presses(business, cook, "🕐 A time", group)
    assert labels(said_in(group)[-1]) == ["25 min", "30 min", "40 min", "60 min", "Cancel"]
    await presses(business, cook, "40 min", group)
    assert any("🍳 Order 1001 is ready later: " in text for text in rung(business, business.musa))


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("📭 Out of stock", "Out of stock"),
        ("🔒 Closed", "Closed"),
        ("🌙 Too late for today", "Too late for today"),
    ],
)
async def test_a_problem_is_an_alarm_with_what_helps(business: Business, label: str, words: str):
    group, cook, _ = await asked_shop(business)
    await presses(business, cook, "⚠️ Problem", group)
    await presses(business, cook, label, group)
    assert f"{words} · Chidi. The dispatcher knows." in bare(asked(group))
    alarm = business.owner.last
    assert "⚠️ Order 1001: Ada's Kitchen says: " in bare(alarm)
    assert words in bare(alarm)
    assert "+234 804 000 0001" in bare(alarm)
    assert labels(alarm) == ["💬 Message the shop", "Cancel the delivery"]
    assert not alarm.silent
    assert words in bare(finds(business.musa, "The shop says"))
    await presses(business, cook, "🕐 Later", group)
    await presses(business, cook, "5 min", group)
    assert not sees(business.musa, "The shop says")


async def test_a_menu_can_be_left_and_a_trouble_rings_once(business: Business):
    group, cook, _ = await asked_shop(business)
    for label in ("⚠️ Problem", "Cancel"):
        await presses(business, cook, label, group)
    assert labels(said_in(group)[-1]) == TIMES
    for _ in range(2):
        for label in ("⚠️ Problem", "🔒 Closed"):
            await presses(business, cook, label, group)
    assert len([text for text in rung(business, business.owner) if "Closed" in text]) == 1
    assert cook.toasts[-1].text == "This has changed."


async def test_a_dispatcher_writes_to_a_shop_and_everybody_in_its_group_reads_it(
    business: Business,
):
    group, cook, _ = await asked_shop(business)
    await presses(business, cook, "⚠️ Problem", group)
    await presses(business, cook, "🔒 Closed", group)
    await business.presses(business.owner, "Message the shop")
    assert "Everybody in its group reads it." in bare(business.owner.last)
    await business.says(business.owner, "Please open the side door")
    assert "Order 1001, from the dispatcher:\n“Please open the side door”" in last(group)
    assert said_in(group)[-1].reply_to is asked(group) or "side door" in last(group)
    assert "The shop reads it" in bare(business.owner.last)


async def test_who_is_in_another_group_or_alone_answers_for_nobody(business: Business):
    group, cook, _ = await asked_shop(business)
    eve = business.town.telegram.add_user("Eve")
    await business.town.shop.create_delivery(eves_order(business))
    await business.town.idle()
    other = await new_group(business, eve, title="Eve")
    await writes(business, business.owner, "/shop", other)
    await business.presses(business.owner, "Eve's Bakery")
    data = next(b.data for row in asked(group).buttons for b in row if b.label == "5 min")
    assert data is not None
    await business.says(eve, "/start")
    for message in (said_in(other)[-1], eve.last):
        await business.restart()
        eve.press_data(data, message=message)
        await business.town.idle()
    await writes(business, business.owner, "/unbind", group)
    assert "nothing is asked here any more" in last(group)
    cook.press_data(data, message=asked(group))
    await business.town.idle()
    assert "Ready when?" in bare(asked(group))
    assert not sees(business.musa, "🍳")


def eves_order(business: Business) -> NewDelivery:
    sender = Origin(
        name="Eve's Bakery",
        address="3 Creek Street",
        phone_code="234",
        phone_number="08040000009",
    )
    return business.new_order().model_copy(update={"sender": sender})


async def test_a_dispatcher_asks_again_and_only_where_a_shop_has_people(business: Business):
    await business.order()
    await business.presses(business.owner, "⋯")
    assert "🍳 Ready when?" not in labels(finds(business.owner, "Order 1001"))
    group, cook = await shop_group(business)
    await business.order()
    card = finds(business.owner, "Order 1002")
    await business.presses(business.owner, "⋯", message=card)
    assert "🍳 Ready when?" in labels(card)
    await business.presses(business.owner, "Ready when?")
    assert "Order 1002" in bare(asked(group))
    assert "🛵 No rider yet" in bare(asked(group))
    await presses(business, cook, "5 min", group)
    assert "🍳 Ready " in bare(card)
    before = len(said_in(group))
    await business.presses(business.owner, "Ready when?")
    assert len(said_in(group)) == before
    assert not asked(group).silent


async def test_a_shop_without_people_is_never_asked(business: Business):
    delivery = await business.order()
    await give(business, delivery)
    assert not any("Ready when?" in str(call.arguments.get("text")) for call in sent(business))
    assert "🍳 Ready when?" not in labels(finds(business.owner, "Order 1001"))


def sent(business: Business):
    return [call for call in business.town.telegram.calls if call.method.startswith("send")]


async def test_who_follows_as_the_sender_is_asked_privately_and_can_write_a_time(
    business: Business,
):
    ada = business.town.telegram.add_user("Ada", phone=SENDER, language_code="fr")
    delivery, _ = await business.order(), await business.order()
    await business.says(ada, "/start")
    await business.presses(ada, "Partager mon numéro")
    await give(business, delivery)
    await business.presses(ada, "Une heure")
    await business.says(ada, "61:99")
    assert not sees(business.musa, "🍳")
    later = business.clock.now().replace(second=0, microsecond=0)
    hour, minute = (later.hour + 1) % 24, later.minute
    await business.says(ada, f"{hour}:{minute:02}")
    assert f"🍳 Ready {hour:02}:{minute:02}" in bare(finds(business.musa, "Marina"))
    assert not sees(ada, "Ready")


@pytest.mark.parametrize(
    ("now", "written", "meant"),
    [
        ("18:00", "19:20", "19:20"),
        ("18:00", "19.20", "19:20"),
        ("18:00", "19h", "19:00"),
        ("18:00", "7:20", "19:20"),
        ("07:00", "7:20", "07:20"),
        ("23:50", "00:10", "00:10"),
        ("18:00", "١٩:٢٠", "19:20"),
        ("18:00", "17:50", None),
        ("18:00", "25:00", None),
        ("18:00", "in ten minutes", None),
    ],
)
def test_a_time_is_the_next_that_is_meant(now: str, written: str, meant: str | None):
    at = datetime.fromisoformat(f"2026-11-22T{now}+01:00")
    found = time_in(written, at)
    assert (found.strftime("%H:%M") if found else None) == meant
    assert found is None or found > at


async def test_who_sends_one_parcel_is_asked_only_when_a_dispatcher_wants_to_know(
    business: Business,
):
    ada = business.town.telegram.add_user("Ada", phone=SENDER)
    delivery = await business.order()
    await business.joins_by_phone(ada)
    await give(business, delivery)
    assert not sees(ada, "Ready when?")
    await business.presses(business.owner, "Ready when?")
    assert sees(ada, "Ready when?")


async def test_words_that_are_no_time_are_passed_on(business: Business):
    ada = business.town.telegram.add_user("Ada", phone=SENDER)
    delivery, _ = await business.order(), await business.order()
    await business.joins_by_phone(ada)
    await give(business, delivery)
    await business.presses(ada, "🕐 A time")
    await business.says(ada, "the oven is broken, sorry")
    assert sees(business.owner, "the oven is broken")


async def test_orders_that_are_given_together_are_one_message_with_a_row_each(business: Business):
    first, second = await business.order(), await business.order()
    group, cook = await shop_group(business)
    before = len(said_in(group))
    await give(business, first, second)
    assert len(said_in(group)) == before + 1
    card = asked(group)
    assert "Order 1001" in bare(card)
    assert "Order 1002" in bare(card)
    assert labels(card)[:2] == ["1001: now", "5 min"]
    assert labels(card)[5:7] == ["1002: now", "5 min"]
    await presses(business, cook, "1002: now", group)
    assert labels(card)[5:] == ["1002: later", "⚠️ Problem"]
    await presses(business, cook, "15 min", group)
    assert "Ready when?" not in bare(card)
    await business.says(business.musa, "/jobs")
    lines = bare(finds(business.musa, "2 jobs")).splitlines()
    numbers = [line.split(" · ")[0] for line in lines if line.startswith("100")]
    assert numbers == ["1002", "1001"]


async def test_a_delivery_that_is_cancelled_or_picked_up_closes_its_question(business: Business):
    group, cook, delivery = await asked_shop(business)
    card = asked(group)
    data = next(b.data for row in card.buttons for b in row if b.label == "5 min")
    assert data is not None
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="no")
    await business.town.idle()
    assert bare(card).startswith("🧪 Order 1001 · ❌")
    assert labels(card) == []
    cook.press_data(data, message=card)
    await business.town.idle()
    assert cook.toasts[-1].text == "This has changed."
    assert "Ready" not in bare(card)


async def test_another_rider_reads_what_the_shop_has_said_and_it_is_not_asked_again(
    business: Business,
):
    group, cook, delivery = await asked_shop(business)
    await presses(business, cook, "10 min", group)
    before = len(said_in(group))
    await give(business, delivery, rider=SANI)
    assert len(said_in(group)) == before
    assert "🛵 Sani" in bare(asked(group))
    assert "🍳 Ready " in bare(finds(business.sani, "Marina"))
    await presses(business, cook, "🕐 Later", group)
    await presses(business, cook, "20 min", group)
    assert sees(business.sani, "is ready later")
    assert not sees(business.musa, "is ready later")


async def test_a_rider_who_is_late_tells_shop_and_customer_once_in_a_while(business: Business):
    group, _, _ = await asked_shop(business)
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.musa, "Accept")
    await business.later(seconds=20)
    await business.presses(business.musa, "⏱ Late")
    await business.presses(business.musa, "10 min")
    words = "⏱ Musa says: about 10 minutes later."
    assert last(group) == f"🧪 Order 1001\n{words}"
    assert words in bare(asked_card(group))
    assert words in bare(business.bola.last)
    assert words in bare(finds(business.bola, "Step"))
    assert words in bare(finds(business.owner, "Ada's Kitchen →"))
    await business.presses(business.musa, "⏱ Late")
    await business.presses(business.musa, "20 min")
    assert "They know already" in bare(business.musa.last)
    assert not sees(business.bola, "20 minutes")
    await business.later(minutes=6)
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    before = len(said_in(group))
    await business.presses(business.musa, "⏱ Late")
    await business.presses(business.musa, "5 min")
    assert "about 5 minutes later" in bare(business.bola.last)
    assert len(said_in(group)) == before


async def test_late_on_the_card_of_a_pickup_is_said_of_all_that_was_taken_there(
    business: Business,
):
    people = [business.bola, business.town.telegram.add_user("Efe", phone="+2348030000002")]
    first = await business.order()
    second = await business.order(business.receiver("Efe Obi", "+2348030000002", "7 Broad Street"))
    group, _ = await shop_group(business)
    for person in people:
        await business.joins_by_phone(person)
    await give(business, first, second)
    assert "⏱ Late" not in labels(business.musa.last)
    await business.presses(business.musa, "Accept all")
    await business.later(seconds=20)
    before = len(said_in(group))
    await business.presses(business.musa, "⏱ Late")
    assert "Order 1001, 1002: how much later?" in bare(business.musa.last)
    await business.presses(business.musa, "10 min")
    words = "⏱ Musa says: about 10 minutes later."
    for person, number in zip(people, ("1001", "1002"), strict=True):
        assert [text for text in told(person) if words in text][-1].endswith(
            f"Order {number}\n{words}"
        )
    assert [bare(message) for message in said_in(group)[before:]] == [
        f"🧪 Order 1001, 1002\n{words}"
    ]
    await business.presses(business.musa, "⏱ Late")
    await business.presses(business.musa, "20 min")
    assert "They know already" in bare(business.musa.last)


def asked_card(group: LocalGroup) -> ChatMessage:
    return next(m for m in said_in(group) if "🎁" in bare(m))


async def test_what_goes_the_same_way_and_is_ready_together_is_given_together(business: Business):
    for _ in range(3):
        await business.order()
    away = business.receiver(address="9 Creek Street")
    await business.order(away)
    group, cook = await shop_group(business)
    for number in ("1001", "1002", "1003", "1004"):
        await business.says(business.owner, f"/delivery {number}")
        await business.presses(business.owner, "Ready when?")
        await presses(business, cook, "20 min" if number == "1003" else "5 min", group)
    await business.says(business.owner, "/delivery 1001")
    await business.presses(business.owner, "Assign")
    assert labels(business.owner.last)[0] == "➕ 1 more in the same direction: 1002"
    await business.presses(business.owner, "➕")
    assert "Who takes the 2 deliveries?" in bare(business.owner.last)
    await business.presses(business.owner, MUSA)
    assert heard(business.musa, "2 jobs") == 1


async def test_a_group_is_found_by_a_part_of_the_shops_name_and_one_shop_has_one_group(
    business: Business,
):
    await business.order()
    former, _ = await shop_group(business)
    group = await new_group(business, title="Kitchen")
    group.kick(business.town.account)
    group.join(business.town.account)
    await business.town.idle()
    await presses(business, business.owner, "🏪 Make this group a shop’s", group)
    assert "Whose chat is “Kitchen”?" in bare(business.owner.last)
    await business.says(business.owner, "nobody")
    assert "No sender is called so" in bare(business.owner.last)
    await business.says(business.owner, "kitch")
    assert "This is the chat of Ada's Kitchen now" in last(group)
    delivery = await business.order()
    before = len(said_in(former))
    await give(business, delivery)
    assert "Order 1002" in last(group)
    assert len(said_in(former)) == before


async def test_only_who_dispatches_binds_a_shop_and_a_dispatchers_group_stays_theirs(
    business: Business,
):
    await business.order()
    eve = business.town.telegram.add_user("Eve")
    group = await new_group(business, eve, business.musa)
    await writes(business, eve, "/shop", group)
    assert len(said_in(group)) == 1  # what was said when the bot was let in
    await writes(business, business.musa, "/shop", group)
    assert "write that to me privately" in last(group)
    await writes(business, business.owner, "/bind", group)
    await writes(business, business.owner, "/shop", group)
    assert "dispatchers’ cards" in last(group)


async def test_a_dispatcher_ends_a_shops_group_but_not_that_of_the_dispatchers(
    business: Business,
):
    await business.order()
    grace = await business.hires("Grace")
    group = await new_group(business, grace)
    await writes(business, grace, "/shop", group)
    await business.presses(grace, "Ada's Kitchen")
    await writes(business, grace, "/unbind", group)
    assert "nothing is asked here any more" in last(group)
    await writes(business, business.owner, "/bind", group)
    await writes(business, grace, "/unbind", group)
    assert "Only an owner" in last(group)


async def test_a_shops_group_that_is_lost_is_told_to_the_owner_and_nobody_is_asked(
    business: Business,
):
    delivery = await business.order()
    group, _ = await shop_group(business)
    group.kick(business.town.account)
    await business.town.idle()
    assert heard(business.owner, "I cannot write in “Ada” any more, so its shop is not asked") == 1
    await give(business, delivery)
    assert not any("Ready when?" in bare(message) for message in group.messages)
    assert told(business.musa)


async def test_a_shops_group_gets_no_cards_of_the_dispatchers(business: Business):
    await business.order()
    group, _ = await shop_group(business)
    before = len(said_in(group))
    await business.order()
    assert len(said_in(group)) == before
    await writes(business, business.owner, "/board", group)
    assert "This chat gets no cards" in last(group)


async def test_a_shops_group_that_becomes_a_supergroup_keeps_its_question(business: Business):
    group, cook, _ = await asked_shop(business)
    supergroup = group.upgrade()
    await business.town.idle()
    await presses(business, cook, "5 min", supergroup)
    assert "✅ Ready at" in bare(asked(supergroup))


async def test_a_group_that_becomes_a_shops_reads_no_board_of_the_dispatchers_any_more(
    business: Business,
):
    group = await new_group(business)
    await business.order()
    for line in ("/bind", "/board"):
        await writes(business, business.owner, line, group)
    assert "🆕 Waiting for a rider: 1" in last(group)
    for line in ("/unbind", "/shop"):
        await writes(business, business.owner, line, group)
    await business.presses(business.owner, "Ada's Kitchen · Marina Road")
    await business.order()
    await business.later(minutes=1)
    assert not any("Waiting for a rider: 2" in bare(message) for message in said_in(group))
