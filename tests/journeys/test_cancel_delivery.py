"""Cancel: a delivery is called off with a reason that everybody concerned is told."""

from bot.fleet import State
from tests.support.business import Business, heard, labels, sees


async def test_a_reason_from_the_list_is_told_to_everybody_concerned(business: Business):
    delivery = await business.accepted()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "It was ordered twice")
    assert await business.state(delivery) is State.CANCELLED
    for person in (business.musa, business.bola):
        assert heard(person, "❌ Order 1001 was cancelled") == 1
        assert sees(person, "Reason: It was ordered twice")
    assert sees(business.owner, "Reason: It was ordered twice")
    assert not sees(business.owner, "Why is order 1001 cancelled?")
    assert heard(business.owner, "❌ Order 1001 was cancelled") == 0


async def test_own_words_are_asked_for_until_they_fit(business: Business):
    delivery = await business.order()
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "Another reason, in my words")
    await business.says(business.owner, "x" * 201)
    assert sees(business.owner, "That is too long: write at most 200 letters.")
    await business.says(business.owner, "no wait, keep it")
    assert await business.state(delivery) is State.PENDING
    former = business.owner.last
    await business.says(business.owner, "The kitchen\n caught  fire")
    assert await business.state(delivery) is State.PENDING
    latest = business.owner.last
    await business.presses(business.owner, "Cancel delivery", message=former)
    assert await business.state(delivery) is State.PENDING  # it names other words
    await business.says(business.owner, "The kitchen caught fire")
    await business.presses(business.owner, "Cancel delivery", message=latest)
    assert await business.state(delivery) is State.CANCELLED
    assert sees(business.owner, "Reason: The kitchen caught fire")


async def test_a_delivery_is_kept_if_the_dispatcher_thinks_again(business: Business):
    delivery = await business.order()
    await business.presses(business.owner, "Cancel delivery")
    assert "Keep the delivery" in labels(business.owner.last)
    await business.presses(business.owner, "Keep the delivery")
    assert not sees(business.owner, "Why is order 1001 cancelled?")
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "Another reason, in my words")
    await business.says(business.owner, "/cancel")
    await business.says(business.owner, "Never mind")
    assert await business.state(delivery) is State.PENDING


async def test_a_reason_for_a_delivery_that_is_over_changes_nothing(business: Business):
    delivery = await business.on_the_way()
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "Another reason, in my words")
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    await business.says(business.owner, "Too late")
    assert sees(business.owner, "Order 1001 is over. Nothing was changed.")
    assert await business.state(delivery) is State.DELIVERED


async def test_words_after_another_command_are_no_reason(business: Business):
    delivery = await business.order()
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "Another reason, in my words")
    await business.says(business.owner, "/find")
    assert sees(business.owner, "Write what to look for")
    await business.says(business.owner, "Bola")
    assert await business.state(delivery) is State.PENDING
