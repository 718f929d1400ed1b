"""A delivery changes hands, or ends, while people are at it."""

from bot.fleet import State, StatusToken
from tests.support.business import Business, bare, heard, sees


async def test_a_reassigned_job_leaves_the_former_rider_and_comes_to_the_new_one(
    business: Business,
):
    await business.accepted()
    await business.presses(business.owner, "Give to another rider")
    await business.presses(business.owner, "Sani Ali")
    assert heard(business.musa, "Order 1001 is not your job any more") == 1
    assert sees(business.musa, "Order 1001 · given to another rider")
    assert not any("Allen Avenue" in bare(message) for message in business.musa.messages)
    assert sees(business.sani, "A new job for you")


async def test_a_job_that_goes_to_and_fro_is_told_each_time(business: Business):
    await business.assigned()
    for rider in ("Sani Ali", "Musa Bello", "Sani Ali"):
        await business.presses(business.owner, "Give to another rider")
        await business.presses(business.owner, rider)
    assert heard(business.musa, "Order 1001 is not your job any more") == 2
    assert heard(business.sani, "Order 1001 is not your job any more") == 1
    assert heard(business.sani, "A new job for you") == 1


async def test_the_former_riders_code_is_not_sent(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.presses(business.owner, "Give to another rider")
    await business.presses(business.owner, "Sani Ali")
    typed = await business.says(business.musa, business.pickup_code)
    assert typed not in business.musa.messages
    assert sees(business.musa, "Order 1001 is not an open job of yours any more")
    assert await business.state(delivery) is State.AWAITING_PICKUP


async def test_a_delivery_cancelled_on_the_way_is_told_to_everybody_with_the_reason(
    business: Business,
):
    delivery = await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    await business.town.shop.update_status(
        delivery.uuid, StatusToken.CANCELLED, note="The kitchen is closed"
    )
    await business.town.idle()
    for person in (business.musa, business.bola, business.owner):
        assert heard(person, "❌ Order 1001 was cancelled") == 1
        assert sees(person, "Reason: The kitchen is closed")
    assert sees(business.musa, "Order 1001 · ❌ Cancelled")


async def test_a_code_typed_after_the_cancellation_is_answered_and_deleted(business: Business):
    delivery = await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Lost")
    await business.town.idle()
    typed = await business.says(business.musa, business.dropoff_code)
    assert typed not in business.musa.messages
    assert sees(business.musa, "Order 1001 is not an open job of yours any more")
    assert await business.state(delivery) is State.CANCELLED


async def test_an_old_button_shows_how_things_are_now(business: Business):
    await business.accepted()
    old = next(message for message in business.musa.messages if message.buttons)
    data = old.buttons[0][0].data
    await business.presses(business.owner, "Give to another rider")
    await business.presses(business.owner, "Sani Ali")
    business.musa.press_data(data, message=old)
    await business.town.idle()
    assert business.musa.toasts[-1].text == "This has changed."


async def test_a_delivery_that_is_created_with_its_rider_can_be_accepted_at_once(
    business: Business,
):
    order = business.new_order().model_copy(update={"rider_uuid": business.riders["Musa Bello"]})
    created = await business.town.shop.create_delivery(order)
    await business.town.idle()
    assert heard(business.owner, "📦 Order 1001") == 1
    await business.presses(business.musa, "Accept")
    assert await business.state(created[0]) is State.ACCEPTED


async def test_a_pickup_code_typed_before_accepting_accepts_and_confirms(business: Business):
    delivery = await business.assigned()
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT
    assert not sees(business.musa, "not confirmed")
