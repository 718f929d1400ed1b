"""What is under way is shown on the card only where it lasts: else two changes would be one."""

import pytest

from tests.support.business import Business, sees

UNDER_WAY = "Assigning"


def edits(business: Business, words: str) -> int:
    calls = business.town.telegram.calls
    return sum(
        words in call.arguments.get("text", "") for call in calls if call.method.startswith("edit")
    )


async def test_what_is_done_within_a_second_is_shown_once(business: Business):
    await business.order()
    await business.presses(business.owner, "Assign")
    before = edits(business, "1001")
    await business.presses(business.owner, "Musa Bello")
    await business.later(seconds=2)
    mine = [
        call
        for call in business.town.telegram.calls
        if call.method.startswith("edit") and call.arguments["chat_id"] == str(business.owner.id)
    ]
    assert edits(business, "1001") - before == len(mine) == 1
    assert edits(business, UNDER_WAY) == 0


@pytest.mark.without_limits  # to keep to them, time would go by
async def test_what_takes_longer_is_shown_after_a_second(business: Business):
    await business.order()
    await business.presses(business.owner, "Assign")
    await business.town.close_fleet()
    business.owner.press("Musa Bello")
    await business.town.telegram.idle()
    assert not sees(business.owner, UNDER_WAY)
    await business.later(seconds=2)
    assert sees(business.owner, UNDER_WAY)
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert not sees(business.owner, UNDER_WAY)
    assert sees(business.owner, "Musa Bello")
