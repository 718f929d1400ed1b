"""What is under way is shown on the card only where it lasts: else two changes would be one."""

from datetime import timedelta

import pytest

from tests.support.business import Business, sees
from tests.support.held_requests import HeldRequests
from tests.workers.waiting import until

UNDER_WAY = "Assigning"


@pytest.fixture
def fleet_door() -> HeldRequests:
    return HeldRequests()


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
async def test_what_takes_longer_is_shown_after_a_second(
    business: Business, fleet_door: HeldRequests
):
    await business.order()
    await business.presses(business.owner, "Assign")
    person = business.owner
    fleet_door.hold()
    person.press("Musa Bello")
    await until(lambda: fleet_door.waiting)
    business.clock.advance(timedelta(milliseconds=900))
    assert not sees(person, UNDER_WAY)
    business.clock.advance(timedelta(milliseconds=200))
    await until(lambda: sees(person, UNDER_WAY))
    fleet_door.let_go()
    await business.town.idle()
    assert not sees(person, UNDER_WAY)
    assert sees(person, "Musa Bello")
