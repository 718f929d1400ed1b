"""/pickup: the pickup is confirmed with the sender's code, typed in one line."""

from bot.fleet import State
from tests.support.business import Business, sees, told


async def test_the_right_code_moves_the_delivery_and_disappears(business: Business):
    delivery = await business.accepted()
    typed = await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT
    assert typed not in business.musa.messages


async def test_a_wrong_code_moves_nothing_and_disappears_too(business: Business):
    delivery = await business.accepted()
    wrong = business.wrong(business.pickup_code)
    typed = await business.says(business.musa, f"/pickup 1001 {wrong}")
    assert await business.state(delivery) is State.ACCEPTED
    assert typed not in business.musa.messages
    assert sees(business.musa, "the pickup was not confirmed")
    assert sees(business.musa, "4 tries left")
    assert not sees(business.musa, wrong)


async def test_what_is_missing_is_said_and_the_line_is_deleted(business: Business):
    delivery = await business.accepted()
    code = business.pickup_code
    for line in ("/pickup", "/pickup 1001", f"/pickup {code}", "/pickup 1 2 3"):
        typed = await business.says(business.musa, line)
        assert "Write the order number and the code: /pickup 1042 4821" in told(business.musa)[-1]
        assert line == "/pickup" or typed not in business.musa.messages
    assert await business.state(delivery) is State.ACCEPTED


async def test_a_code_for_a_pickup_that_is_done_is_not_swallowed_silently(business: Business):
    delivery = await business.on_the_way()
    code = business.dropoff_code
    typed = await business.says(business.musa, f"/pickup 1001 {code}")
    assert typed not in business.musa.messages
    assert "Order 1001 is picked up already" in told(business.musa)[-1]
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_a_question_for_a_pickup_ends_when_somebody_else_confirms_it(business: Business):
    await business.accepted()
    code = business.pickup_code
    await business.presses(business.musa, "Picked up")
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    await business.says(business.owner, code)
    typed = await business.says(business.musa, code)
    assert typed not in business.musa.messages
    assert "Order 1001 is picked up already" in told(business.musa)[-1]
    assert not sees(business.musa, "type the pickup code")
