"""Undo: what a rider presses by a slip is taken back, and nobody outside ever knew."""

import pytest

from bot.fleet import State
from tests.support.business import Business, finds, heard, labels, sees
from tests.support.recorder import Recorder


@pytest.fixture
def changed_settings() -> dict[str, dict[str, object]]:
    return {"business": {"undo_seconds": 8}}


async def test_a_job_is_accepted_once_when_the_time_for_undoing_is_over(
    business: Business, fleet_door: Recorder
):
    delivery = await business.assigned()
    card = finds(business.musa, "Order 1001")
    accept = card.buttons[0][0].data
    await business.presses(business.musa, "Accept")
    await business.later(seconds=3)
    business.musa.press_data(accept, message=card)
    await business.town.idle()
    assert sees(business.musa, "You take it: sent in a few seconds")
    assert labels(finds(business.musa, "Order 1001"))[:2] == ["📦 Picked up", "↩️ Undo"]
    assert await business.state(delivery) is State.AWAITING_PICKUP

    undo = finds(business.musa, "Order 1001").buttons[0][1].data
    await business.later(seconds=5)
    assert await business.state(delivery) is State.ACCEPTED
    assert fleet_door.count("/deliveries/update_status") == 1
    assert "↩️ Undo" not in labels(finds(business.musa, "Order 1001"))

    business.musa.press_data(undo, message=card)
    await business.town.idle()
    assert business.musa.toasts[-1].text == "Too late: it has been sent."
    assert await business.state(delivery) is State.ACCEPTED


async def test_an_undone_acceptance_leaves_no_trace_outside(
    business: Business, fleet_door: Recorder
):
    delivery = await business.assigned()
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Undo")
    assert business.musa.toasts[-1].text == "Taken back."
    await business.later(minutes=1)
    assert fleet_door.count("/deliveries/update_status") == 0
    assert await business.state(delivery) is State.AWAITING_PICKUP
    await business.presses(business.musa, "Accept")
    await business.later(seconds=8)
    assert await business.state(delivery) is State.ACCEPTED


async def test_a_bot_that_was_stopped_meanwhile_sends_it_all_the_same(business: Business):
    delivery = await business.assigned()
    await business.presses(business.musa, "Accept")
    await business.town.stop_bot()
    await business.later(seconds=30)
    await business.town.start_bot()
    await business.town.idle()
    assert await business.state(delivery) is State.ACCEPTED


async def test_a_problem_is_told_when_it_cannot_be_undone_any_more(business: Business):
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await report(business, "Nobody there")
    assert sees(business.musa, "The dispatcher is told in a few seconds")
    await business.presses(business.musa, "Undo")
    await business.later(minutes=1)
    assert not sees(business.owner, "Nobody is there")
    assert not sees(business.bola, "nobody there")
    assert not sees(business.musa, "Nobody is there")

    await report(business, "Nobody there")
    await business.later(seconds=8)
    assert heard(business.owner, "Musa needs help") == 1
    assert heard(business.bola, "finds nobody there") == 1


async def test_a_problem_of_a_job_that_has_gone_meanwhile_is_told_to_nobody(business: Business):
    delivery = await business.assigned()
    await business.presses(business.musa, "Can't take it")
    await business.presses(business.musa, "Too far")
    assert sees(business.musa, "You can't take it: the dispatcher is told in a few seconds")
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    await business.later(seconds=8)
    assert sees(business.musa, "Order 1001 is not an open job of yours any more")
    assert not sees(business.owner, "needs help")
    assert not sees(business.owner, "can't take")


async def report(business: Business, reason: str) -> None:
    for label in ("⚠️ Problem", reason, "Send as it is"):
        await business.presses(business.musa, label)
