"""Nobody sees or does what is not theirs."""

import pytest

from bot.fleet import State
from bot.texts.callbacks import Verb, press
from tests.support.business import Business, heard, sees, told


async def test_a_stranger_gets_one_polite_sentence_and_no_data(business: Business):
    await business.order()
    eve = business.town.telegram.add_user("Eve", phone="+2348099999999")
    for line in ("/deliveries", "/delivery 1001", "/find Bola", "/jobs", "/track", "/team"):
        await business.says(eve, line)
    assert set(told(eve)) == {"🧪 Hello! Write /start and I will tell you how to join."}
    await business.says(eve, "/start")
    assert sees(eve, "Share your number below")


async def test_who_asks_whose_bot_it_is_is_told_and_nobody_else_hears_of_it(business: Business):
    eve = business.town.telegram.add_user("Eve", phone="+2348099999999")
    before = len(told(business.owner))
    await business.says(eve, "who is this and where did you get my number")
    assert sees(eve, "I am the bot of a delivery business")
    assert not sees(eve, "I pass on to a person")
    assert len(told(business.owner)) == before


async def test_somebody_elses_contact_opens_nothing(business: Business):
    delivery = await business.assigned()
    eve = business.town.telegram.add_user("Eve", phone="+2348099999999")
    await business.says(eve, "/start")
    eve.share_contact(of=business.musa)
    await business.town.idle()
    await business.later(minutes=1)
    eve.share_contact(of=business.bola)
    await business.town.idle()
    assert heard(eve, "Please share your own number") == 2
    assert not sees(eve, delivery.order_number)


async def test_a_forwarded_contact_and_one_that_was_not_asked_for_open_nothing(business: Business):
    twin = business.town.telegram.add_user("Musa too", phone="+2348020000001")
    twin.share_contact()
    await business.town.idle()
    assert not sees(twin, "You ride here")
    twin.share_contact(forwarded=True)
    await business.town.idle()
    assert not sees(twin, "You ride here")


async def test_another_riders_delivery_and_one_that_does_not_exist_read_the_same(
    business: Business,
):
    delivery = await business.accepted()
    before = len(told(business.sani))
    await business.says(business.sani, f"/pickup 1001 {business.pickup_code}")
    await business.says(business.sani, f"/pickup 9999 {business.pickup_code}")
    theirs, nobodys = told(business.sani)[before:]
    assert theirs.replace("1001", "9999") == nobodys
    assert await business.state(delivery) is State.ACCEPTED


@pytest.mark.parametrize("verb", [Verb.ACCEPT, Verb.PICKUP, Verb.DROPOFF])
async def test_a_forged_button_of_another_riders_delivery_does_nothing(
    business: Business, verb: Verb
):
    delivery = await business.assigned()
    business.sani.press_data(press(verb, delivery.uuid), message=business.sani.last)
    await business.town.idle()
    assert await business.state(delivery) is State.AWAITING_PICKUP
    assert not sees(business.sani, "1001")


@pytest.mark.parametrize(
    "verb", [Verb.CHOOSE_RIDER, Verb.UNLOCK, Verb.CUSTOMER_LINK, Verb.INVITE_RIDER]
)
async def test_a_rider_cannot_press_a_dispatchers_buttons(business: Business, verb: Verb):
    delivery = await business.assigned("Sani Ali")
    before = told(business.musa)
    business.musa.press_data(press(verb, delivery.uuid), message=business.musa.last)
    await business.town.idle()
    assert told(business.musa) == before
    assert business.musa.toasts[-1].text == "This is not for you."


async def test_who_may_not_press_a_quiet_button_is_told_in_the_chat(business: Business):
    delivery = await business.assigned("Sani Ali")
    before = told(business.musa)
    business.musa.press_data(press(Verb.SHOW, delivery.uuid), message=business.musa.last)
    await business.town.idle()
    assert [text for text in told(business.musa) if text not in before] == [
        "🧪 This is not for you."
    ]
    assert business.musa.toasts[-1].text == ""


@pytest.mark.parametrize("data", ["x", "ac", "ac:zz", "at:" + "A" * 22, "ac:" + "A" * 22, "é:ü"])
async def test_bytes_that_no_button_of_ours_sends_are_answered_and_do_nothing(
    business: Business, data: str
):
    delivery = await business.assigned()
    before = told(business.musa)
    business.musa.press_data(data, message=business.musa.last)
    await business.town.idle()
    assert told(business.musa) == before
    assert await business.state(delivery) is State.AWAITING_PICKUP


async def test_one_receiver_never_sees_another(business: Business):
    efe = business.town.telegram.add_user("Efe", phone="+2348030000002")
    for person in (business.bola, efe):
        await business.joins_by_phone(person)
    await business.order(
        business.receiver(),
        business.receiver("Efe Obi", "+2348030000002", "7 Broad Street"),
    )
    assert sees(business.bola, "5 Allen Avenue")
    assert sees(efe, "7 Broad Street")
    assert not any("Efe" in text or "Broad" in text for text in told(business.bola)[2:])
    assert not any("Bola" in text or "Allen" in text for text in told(efe))


async def test_a_customer_by_link_sees_no_address_until_the_number_matches(business: Business):
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    assert not sees(business.bola, "5 Allen Avenue")
    await business.presses(business.bola, "Share my phone number")
    assert sees(business.bola, "5 Allen Avenue")


async def test_a_stranger_gets_the_same_answer_once_a_minute_and_thirty_in_a_day(
    business: Business,
):
    eve = business.town.telegram.add_user("Eve")
    for _ in range(3):
        await business.says(eve, "hello")
    assert len(told(eve)) == 1
    for _ in range(40):
        await business.later(minutes=1)
        await business.says(eve, "hello")
    assert len(told(eve)) == 30
    await business.later(days=1)
    await business.says(eve, "hello")
    assert len(told(eve)) == 31


async def test_links_cannot_be_tried_one_after_the_other(business: Business):
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    token = business.owner.last.text.split("start=")[1]
    eve = business.town.telegram.add_user("Eve")
    for number in range(10):
        await business.says(eve, f"/start guess{number}")
    await business.says(eve, f"/start {token}")
    assert not sees(eve, "You dispatch here")
    await business.later(hours=1)
    await business.says(eve, f"/start {token}")
    assert sees(eve, "You dispatch here")
