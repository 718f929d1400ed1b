"""The fleet service is out of reach while people work."""

from bot.fleet import State
from tests.support.business import Business, heard, sees
from tests.support.recorder import Recorder


async def test_a_code_typed_while_the_fleet_is_down_goes_through_later(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    code = business.pickup_code
    await business.town.close_fleet()
    typed = await business.says(business.musa, code)
    assert typed not in business.musa.messages
    assert sees(business.musa, "Pickup code saved, not confirmed yet: no connection")
    assert not sees(business.musa, "On the way")

    await business.town.open_fleet()
    await business.later(minutes=1)
    assert await business.state(delivery) is State.IN_TRANSIT
    assert sees(business.musa, "Order 1001 · 🛵 On the way")


async def test_the_dispatcher_is_told_after_two_minutes_and_once(business: Business):
    await business.accepted()
    await business.town.close_fleet()
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await business.later(seconds=119)
    assert heard(business.owner, "Musa has typed a code") == 0
    await business.later(seconds=2)
    assert heard(business.owner, "Musa has typed a code") == 1
    await business.later(minutes=5)
    assert heard(business.owner, "Musa has typed a code") == 1


async def test_after_half_an_hour_the_code_is_wiped_and_asked_for_again(
    business: Business, fleet_door: Recorder
):
    delivery = await business.accepted()
    code = business.pickup_code
    await business.town.close_fleet()
    await business.says(business.musa, f"/pickup 1001 {code}")
    for _ in range(16):
        await business.later(minutes=2)
    assert sees(business.musa, "so I deleted the code")
    await business.town.open_fleet()
    asked = fleet_door.count("/deliveries/update_status")
    await business.later(minutes=10)
    assert fleet_door.count("/deliveries/update_status") == asked
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, code)
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_a_code_typed_before_the_job_was_accepted_does_not_wait_in_silence(
    business: Business, fleet_door: Recorder
):
    delivery = await business.assigned()
    await business.town.close_fleet()
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert sees(business.musa, "Pickup code saved, not confirmed yet: no connection")
    await business.later(seconds=121)
    assert heard(business.owner, "Musa has typed a code") == 1
    for _ in range(16):
        await business.later(minutes=2)
    assert heard(business.owner, "Musa has typed a code") == 1
    assert heard(business.musa, "so I deleted the code") == 1
    assert not sees(business.musa, "Pickup code saved")
    await business.town.open_fleet()
    await business.later(minutes=10)
    assert await business.state(delivery) is State.ACCEPTED
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_an_unreachable_fleet_costs_no_try(business: Business):
    delivery = await business.accepted()
    await business.town.close_fleet()
    await business.says(business.musa, f"/pickup 1001 {business.wrong(business.pickup_code)}")
    await business.later(minutes=5)
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert sees(business.musa, "4 tries left")
    assert await business.state(delivery) is State.ACCEPTED


async def test_a_second_code_waits_for_the_first(business: Business):
    delivery = await business.accepted()
    await business.town.close_fleet()
    await business.says(business.musa, f"/pickup 1001 {business.wrong(business.pickup_code)}")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert await business.state(delivery) is State.IN_TRANSIT
    assert not sees(business.musa, "type the pickup code")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert await business.state(delivery) is State.DELIVERED


async def test_an_assignment_made_while_the_fleet_is_down_is_made_later(business: Business):
    delivery = await business.order()
    await business.presses(business.owner, "Assign")
    await business.town.close_fleet()
    await business.presses(business.owner, "Musa Bello")
    assert sees(business.owner, "Assigning, not confirmed yet")
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert await business.state(delivery) is State.AWAITING_PICKUP
    assert sees(business.musa, "A new job for you")


async def test_questions_are_answered_with_a_clear_sentence(business: Business):
    await business.order()
    await business.town.close_fleet()
    for line in ("/deliveries", "/delivery 1001", "/find Bola", "/assign 1001"):
        await business.says(business.owner, line)
    assert heard(business.owner, "No connection right now") == 4


async def test_jobs_are_shown_from_memory(business: Business):
    await business.assigned()
    await business.town.close_fleet()
    await business.says(business.musa, "/jobs")
    assert sees(business.musa, "You have 1 open job")
