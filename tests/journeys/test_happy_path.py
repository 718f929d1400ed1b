"""One delivery, from its creation to the customer's door."""

import pytest

from bot.fleet import State
from tests.support.business import Business, bare, heard, sees

pytestmark = pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)


async def test_a_delivery_goes_from_creation_to_the_door(business: Business):
    delivery = await business.order()
    assert sees(business.owner, "Order 1001 · 🆕 Waiting for a rider")

    await business.follows(business.bola, "Bola Ahmed")
    assert sees(business.bola, "✅ Ordered")

    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello · 0 open")
    assert await business.state(delivery) is State.AWAITING_PICKUP
    assert sees(business.bola, "✅ Rider: Musa")
    assert sees(business.musa, "A new job for you")

    await business.presses(business.musa, "Accept")
    assert await business.state(delivery) is State.ACCEPTED
    assert sees(business.owner, "👍 Accepted by the rider")

    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT
    assert heard(business.bola, "Order 1001 is on the way") == 1

    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED
    assert heard(business.bola, "Order 1001 was delivered") == 1
    assert sees(business.owner, "Order 1001 · ✅ Delivered")


async def test_each_chat_has_one_living_card(business: Business):
    await business.follows_through()
    assert heard(business.owner, "📦 Order 1001") == 1
    assert heard(business.bola, "📦 Order 1001") == 1
    assert heard(business.musa, "Order 1001 · ✅ Delivered") == 1


async def test_the_message_with_the_code_and_the_question_disappear(business: Business):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    assert sees(business.musa, "type the pickup code")
    typed = await business.says(business.musa, f"  {business.pickup_code} ")
    assert typed not in business.musa.messages
    assert not sees(business.musa, "type the pickup code")


async def test_a_code_may_be_typed_in_the_digits_of_another_script(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    arabic = business.pickup_code.translate({ord(str(n)): chr(0x660 + n) for n in range(10)})
    await business.says(business.musa, arabic)
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_a_finished_job_leaves_no_name_address_or_phone_with_the_rider(business: Business):
    await business.follows_through()
    for message in business.musa.messages:
        text = bare(message)
        for private in ("Bola", "Allen Avenue", "+234 803", "Marina Road", "Ada"):
            assert private not in text


async def test_who_acts_gets_no_echo(business: Business):
    await business.on_the_way()
    assert heard(business.musa, "on the way") == 0
    assert heard(business.owner, "is on the way") == 0
