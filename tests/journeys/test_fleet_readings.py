"""A whole day with fleet services that read the contract otherwise, where it leaves a choice."""

import pytest

from bot.fleet import DeliveryQuery, State
from tests.support.business import Business, sees, told
from tests.support.fleet_readings import FLEET_READINGS, FleetReading, only_json

FORM = """/new
From: Ada's Kitchen
From phone: +234 804 000 0001
From address: 12 Marina Road
To: Bola Ahmed
Phone: 0803 000 0001
Address: 5 Allen Avenue
Items: Jollof rice 3000
Fee: NGN 1,500
SMS: yes"""


@pytest.mark.parametrize("fleet_reading", FLEET_READINGS, indirect=True)
async def test_a_day_goes_by_in_every_reading(business: Business):
    await _delivers(business)
    await _cancels(business)
    await _looks_after_riders(business)
    assert not sees(business.owner, "It seems to want this in the config")


async def _delivers(business: Business) -> None:
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "✅ Create")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello · 0 open")
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    listed = await business.town.shop.list_deliveries(DeliveryQuery())
    assert [one.state for one in listed.page.items] == [State.DELIVERED]


async def _cancels(business: Business) -> None:
    delivery = await business.order()
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "It was ordered twice")
    assert await business.state(delivery) is State.CANCELLED


async def _looks_after_riders(business: Business) -> None:
    await business.says(business.owner, "/invite ada@example.com")
    assert "Invited\nada@example.com" in told(business.owner)[-1]
    await business.later(seconds=31)
    await business.says(business.owner, "/riders")
    assert told(business.owner)[-1].count("✉️ invited") == 1
    for wanted in ("Deactivate", "Activate"):
        await business.says(business.owner, "/rider Sani")
        await business.presses(business.owner, wanted)
        await business.presses(business.owner, wanted)
        sani = await business.town.shop.get_rider(business.riders["Sani Ali"])
        assert sani.active is (wanted == "Activate")


class TestUnsetEncoding:
    """Nobody has told the bot how the service takes bodies."""

    @pytest.fixture
    def fleet_reading(self) -> FleetReading:
        return FleetReading((only_json,))

    async def test_the_owner_is_told_which_setting_to_change(self, business: Business):
        delivery = await business.order()
        await business.presses(business.owner, "Assign")
        await business.presses(business.owner, "Musa Bello · 0 open")
        assert sees(business.owner, 'this in the config: fleet.encoding.assign = "json"')
        assert await business.state(delivery) is State.PENDING
