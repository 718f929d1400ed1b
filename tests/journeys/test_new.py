"""/new: a dispatcher makes deliveries, question by question or with one form."""

from datetime import timedelta

from bot.fleet import DeliveryQuery, Period
from tests.support.business import BOLA, SENDER, Business, heard, sees, told

FORM = """/new
From: Ada's Kitchen
From phone: +234 804 000 0001
From address: 12 Marina Road
To: Bola Ahmed
Phone: 0803 000 0001
Address: 5 Allen Avenue
Ikeja
Items: 2 x Jollof rice 3000
Coke 500
Fee: NGN 1,500
Rider: Musa
SMS: no"""


async def test_a_delivery_is_made_question_by_question(business: Business):
    await business.says(business.owner, "/new")
    assert sees(business.owner, "Who sends it?")
    await business.says(business.owner, "Ada's Kitchen\n0804 000 0001\n12 Marina Road")
    assert sees(business.owner, "“0804 000 0001” is not a phone number")
    assert sees(business.owner, "What is the sender's phone number?")
    await business.says(business.owner, "+234 804 000 0001")
    assert sees(business.owner, "Who gets it?")
    await business.says(business.owner, "Bola Ahmed\n0803 000 0001\n5 Allen Avenue\nIkeja")
    assert sees(business.owner, "What does Bola Ahmed get?")
    await business.says(business.owner, "2 x Jollof rice 3000\n0 x air")
    assert sees(business.owner, "I cannot read “0 x air”")
    assert sees(business.owner, "What is the delivery fee?")
    await business.says(business.owner, "a lot")
    assert sees(business.owner, "“a lot” is not an amount")
    await business.says(business.owner, "1,500")
    assert sees(business.owner, "Who brings it?")
    await business.presses(business.owner, "Musa Bello · 0 open")
    assert sees(business.owner, "is everything right?")
    assert not await business.deliveries()
    await business.presses(business.owner, "No text message")
    await business.presses(business.owner, "✅ Create")
    assert sees(business.owner, "Order 1001 was created")
    assert heard(business.owner, "📦 Order 1001") == 1
    (made,) = await business.deliveries()
    assert made.receivers[0].address == "5 Allen Avenue, Ikeja"
    assert [item.description for item in made.items] == ["Jollof rice"]
    assert made.rider is not None
    assert made.rider.name == "Musa Bello"
    assert sees(business.musa, "Order 1001")
    assert business.town.code_for(SENDER)
    assert business.town.code_for(BOLA)


async def test_one_form_says_everything_and_the_sender_is_remembered(business: Business):
    await business.says(business.owner, FORM)
    assert sees(business.owner, "2 × Jollof rice · 3000")
    assert sees(business.owner, "1 × Coke · 500")
    assert sees(business.owner, "The receiver gets only the code")
    await business.presses(business.owner, "✅ Create")
    assert sees(business.owner, "Order 1001 was created")

    await business.says(business.owner, "/new")
    await business.presses(business.owner, "Ada's Kitchen, 12 Marina Road")
    await business.says(business.owner, "To: Chidi\nPhone: none\nAddress: 9 Creek Road\nFee: 800")
    assert sees(business.owner, "“none” is not a phone number")
    await business.says(business.owner, "+234 803 000 0009")
    await business.presses(business.owner, "Just “a parcel”")
    await business.presses(business.owner, "No rider yet")
    await business.presses(business.owner, "Another address")
    await business.says(business.owner, "Dayo\n08030000008\n1 Hill Street")
    await business.presses(business.owner, "Just “a parcel”")
    assert sees(business.owner, "Each receiver gets a delivery of their own")
    await business.presses(business.owner, "Fee")
    await business.says(business.owner, "900")
    await business.presses(business.owner, "✅ Create")
    assert sees(business.owner, "2 orders were created: 1002, 1003")
    assert {delivery.fee.text for delivery in (await business.deliveries())[:2]} == {"900"}


async def test_wrong_lines_are_named_and_right_ones_are_kept(business: Business):
    wrong = (
        "/new\nTo: Bola Ahmed\nWeight: 3\nFee: 1.5\nRider: Zed\nSMS: perhaps\nPhone: +2348030000001"
    )
    await business.says(business.owner, wrong)
    for line in ("“1.5” has cents", "called “Zed”"):
        assert line in told(business.owner)[-1]
    await business.says(business.owner, "Ada\n+2348040000001\n12 Marina Road")
    assert sees(business.owner, "Where does Bola Ahmed get it?")
    await business.says(business.owner, "/cancel")
    await business.says(business.owner, "5 Allen Avenue")
    assert not sees(business.owner, "What does Bola Ahmed get?")


async def test_a_draft_survives_a_restart_and_is_sent_once(business: Business):
    await business.says(business.owner, FORM)
    await business.town.stop_bot()
    await business.later(seconds=2)
    await business.town.start_bot()
    summary = business.owner.last
    business.owner.press("✅ Create", message=summary)
    business.owner.press("✅ Create", message=summary)
    await business.town.idle()
    assert len(await business.deliveries()) == 1
    assert heard(business.owner, "was created") == 1


async def test_an_old_summary_creates_nothing(business: Business):
    await business.says(business.owner, FORM)
    old = business.owner.last
    await business.says(business.owner, FORM.replace("1,500", "2,500"))
    business.owner.press("✅ Create", message=old)
    await business.town.idle()
    assert not await business.deliveries()
    assert business.owner.toasts[-1].text == "This has changed."
    await business.presses(business.owner, "Discard")
    assert sees(business.owner, "Nothing was created")


async def test_pressing_create_twice_never_asks_for_another_form(business: Business):
    await business.says(business.owner, FORM)
    summary = business.owner.last
    await business.town.close_fleet()
    business.owner.press("✅ Create", message=summary)
    business.owner.press("✅ Create", message=summary)
    await business.town.idle()
    assert sees(business.owner, "⏳ Creating, not confirmed yet.")
    assert not sees(business.owner, "This form is over")
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert len(await business.deliveries()) == 1


async def test_who_makes_it_for_a_rider_whom_nothing_reaches_is_told_to_call(business: Business):
    await business.says(business.sani, "/stop")
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "Rider")
    await business.presses(business.owner, "Sani Ali · 0 open · 📵 has stopped the bot")
    assert not sees(business.owner, "cannot be reached here")
    await business.presses(business.owner, "✅ Create")
    assert heard(business.owner, "Sani Ali cannot be reached here. Please call.") == 1
    (made,) = await business.deliveries()
    assert made.rider is not None
    assert made.rider.name == "Sani Ali"


async def test_a_delivery_is_made_for_another_day_by_the_business_itself(business: Business):
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "Day")
    await business.says(business.owner, "yesterday")
    assert sees(business.owner, "“yesterday” is not a day to come")
    await business.says(business.owner, "tomorrow")
    await business.presses(business.owner, "Pickup is our shop")
    shown = told(business.owner)[-1]
    assert "🗓 For Mar 3, 2026" in shown
    assert "🏠 Pickup is our shop" in shown
    await business.presses(business.owner, "✅ Create")
    assert sees(business.owner, "Order 1001 was created")
    day = business.clock.now().date() + timedelta(days=1)
    query = DeliveryQuery(period=Period.SCHEDULE_DATE, start=day, end=day)
    assert len((await business.town.shop.list_deliveries(query)).page.items) == 1
