"""Status: a dispatcher moves a delivery on for a rider who cannot."""

from bot.fleet import State
from tests.support.business import SENDER, Business, finds, heard, labels, sees


async def test_a_delivery_without_a_rider_has_to_be_assigned_first(business: Business):
    await business.order()
    await business.presses(business.owner, "Status")
    assert sees(business.owner, "Order 1001 has no rider yet. Assign it first.")


async def test_a_dispatcher_takes_a_delivery_through_to_its_end(business: Business):
    delivery = await business.assigned()
    await business.presses(business.owner, "Status")
    assert labels(business.owner.last) == [
        "👍 The rider accepts",
        "📦 Picked up, with the code",
        "🏁 Delivered, with the code",
        "No, keep",
    ]
    await business.presses(business.owner, "The rider accepts")
    assert await business.state(delivery) is State.ACCEPTED
    assert sees(business.musa, "Order 1001 · 👍 yours")

    await business.presses(business.owner, "Status")
    assert "👍 The rider accepts" not in labels(business.owner.last)
    await business.presses(business.owner, "Picked up, with the code")
    assert sees(business.owner, "Order 1001: type the pickup code")
    wrong = await business.says(business.owner, business.wrong(business.pickup_code))
    assert sees(business.owner, "the pickup was not confirmed")
    right = await business.says(business.owner, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT
    assert not {wrong, right} & set(business.owner.messages)

    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Delivered, with the code")
    await business.says(business.owner, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED
    card = finds(business.owner, "Order 1001 · ✅ Delivered")
    assert labels(card) == ["💵 What was paid", "🔁 Same again", "⋯"]


async def test_a_pickup_that_was_not_accepted_is_accepted_for_the_rider(business: Business):
    delivery = await business.assigned()
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    await business.says(business.owner, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_a_dispatcher_who_guesses_codes_is_stopped_like_a_rider(business: Business):
    delivery = await business.accepted()
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    for _ in range(5):
        await business.says(business.owner, business.wrong(business.pickup_code))
    assert heard(business.owner, "too many codes of Olu were refused") == 1
    await business.says(business.owner, business.pickup_code)
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    assert heard(business.owner, "too many codes of Olu were refused") == 2
    assert await business.state(delivery) is State.ACCEPTED
    await business.presses(business.owner, "Unlock")
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    await business.says(business.owner, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_a_code_typed_for_a_delivery_that_is_over_is_deleted_and_not_used(
    business: Business,
):
    await business.on_the_way()
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Delivered, with the code")
    code = business.dropoff_code
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, code)
    typed = await business.says(business.owner, code)
    assert typed not in business.owner.messages
    assert sees(business.owner, "Order 1001 is over. Nothing was changed.")


async def test_the_dispatchers_code_waits_for_a_fleet_service_that_is_down(business: Business):
    delivery = await business.accepted()
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    await business.town.close_fleet()
    typed = await business.says(business.owner, business.town.code_for(SENDER))
    assert typed not in business.owner.messages
    assert sees(business.owner, "⏳ Changing the status, not confirmed yet")
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert await business.state(delivery) is State.IN_TRANSIT
    assert not sees(business.owner, "not confirmed yet")


async def test_a_status_that_was_meant_for_another_rider_is_not_set(business: Business):
    delivery = await business.assigned()
    await business.presses(business.owner, "Status")
    asked = business.owner.last
    await business.presses(business.owner, "Give to another rider")
    await business.presses(business.owner, "Sani Ali")
    await business.presses(business.owner, "The rider accepts", message=asked)
    assert business.owner.toasts[-1].text == "This has changed."
    assert await business.state(delivery) is State.AWAITING_PICKUP


async def test_a_status_that_had_to_wait_is_not_set_for_the_next_rider(business: Business):
    delivery = await business.assigned()
    await business.presses(business.owner, "Status")
    await business.town.close_fleet()
    await business.presses(business.owner, "The rider accepts")
    await business.town.stop_bot()
    await business.town.open_fleet()
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.later(minutes=1)
    await business.town.start_bot()
    await business.town.idle()
    assert sees(business.owner, "Order 1001 has another rider now, so I have changed nothing.")
    assert await business.state(delivery) is State.AWAITING_PICKUP


async def test_what_is_said_after_the_second_of_two_codes_was_right_is_no_code(
    business: Business,
):
    delivery = await business.accepted()
    await business.presses(business.owner, "Status")
    where = {"message": business.owner.last}
    for code in (business.wrong(business.pickup_code), business.pickup_code):
        await business.town.close_fleet()
        await business.presses(business.owner, "Picked up, with the code", **where)
        await business.says(business.owner, code)
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert await business.state(delivery) is State.IN_TRANSIT
    said = await business.says(business.owner, "Thank you all")
    assert said in business.owner.messages
