"""Who goes on writing rings again after a while, and at once with words that cannot wait."""

import pytest

from tests.journeys.test_busy_sender import shop_of
from tests.support.business import Business, finds, rung, sees

EVERY = 100
"""Seconds between the words of somebody who never pauses for long."""


async def test_who_writes_all_the_time_rings_again_after_a_fixed_while(business: Business):
    await business.accepted()
    before = len(rung(business, business.owner))
    rings = []
    for number in range(6):
        await business.says(business.musa, f"Rain in street number {number} of many")
        rings.append(len(rung(business, business.owner)) - before)
        await business.later(seconds=EVERY)
    assert rings == [1, 1, 2, 2, 3, 3]


async def test_a_customer_who_writes_all_the_time_rings_at_the_rider_again(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    before = len(rung(business, business.musa))
    for number in range(4):
        await business.says(business.bola, f"I stand at gate number {number} of many")
        await business.later(seconds=EVERY)
    assert len(rung(business, business.musa)) == before + 2


async def test_a_shop_that_writes_all_the_time_rings_at_the_desk_again(business: Business):
    shop, _ = await shop_of(business, 2)
    before = len(rung(business, business.owner))
    for number in range(4):
        await business.says(shop, f"The oven takes its time, tray {number}")
        await business.later(seconds=EVERY)
    assert len(rung(business, business.owner)) == before + 2


async def test_what_a_dispatcher_writes_rings_each_time(business: Business):
    await business.accepted()
    card = finds(business.owner, "Order 1001")
    before = len(rung(business, business.musa))
    for words in ("Call me", "Are you there?", "Hello"):
        business.owner.write(words, reply_to=card)
        await business.town.idle()
    assert len(rung(business, business.musa)) == before + 3


@pytest.mark.parametrize(
    "words",
    [
        "I was robbed",
        "accident at the bridge",
        "my bike broke down",
        "police hold me for Ojota",
        "I fell off my bike",
        "c'est une arnaque",
        "On m'a volé la moto",
        "me asaltaron",
        "fui assaltado",
        "صار لي حادث",
    ],
)
async def test_a_riders_words_that_cannot_wait_ring_at_once(business: Business, words: str):
    await business.accepted()
    await business.says(business.musa, "It rains a lot")
    before = len(rung(business, business.owner))
    await business.says(business.musa, words)
    assert len(rung(business, business.owner)) == before + 1
    assert words in rung(business, business.owner)[-1]


@pytest.mark.parametrize(
    "words", ["I am at police station road", "customer says no cancel", "Fire Service Street it is"]
)
async def test_other_words_in_a_row_make_no_sound(business: Business, words: str):
    await business.accepted()
    await business.says(business.musa, "It rains a lot")
    before = len(rung(business, business.owner))
    await business.says(business.musa, words)
    assert len(rung(business, business.owner)) == before
    assert sees(business.owner, words)


async def test_a_customer_who_cancels_after_other_words_is_heard(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.says(business.bola, "The green gate, ring twice")
    before = len(rung(business, business.owner))
    await business.says(business.bola, "please cancel the order")
    assert len(rung(business, business.owner)) == before + 1


async def test_at_the_desk_they_hear_what_cannot_wait_though_it_is_for_somebody_else(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.bola, "Careful, there was an accident at my gate")
    assert sees(business.musa, "accident at my gate")
    assert sees(business.owner, "accident at my gate")
    await business.says(business.musa, "I was robbed on the bridge")
    assert sees(business.bola, "I was robbed on the bridge")
    assert sees(business.owner, "I was robbed on the bridge")


async def test_at_the_desk_they_hear_of_another_address_though_it_is_told_to_the_rider(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.bola, "The address is 19 Creek Road now")
    assert sees(business.musa, "19 Creek Road now")
    assert sees(business.owner, "19 Creek Road now")
    await business.says(business.bola, "/note Please bring it to my office instead")
    assert finds(business.owner, "my office instead").text.startswith("🧪 💬")
    await business.says(business.bola, "It is the blue gate")
    assert sees(business.musa, "the blue gate")
    assert not sees(business.owner, "the blue gate")


async def test_who_wants_no_sound_has_none_for_urgent_words_either(business: Business):
    await business.accepted()
    await business.says(business.owner, "/mute 2h")
    before = len(rung(business, business.owner))
    await business.says(business.musa, "I was robbed")
    assert len(rung(business, business.owner)) == before
    assert sees(business.owner, "I was robbed")
