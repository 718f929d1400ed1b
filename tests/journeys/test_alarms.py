"""Alarms: dispatchers are told what lasts too long, with the button that helps."""

from bot.demo.town import ENVIRONMENT
from bot.fleet import StatusToken
from bot.service.operations.webhook_administration import set_webhook
from tests.support.business import Business, bare, heard, sees, told


async def test_a_delivery_that_waits_is_assigned_from_its_alarm_and_the_alarm_ends(
    business: Business,
):
    await business.order()
    card = business.owner.last
    await business.later(minutes=10)
    alarm = business.owner.last
    assert "⏰ Order 1001 has been waiting for a rider since" in bare(alarm)
    assert alarm.reply_to is card
    assert not alarm.silent
    assert "⏰ Waiting for a rider since" in bare(card)
    await business.presses(business.owner, "Assign", message=alarm)
    await business.presses(business.owner, "Musa Bello")
    assert "⏰" not in bare(card)
    await business.later(minutes=11)
    assert heard(business.owner, "⏰ Musa has not accepted order 1001 since") == 1
    await business.presses(business.musa, "Accept")
    assert "⏰" not in bare(card)
    await business.later(minutes=15)
    assert heard(business.owner, "⏰") == 2


async def test_a_parcel_that_is_long_on_the_way_is_told_with_the_way_to_its_card(
    business: Business,
):
    await business.on_the_way()
    await business.later(minutes=119)
    assert heard(business.owner, "⏰") == 0
    await business.later(minutes=2)
    assert sees(business.owner, "⏰ Order 1001 has been on the way with Musa since")
    await business.presses(business.owner, "Details")
    assert "⏰ On the way since" in bare(business.owner.last)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert "⏰" not in bare(business.owner.last)


async def test_after_an_outage_what_began_long_ago_is_one_message(business: Business):
    for _ in range(3):
        await business.order()
    await business.town.stop_bot()
    await business.later(hours=9)
    await business.town.start_bot()
    await business.later(minutes=3)
    (alarm,) = [text for text in told(business.owner) if "⏰ This has lasted" in text]
    assert "Waiting for a rider: 1001, 1002, 1003" in alarm
    assert heard(business.owner, "has been waiting for a rider") == 0


async def test_webhooks_that_do_not_come_while_deliveries_change_are_told(business: Business):
    delivery = await business.order()
    await business.later(minutes=3)
    await set_webhook(business.town.service.environment(ENVIRONMENT), "https://127.0.0.1:9/nobody")
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Too late")
    await business.later(minutes=5)
    assert sees(business.owner, "❌ Order 1001 was cancelled")  # found by looking
    await business.later(minutes=16)
    assert heard(business.owner, "📡 Deliveries change, but the fleet service has reported") == 1
    await set_webhook(business.town.service.environment(ENVIRONMENT), business.town.events_url)
    await business.order()
    await business.later(minutes=20)
    assert heard(business.owner, "📡") == 1


async def test_webhooks_that_come_are_no_alarm(business: Business):
    await business.follows_through()
    await business.later(minutes=1)
    await business.later(minutes=40)
    assert heard(business.owner, "📡") == 0
