"""The rider is near, and at the door: the receiver hears each once, and nothing that is not so."""

from datetime import timedelta

import pytest

from bot.fleet import Point
from tests.journeys.test_live_location import moves_to, shares
from tests.journeys.test_place import sends_place
from tests.journeys.test_round import doors
from tests.journeys.test_undelivered import nobody_there, what_now
from tests.support.business import Business, finds, heard, labels, rung, sees, told
from tests.support.photo_door import PhotoDoor

DOOR = Point(latitude=6.6, longitude=3.35)
NEAR, METRE = "Musa is near with order 1001", 1 / 111_195


@pytest.fixture
def fleet_door() -> PhotoDoor:
    return PhotoDoor()


async def awaited(business: Business, door: Point = DOOR) -> None:
    """A parcel on its way to Bola, who has sent the place of the door."""
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await sends_place(business, business.bola, door)


async def test_a_rider_within_150_metres_is_near_once(business: Business):
    await awaited(business)
    shared = await shares(business, 6.59)
    await moves_to(business, shared, 6.6 - 160 * METRE)
    assert not sees(business.bola, NEAR)
    before = len(rung(business, business.bola))
    for metres in (140, 10, 400, 100):
        await moves_to(business, shared, 6.6 - metres * METRE)
        await business.later(seconds=30)
    assert heard(business.bola, NEAR) == 1
    assert len(rung(business, business.bola)) == before + 1
    assert not sees(business.owner, NEAR)


async def test_who_shares_no_place_any_more_is_near_nobody(business: Business):
    await awaited(business)
    shared = await shares(business, 6.59)
    business.musa.stop_sharing(shared)
    await business.town.idle()
    business.musa.share_location(6.6, 3.35)
    await business.town.idle()
    assert not sees(business.bola, NEAR)


@pytest.mark.parametrize(
    "place", [Point(latitude=0, longitude=0), Point(latitude=1e-3, longitude=-1e-3)]
)
async def test_a_place_at_sea_tells_nothing(business: Business, place: Point):
    await awaited(business, place)
    business.musa.share_location(place.latitude, place.longitude, 3600)
    await business.town.idle()
    assert not sees(business.bola, NEAR)


async def test_an_old_place_tells_nothing(business: Business):
    await awaited(business)
    shared = await shares(business, 6.59)
    await business.town.stop_bot()
    business.musa.move(shared, 6.6, 3.35)
    business.clock.advance(timedelta(minutes=10))
    await business.town.start_bot()
    await business.later(seconds=2)
    assert not sees(business.bola, NEAR)


async def test_a_rider_says_that_they_are_at_the_door_with_a_tap(business: Business):
    await awaited(business)
    before = len(rung(business, business.bola))
    await business.presses(business.musa, "At the door")
    await business.presses(business.musa, "At the door")
    assert heard(business.bola, "🚪 Musa is at your door with order 1001.") == 1
    assert len(rung(business, business.bola)) == before + 1
    shared = await shares(business, 6.59)
    await moves_to(business, shared, 6.6)
    assert not sees(business.bola, NEAR)


@pytest.mark.parametrize("words", ["im outside", "i am at the door", "Downstairs now"])
async def test_a_rider_says_so_in_words(business: Business, words: str):
    await awaited(business)
    message = await business.says(business.musa, words)
    assert sees(business.bola, "🚪 Musa is at your door")
    assert message.reactions
    assert not sees(business.owner, words)


async def test_on_a_round_the_next_stop_is_offered_and_nobody_is_told_on_a_guess(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    await business.in_the_bag(*doors(business, 2))
    await business.says(business.musa, "im at the gate")
    assert not sees(business.bola, "at your door")
    assert "Order 1001: shall the customer hear" in told(business.musa)[-1]
    await business.presses(business.musa, "At the door")
    assert sees(business.bola, "🚪 Musa is at your door")


async def test_where_the_customer_is_not_here_the_rider_is_asked_to_call(business: Business):
    await business.on_the_way()
    assert "🚪 At the door" not in labels(finds(business.musa, "On the way"))
    await business.says(business.musa, "i have arrived")
    assert "Please call them" in told(business.musa)[-1]


async def test_a_second_attempt_is_told_again_and_what_goes_back_is_not(business: Business):
    await nobody_there(business)
    await business.says(business.musa, "im outside")
    await what_now(business, "30 min")
    await business.says(business.musa, "im outside")
    assert heard(business.bola, "at your door") == 2
    await what_now(business, "Back to the shop")
    assert "🚪 At the door" not in labels(finds(business.musa, "back to the shop"))
    await business.says(business.musa, "im outside")
    assert heard(business.bola, "at your door") == 2
