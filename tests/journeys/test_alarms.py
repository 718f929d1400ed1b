"""Alarms: dispatchers are told what lasts too long, with the button that helps."""

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import StatusToken
from bot.service.operations.webhook_administration import set_webhook
from tests.support.business import Business, bare, finds, heard, labels, rung, sees, told


def alarms_rung(business: Business, words: str) -> int:
    """How often an alarm that says so has rung for the owner."""
    return sum("⏰" in text and words in text for text in rung(business, business.owner))


async def test_a_delivery_that_waits_is_assigned_from_its_alarm_and_the_alarm_ends(
    business: Business,
):
    await business.order()
    card = business.owner.last
    await business.later(minutes=10)
    alarm = business.owner.last
    assert "⏰ Order 1001 has been waiting for a rider since" in bare(alarm)
    assert bare(alarm).endswith("\n1001 · Bola A. · Allen Avenue · 10 min")
    assert not alarm.silent
    assert "⏰ Waiting for a rider since" in bare(card)
    await business.presses(business.owner, "Assign", message=alarm)
    await business.presses(business.owner, "Musa Bello")
    assert "⏰" not in bare(card)
    await business.later(seconds=3)
    assert bare(alarm).endswith("✅ Solved: nothing waits too long for a rider any more.")
    assert labels(alarm) == []
    await business.later(minutes=11)
    assert heard(business.owner, "⏰ Musa has not accepted order 1001 since") == 1
    await business.presses(business.musa, "Accept")
    assert "⏰" not in bare(card)
    await business.later(minutes=15)
    assert heard(business.owner, "⏰") == 0
    assert heard(business.owner, "✅ Solved") == 2


async def test_alarms_of_one_kind_are_one_message_whose_lines_go_as_each_is_solved(
    business: Business,
):
    came = [await business.order() for _ in range(3)]
    await business.later(minutes=10)
    alarm = finds(business.owner, "⏰ Too long without a rider: 3")
    assert labels(alarm) == ["Give out", "📋 Board"]
    await business.town.shop.assign(business.riders["Sani Ali"], [came[0].uuid, came[2].uuid])
    await business.town.idle()
    await business.later(seconds=3)
    assert "⏰ Order 1002 has been waiting" in bare(alarm)
    assert labels(alarm) == ["Assign", "Details"]
    assert alarms_rung(business, "1002") == 1


async def test_alarms_of_one_kind_that_grow_ring_again_after_five_minutes(business: Business):
    for _ in range(8):
        await business.order()
        await business.later(minutes=1)
    for _ in range(12):
        await business.later(minutes=1)
    assert "⏰ Too long without a rider: 8" in bare(finds(business.owner, "⏰ Too long"))
    alone, several = "has been waiting for a rider", "without a rider: "
    assert alarms_rung(business, alone) + alarms_rung(business, several) == 3


@pytest.mark.older_telegram
async def test_what_nobody_accepts_is_listed_with_a_way_to_each_card(business: Business):
    came = [await business.order() for _ in range(2)]
    await business.town.shop.assign(business.riders["Musa Bello"], [each.uuid for each in came])
    await business.town.idle()
    await business.later(minutes=11)
    alarm = finds(business.owner, "⏰ Not accepted by the rider: 2")
    assert "1001 · Bola A. · Allen Avenue · Musa Bello · " in bare(alarm)
    assert labels(alarm) == ["1001", "1002", "📋 Board"]
    await business.presses(business.owner, "1002", message=alarm)
    assert "📦 Order 1002" in bare(business.owner.last)


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


@pytest.mark.older_telegram
async def test_after_an_outage_alarms_are_one_message_of_each_kind(business: Business):
    for _ in range(3):
        await business.order()
    await business.town.stop_bot()
    await business.later(hours=9)
    await business.town.start_bot()
    await business.later(minutes=3)
    (alarm,) = [text for text in told(business.owner) if "⏰ Too long without a rider: 3" in text]
    assert [line[:4] for line in alarm.splitlines()[1:]] == ["1001", "1002", "1003"]
    assert alarms_rung(business, "without a rider") == 1


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
