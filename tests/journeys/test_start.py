"""/start: the first word; who somebody is here, and what waits for them."""

import pytest

from tests.support.business import Business, labels, sees, told


async def test_each_role_is_greeted_with_what_it_does_here(business: Business):
    await business.says(business.owner, "/start")
    assert "Hello Olu!\nPaste an order as it came, or tap New" in told(business.owner)[-1]
    assert labels(business.owner.last) == ["📦 New", "📋 Board", "👥 Team"]
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
    assert sees(eve, "I know no rider and no parcel with this number yet")
    await business.order()
    assert not sees(eve, "Order 1001")


@pytest.mark.parametrize("token", ["x", "0" * 64, "../etc", "' OR 1=1 --"])
async def test_a_link_that_nobody_made_opens_nothing(business: Business, token: str):
    eve = business.town.telegram.add_user("Eve")
    await business.says(eve, f"/start {token}")
    assert "This link does not work any more" in told(eve)[-1]
    await business.says(eve, "/board")
    assert "Write /start and I will tell you how to join" in told(eve)[-1]


@pytest.mark.parametrize(
    ("label", "shown"),
    [("New", "New delivery"), ("Board", "Nothing is open"), ("Team", "Invite a dispatcher")],
)
async def test_an_owner_begins_with_a_button(business: Business, label: str, shown: str):
    await business.says(business.owner, "/start")
    await business.presses(business.owner, label)
    assert shown in told(business.owner)[-1] or any(
        shown in one for one in labels(business.owner.last)
    )
    assert sees(business.owner, "Hello Olu!")


class TestABusinessWithAName:
    @pytest.fixture
    def changed_settings(self) -> dict[str, dict[str, object]]:
        return {"business": {"name": "Blue Riders"}}

    async def test_a_stranger_reads_whose_bot_it_is_and_what_to_do(self, business: Business):
        eve = business.town.telegram.add_user("Eve")
        await business.says(eve, "/start")
        assert "This is Blue Riders." in told(eve)[-1]
        assert "Waiting for a parcel? Share your number" in told(eve)[-1]
        assert "Riding for us? Open the link" in told(eve)[-1]
