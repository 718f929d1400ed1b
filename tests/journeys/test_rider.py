"""/rider: one rider: work, history, activation."""

import pytest

from bot.fleet import Rider
from tests.support.business import Business, heard, sees, told
from tests.support.fleet_readings import FleetReading
from tests.support.recorder import Recorder

CHANGE = "/riders/change_status/"


async def rider(business: Business, name: str = "Musa Bello") -> Rider:
    return await business.town.shop.get_rider(business.riders[name])


def switches(door: Recorder) -> int:
    return sum(CHANGE in path for path in door.paths)


async def test_a_riders_history_has_the_fees_of_what_was_delivered(business: Business):
    await business.follows_through()
    await business.says(business.owner, "/rider musa")
    assert "1 delivery completed" in told(business.owner)[-1]
    await business.presses(business.owner, "History")
    assert "Musa Bello · delivered today: 1" in told(business.owner)[-1]
    assert "Delivery fees in total: NGN" in told(business.owner)[-1]
    assert "1,500.00" in told(business.owner)[-1]
    await business.presses(business.owner, "Yesterday")
    assert "delivered yesterday: 0" in told(business.owner)[-1]


async def test_a_name_that_is_nobodys_or_several_peoples_is_said(business: Business):
    await business.says(business.owner, "/rider Zed")
    assert "I know no rider called “Zed”" in told(business.owner)[-1]
    await business.says(business.owner, "/rider a")
    assert "Several riders are called like “a”" in told(business.owner)[-1]
    await business.presses(business.owner, "Sani Ali")
    assert "🛵 Sani Ali" in told(business.owner)[-1]


async def test_a_rider_is_deactivated_once_and_activated_again(
    business: Business, fleet_door: Recorder, fleet_reading: FleetReading
):
    if fleet_reading.only_removes:
        pytest.skip("this service activates nobody")
    await business.says(business.owner, "/rider Musa")
    await business.presses(business.owner, "Deactivate")
    assert (await rider(business)).active
    assert "Deactivate Musa Bello?" in told(business.owner)[-1]
    await business.presses(business.owner, "Deactivate")
    assert (await rider(business)).active is False
    assert sees(business.owner, "Musa Bello is not active any more")
    assert switches(fleet_door) == 1

    await business.town.shop.change_rider_status(business.riders["Musa Bello"])
    await business.says(business.owner, "/rider Musa")
    await business.presses(business.owner, "Deactivate")
    await business.town.shop.change_rider_status(business.riders["Musa Bello"])
    assert switches(fleet_door) == 3
    await business.presses(business.owner, "Deactivate")
    assert (await rider(business)).active is False
    assert switches(fleet_door) == 3  # it was so already
    await business.presses(business.owner, "Show Musa Bello")
    await business.presses(business.owner, "Activate")
    await business.presses(business.owner, "Activate")
    assert heard(business.owner, "Musa Bello is active now") == 1
