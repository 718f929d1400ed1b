"""/dropoff: the drop-off is confirmed with the customer's code, typed in one line."""

from bot.fleet import State
from tests.support.business import BOLA, Business, finds, sees, told


async def test_the_right_code_moves_the_delivery_and_disappears(business: Business):
    delivery = await business.on_the_way()
    typed = await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert await business.state(delivery) is State.DELIVERED
    assert typed not in business.musa.messages


async def test_a_wrong_code_moves_nothing_and_disappears_too(business: Business):
    delivery = await business.on_the_way()
    wrong = business.wrong(business.dropoff_code)
    typed = await business.says(business.musa, f"/dropoff 1001 {wrong}")
    assert await business.state(delivery) is State.IN_TRANSIT
    assert typed not in business.musa.messages
    assert sees(business.musa, "the drop-off was not confirmed")
    assert sees(business.musa, "4 tries left")
    assert not sees(business.musa, wrong)


async def test_what_is_missing_is_said_and_the_line_is_deleted(business: Business):
    delivery = await business.on_the_way()
    for line in (
        "/dropoff",
        "/dropoff 1001",
        f"/dropoff {business.dropoff_code}",
        "/dropoff 1 2 3",
    ):
        typed = await business.says(business.musa, line)
        assert "Write the order number and the code: /dropoff 1042 4821" in told(business.musa)[-1]
        assert line == "/dropoff" or typed not in business.musa.messages
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_a_code_that_is_typed_for_another_parcel_leaves_the_question_open(
    business: Business,
):
    asked, other = await business.in_the_bag(
        business.receiver(), business.receiver("Emeka Obi", "+2348030000008", "9 Creek Road")
    )
    await business.presses(business.musa, "Delivered", message=finds(business.musa, "Order 1001"))
    code = business.code("1002", "+2348030000008")
    await business.says(business.musa, f"/dropoff 1002 {code}")
    assert await business.state(other) is State.DELIVERED
    assert sees(business.musa, "Order 1001: type the drop-off code")
    await business.says(business.musa, business.code("1001", BOLA))
    assert await business.state(asked) is State.DELIVERED
