"""Codes that the fleet service refuses: said, counted, and limited."""

from bot.fleet import State
from tests.support.business import Business, heard, sees
from tests.support.recorder import Recorder


async def test_a_wrong_code_is_said_with_the_tries_left_and_nothing_moves(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    typed = await business.says(business.musa, business.wrong(business.pickup_code))
    assert typed not in business.musa.messages
    assert sees(business.musa, "The fleet service says: The pickup code is not correct.")
    assert sees(business.musa, "You have 4 tries left")
    assert await business.state(delivery) is State.ACCEPTED


async def test_after_a_wrong_code_the_right_one_can_be_typed_at_once(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.wrong(business.pickup_code))
    assert sees(business.musa, "type the pickup code")
    await business.says(business.musa, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_five_wrong_codes_pause_for_a_quarter_of_an_hour(
    business: Business, fleet_door: Recorder
):
    delivery = await business.accepted()
    await guess(business, 5)
    assert sees(business.musa, "too many refused codes")
    assert sees(business.owner, "too many codes of Musa were refused")
    asked = status_updates(fleet_door)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert status_updates(fleet_door) == asked
    assert await business.state(delivery) is State.ACCEPTED

    await business.later(minutes=15)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_ten_wrong_codes_lock_until_a_dispatcher_unlocks(business: Business):
    delivery = await business.accepted()
    await guess(business, 5)
    await business.later(minutes=15)
    await guess(business, 5)
    await business.later(hours=24)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert sees(business.musa, "Only the dispatcher can unlock it now")
    assert await business.state(delivery) is State.ACCEPTED

    await business.presses(business.owner, "Unlock")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_codes_sent_all_at_once_reach_the_fleet_service_five_times(
    business: Business, fleet_door: Recorder
):
    delivery = await business.accepted()
    before = status_updates(fleet_door)
    for number in range(30):
        business.musa.write(f"/pickup 1001 x{number}")
    await business.town.idle()
    assert status_updates(fleet_door) - before == 5
    assert await business.state(delivery) is State.ACCEPTED


async def test_the_other_stage_has_tries_of_its_own(business: Business):
    delivery = await business.on_the_way()
    for number in range(4):
        await business.says(business.musa, f"/dropoff 1001 x{number}")
    assert sees(business.musa, "You have 1 try left")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert await business.state(delivery) is State.DELIVERED


async def test_a_missing_code_is_explained_and_the_line_is_deleted(business: Business):
    await business.accepted()
    for line in ("/pickup", "/pickup 1001", "/pickup 1001 12 34"):
        await business.says(business.musa, line)
    assert heard(business.musa, "Write the order number and the code: /pickup 1001 4821") == 0
    assert heard(business.musa, "Write the order number and the code: /pickup 1042 4821") == 3
    assert not any(
        "1001" in message.text for message in business.musa.messages if not message.from_bot
    )


async def guess(business: Business, times: int) -> None:
    for number in range(times):
        await business.says(business.musa, f"/pickup 1001 wrong{number}")


def status_updates(fleet_door: Recorder) -> int:
    return fleet_door.count("/deliveries/update_status")
