"""A whole day with fleet services that read the contract otherwise, where it leaves a choice."""

from datetime import timedelta
from typing import Any

import pytest

from bot.fleet import State
from tests.support.business import NEW_ORDER, Business, sees, told
from tests.support.fleet_habits import habits
from tests.support.fleet_readings import FLEET_READINGS, FleetReading, only_json
from tests.support.recorder import Recorder

FORM = f"{NEW_ORDER}\nItems: Jollof rice 3000\nFee: NGN 1,500\nSMS: yes"
_long = pytest.mark.long("a whole day is played once more in each reading")


@pytest.mark.parametrize(
    "fleet_reading",
    [
        pytest.param(name, marks=() if name == "left-out" else _long)
        for name in (*FLEET_READINGS, *habits())
    ],
    indirect=True,
)
async def test_a_day_goes_by_in_every_reading(business: Business, fleet_reading: FleetReading):
    await _delivers(business, fleet_reading)
    await _edits_and_cancels(business, fleet_reading)
    await _looks_after_riders(business, fleet_reading)
    assert not sees(business.owner, "It seems to want this in the config")


async def _delivers(business: Business, reading: FleetReading) -> None:
    await business.says(business.owner, FORM)
    await business.presses(business.owner, "✅ Create")
    for seconds in reading.waits:
        await business.later(seconds=seconds)
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello · 0 open")
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    wrong = "3333" if business.pickup_code != "3333" else "4444"
    await business.says(business.musa, wrong)
    assert sees(business.musa, "4 tries left")
    await business.says(business.musa, business.pickup_code)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert [one.state for one in await business.deliveries()] == [State.DELIVERED]


async def _edits_and_cancels(business: Business, reading: FleetReading) -> None:
    delivery = await business.order()
    for seconds in reading.waits:
        await business.later(seconds=seconds)
    await business.says(business.owner, f"/edit {delivery.order_number}")
    await business.presses(business.owner, "Fee")
    await business.says(business.owner, "2000")
    await business.presses(business.owner, "Save")
    edited = await business.town.shop.get_delivery(delivery.uuid)
    assert edited.fee.amount == 2000
    await business.says(business.owner, f"/delivery {delivery.order_number}")
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "It was ordered twice")
    assert await business.state(delivery) is State.CANCELLED


async def _looks_after_riders(business: Business, reading: FleetReading) -> None:
    await business.says(business.owner, "/invite ada@example.com")
    assert "Invited\nada@example.com" in told(business.owner)[-1]
    await business.later(seconds=31)
    await business.says(business.owner, "/riders")
    assert told(business.owner)[-1].count("✉️ invited") == 1
    await _switches(business, "Deactivate")
    assert "Sani Ali is not active any more" in told(business.owner)[-1]
    assert await _is_active(business) is False
    await _switches(business, "Activate")
    said = "but Sani Ali is as before" if reading.only_removes else "Sani Ali is active now"
    assert said in told(business.owner)[-1]
    assert await _is_active(business) is not reading.only_removes


async def _switches(business: Business, wanted: str) -> None:
    await business.says(business.owner, "/rider Sani")
    await business.presses(business.owner, wanted)
    await business.presses(business.owner, wanted)


async def _is_active(business: Business) -> bool | None:
    return (await business.town.shop.get_rider(business.riders["Sani Ali"])).active


@pytest.mark.parametrize("fleet_reading", ["only-removes"], indirect=True)
async def test_a_service_that_only_removes_riders_is_asked_once_and_what_came_of_it_is_told(
    business: Business, fleet_door: Recorder
):
    await _switches(business, "Deactivate")
    await _switches(business, "Activate")
    assert sum("/riders/change_status/" in path for path in fleet_door.paths) == 2
    *_, said = told(business.owner)
    assert "The fleet service took the change, but Sani Ali is as before" in said
    assert "do it in its dashboard" in said
    await business.later(hours=1)
    assert sum("/riders/change_status/" in path for path in fleet_door.paths) == 2
    assert not sees(business.owner, "Sani Ali is active now")


@pytest.mark.parametrize("fleet_reading", ["ten-a-page-in-words"], indirect=True)
async def test_what_was_learned_is_known_after_a_restart_and_looked_at_again_after_a_day(
    business: Business, fleet_door: Recorder
):
    async def refused_at_a_start() -> int:
        await business.town.stop_bot()
        business.clock.advance(timedelta(seconds=1))  # Telegram takes one setWebhook a second
        fleet_door.answered.clear()
        await business.town.start_bot()
        await business.says(business.owner, "/riders")
        return fleet_door.answered.count(422)

    await business.later(minutes=6)  # each reconciliation writes down what is learned
    assert await refused_at_a_start() == 0
    fleet_door.answered.clear()
    await business.later(days=1)
    await business.says(business.owner, "/riders")
    assert fleet_door.answered.count(422) > 0
    await business.later(minutes=6)
    assert await refused_at_a_start() == 0


def _without_active(but: str = "nowhere") -> FleetReading:
    def hide(path: str, answer: Any) -> Any:
        return answer if path.startswith(but) else _left_out(answer, "active")

    return FleetReading(retold=(hide,))


def _left_out(value: Any, name: str) -> Any:
    if isinstance(value, list):
        return [_left_out(each, name) for each in value]
    if isinstance(value, dict):
        return {key: _left_out(each, name) for key, each in value.items() if key != name}
    return value


class TestActiveInTheAnswerAlone:
    """Neither the list nor the rider's own answer says who is active."""

    @pytest.fixture
    def fleet_reading(self) -> FleetReading:
        return _without_active(but="/riders/change_status/")

    async def test_what_the_change_has_answered_is_told(self, business: Business):
        await _switches(business, "Deactivate")
        assert "Sani Ali is not active any more" in told(business.owner)[-1]


class TestActiveNowhere:
    """No answer at all says it."""

    @pytest.fixture
    def fleet_reading(self) -> FleetReading:
        return _without_active()

    async def test_nobody_is_told_that_a_rider_is_as_before(self, business: Business):
        await _switches(business, "Deactivate")
        assert "does not say what Sani Ali is now" in told(business.owner)[-1]


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
