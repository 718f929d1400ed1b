"""/rider: one rider: work, history, activation."""

import pytest

from bot.fleet import Rider
from tests.support.business import Business, heard, labels, sees, told
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


async def are_active(business: Business) -> list[bool | None]:
    return [(await rider(business, name)).active for name in ("Musa Bello", "Sani Ali")]


async def test_several_riders_are_switched_by_one_confirmation_and_one_call(
    business: Business, fleet_door: Recorder, fleet_reading: FleetReading
):
    if fleet_reading.only_removes:
        pytest.skip("this service activates nobody")
    await business.says(business.owner, "/rider Musa, sani off")
    question = told(business.owner)[-1]
    assert "Deactivate Musa Bello, Sani Ali?" in question
    assert switches(fleet_door) == 0
    await business.presses(business.owner, "Deactivate")
    assert await are_active(business) == [False, False]
    assert switches(fleet_door) == 1
    assert sees(business.owner, "Musa Bello is not active any more")
    assert sees(business.owner, "Sani Ali is not active any more")
    await business.says(business.owner, "/rider Musa\nSani on")
    await business.presses(business.owner, "Activate")
    assert await are_active(business) == [True, True]
    assert switches(fleet_door) == 2


async def test_only_riders_who_are_otherwise_than_wanted_are_switched(
    business: Business, fleet_door: Recorder
):
    await business.town.shop.change_rider_status(business.riders["Musa Bello"])
    await business.later(seconds=31)
    await business.says(business.owner, "/rider Musa and Sani deactivate")
    await business.presses(business.owner, "Deactivate")
    assert await are_active(business) == [False, False]
    assert switches(fleet_door) == 2
    await business.says(business.owner, "/rider Musa & Sani off")
    await business.presses(business.owner, "Deactivate")
    assert switches(fleet_door) == 2  # both were so already
    assert await are_active(business) == [False, False]


async def test_one_rider_is_switched_by_name_as_by_the_card(
    business: Business, fleet_door: Recorder
):
    await business.says(business.owner, "/rider Musa off")
    assert "Deactivate Musa Bello?" in told(business.owner)[-1]
    await business.presses(business.owner, "Deactivate")
    assert await are_active(business) == [False, True]
    assert switches(fleet_door) == 1


async def test_where_one_name_is_unsure_nobody_is_switched(
    business: Business, fleet_door: Recorder
):
    await business.says(business.owner, "/rider Zed, Musa, a off")
    said = told(business.owner)[-1]
    assert "I know no rider called “Zed”" in said
    assert "Several riders are called like “a”: Musa Bello, Sani Ali" in said
    assert "Nobody was changed" in said
    assert labels(business.owner.last) == ["Show Musa Bello", "Show Sani Ali"]
    assert switches(fleet_door) == 0


async def test_an_earlier_question_confirms_no_later_one(business: Business, fleet_door: Recorder):
    await business.says(business.owner, "/rider Musa, Sani off")
    earlier = business.owner.last
    await business.says(business.owner, "/rider Musa, Sani off")
    await business.presses(business.owner, "Deactivate", message=earlier)
    assert sees(business.owner, "This question is not open any more")
    assert switches(fleet_door) == 0
    await business.presses(business.owner, "Leave it")
    assert "2 riders" in told(business.owner)[-1]
    assert await are_active(business) == [True, True]


async def test_several_are_switched_once_the_fleet_service_answers_again(
    business: Business, fleet_door: Recorder
):
    await business.says(business.owner, "/rider Musa, Sani off")
    await business.town.close_fleet()
    await business.presses(business.owner, "Deactivate")
    assert (
        "Musa Bello, Sani Ali: asking the fleet service, not confirmed yet"
        in (told(business.owner)[-1])
    )
    await business.town.open_fleet()
    await business.later(minutes=1)
    assert await are_active(business) == [False, False]
    assert switches(fleet_door) == 1


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("fr", "Musa et Sani désactivé"),
        ("es", "Musa y Sani fuera de servicio"),
        ("pt", "Musa e Sani desligar"),
        ("ar", "Musa، Sani إيقاف"),
        ("ar", "Musa و Sani إيقاف"),
    ],
)
async def test_several_are_named_in_the_words_of_their_readers_language(
    business: Business, language: str, typed: str
):
    await business.says(business.owner, f"/language {language}")
    await business.says(business.owner, f"/rider {typed}")
    assert "Musa Bello" in told(business.owner)[-1]
    await business.presses(business.owner, labels(business.owner.last)[0])
    assert await are_active(business) == [False, False]
