"""/accept: a rider takes a job by typing its number, and from then on by typing alone."""

from bot.fleet import State
from tests.support.business import Business, heard, sees, told


async def test_everything_that_a_button_does_can_be_typed(business: Business):
    delivery = await business.order()
    await business.says(business.owner, "/assign 1001")
    await business.presses(business.owner, "Musa Bello")
    await business.says(business.musa, "/accept 1001")
    assert await business.state(delivery) is State.ACCEPTED
    typed = await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT
    assert typed not in business.musa.messages
    typed = await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert await business.state(delivery) is State.DELIVERED
    assert typed not in business.musa.messages


async def test_a_number_is_needed_and_only_an_own_open_job_is_found(business: Business):
    delivery = await business.assigned("Sani Ali")
    await business.says(business.musa, "/accept")
    assert "Write the order number: /accept 1042" in told(business.musa)[-1]
    for order in ("1001", "4711"):
        await business.says(business.musa, f"/accept {order}")
        assert f"I find no order {order} among your open jobs" in told(business.musa)[-1]
    assert await business.state(delivery) is State.AWAITING_PICKUP


async def test_accepting_twice_is_accepting_once(business: Business):
    delivery = await business.accepted()
    await business.says(business.musa, "/accept 1001")
    assert await business.state(delivery) is State.ACCEPTED
    assert sees(business.musa, "Order 1001 · 👍 yours")
    assert heard(business.musa, "was not accepted") == 0


async def test_an_order_number_is_understood_as_people_write_it(business: Business):
    delivery = await business.order()
    await business.says(business.owner, "/assign #1001")
    await business.presses(business.owner, "Musa Bello")
    await business.says(business.musa, "/accept #1001")
    assert await business.state(delivery) is State.ACCEPTED
    await business.says(business.musa, f"/pickup ١٠٠١ {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT
    await business.joins_by_phone(business.bola)
    await business.says(business.bola, "/where ١٠٠١")
    assert sees(business.bola, "Musa is on the way with order 1001")
    await business.says(business.bola, "/note #1001 Blue gate")
    assert sees(business.musa, "Bola: “Blue gate”")
    await business.says(business.musa, f"/dropoff #1001 {business.dropoff_code}")
    await business.says(business.bola, "/rate #1001")
    assert sees(business.bola, "How was the delivery of order 1001?")
