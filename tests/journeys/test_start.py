"""/start: the first word; who somebody is here, and what waits for them."""

import pytest

from tests.support.business import Business, sees, told


async def test_each_role_is_greeted_with_what_it_does_here(business: Business):
    await business.says(business.owner, "/start")
    assert "Hello Olu!\nYou own this bot" in told(business.owner)[-1]
    await business.says(business.musa, "/start")
    assert "Hello Musa!\nYou ride here" in told(business.musa)[-1]
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.says(business.bola, "/start")
    assert "Your parcel has a card here that moves with it" in told(business.bola)[-1]


async def test_a_stranger_is_asked_for_a_number_and_told_nothing_else(business: Business):
    eve = business.town.telegram.add_user("Eve", phone="+2348090000009")
    await business.says(eve, "/start")
    assert sees(eve, "This bot belongs to a delivery business")
    await business.presses(eve, "Share my phone number")
    assert sees(eve, "I know no rider and no open delivery with this number yet")
    await business.order()
    assert not sees(eve, "Order 1001")


@pytest.mark.parametrize("token", ["x", "0" * 64, "../etc", "' OR 1=1 --"])
async def test_a_link_that_nobody_made_opens_nothing(business: Business, token: str):
    eve = business.town.telegram.add_user("Eve")
    await business.says(eve, f"/start {token}")
    assert "This link does not work any more" in told(eve)[-1]
    await business.says(eve, "/board")
    assert "Write /start and I will tell you how to join" in told(eve)[-1]
