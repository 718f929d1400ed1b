"""A place that a customer sends is where the rider's map leads, and what the record says."""

import pytest

from bot.fleet import Coordinates, Delivery, Point
from bot.local_telegram import LocalUser
from tests.journeys.test_door_photo import waiting
from tests.journeys.test_navigate import way
from tests.support.business import SENDER, Business, heard, labels, sees, told
from tests.support.photo_door import WITHOUT_DOOR, PhotoDoor

HERE = Point(latitude=6.6018, longitude=3.3515)
PUT = "/places"


@pytest.fixture
def fleet_door() -> PhotoDoor:
    return PhotoDoor()


async def sends_place(
    business: Business, person: LocalUser, point: Point = HERE, seconds: int | None = None
) -> None:
    await business.restart()
    person.share_location(point.latitude, point.longitude, seconds)
    await business.town.idle()


async def places(business: Business, delivery: Delivery) -> Coordinates:
    return (await business.town.shop.get_delivery(delivery.uuid)).coordinates


async def test_a_receivers_place_comes_to_the_record_and_the_riders_map_leads_there(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    delivery = await business.on_the_way()
    assert await way(business) == ("5 Allen Avenue", "5 Allen Avenue")
    await sends_place(business, business.bola)
    assert await places(business, delivery) == Coordinates(receiver=HERE)
    assert await way(business) == ("6.6018,3.3515", "5 Allen Avenue")
    assert sees(business.bola, "Order 1001: the rider’s map leads to the place that you have sent")
    assert heard(business.musa, "Order 1001: the place was sent") == 1
    assert await waiting(business) == {}


async def test_a_senders_place_is_where_the_parcel_is_fetched_and_is_of_no_use_later(
    business: Business,
):
    ada = business.town.telegram.add_user("Ada", phone=SENDER)
    await business.joins_by_phone(ada)
    delivery = await business.accepted()
    await sends_place(business, ada)
    assert await places(business, delivery) == Coordinates(sender=HERE)
    assert (await way(business))[0] == "6.6018,3.3515"
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await sends_place(business, ada, Point(latitude=1, longitude=2))
    assert await places(business, delivery) == Coordinates(sender=HERE)
    assert "Your place helps while a parcel is on its way" in told(ada)[-1]


async def test_of_several_parcels_it_is_asked_which_is_meant_and_only_that(business: Business):
    await business.joins_by_phone(business.bola)
    first, second = await business.order(), await business.order()
    await sends_place(business, business.bola)
    assert "For which delivery is the place?" in told(business.bola)[-1]
    assert labels(business.bola.last) == ["Order 1001", "Order 1002"]
    await business.presses(business.bola, "Order 1002")
    assert await places(business, first) == Coordinates()
    assert await places(business, second) == Coordinates(receiver=HERE)
    assert sees(business.bola, "Order 1002: the rider’s map leads to the place")


async def test_a_question_that_is_too_old_sends_no_place(business: Business, fleet_door: PhotoDoor):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.order()
    await sends_place(business, business.bola)
    await business.later(minutes=31)
    await business.presses(business.bola, "Order 1002")
    assert sees(business.bola, "That was too long ago. Please send the place again.")
    assert fleet_door.count(PUT) == 0


async def test_a_place_waits_while_the_door_is_shut_and_holds_no_code_up(
    business: Business, fleet_door: PhotoDoor
):
    await business.joins_by_phone(business.bola)
    delivery = await business.accepted()
    fleet_door.status = 503
    await sends_place(business, business.bola)
    assert not sees(business.bola, "the rider’s map leads")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert sees(business.musa, "On the way")
    fleet_door.status = None
    await business.later(minutes=2)
    assert await places(business, delivery) == Coordinates(receiver=HERE)
    assert heard(business.bola, "the rider’s map leads to the place") == 1


async def test_a_place_whose_answer_was_lost_is_put_once(business: Business, fleet_door: PhotoDoor):
    await business.joins_by_phone(business.bola)
    delivery = await business.accepted()
    fleet_door.status, fleet_door.does_it = 502, True
    await sends_place(business, business.bola)
    assert await places(business, delivery) == Coordinates(receiver=HERE)
    await business.later(minutes=2)
    assert fleet_door.count(PUT) == 1
    assert heard(business.bola, "the rider’s map leads to the place") == 1


async def test_a_place_that_is_not_taken_is_told(business: Business, fleet_door: PhotoDoor):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    fleet_door.status = 422
    await sends_place(business, business.bola)
    assert sees(business.bola, "The place could not be kept for order 1001")
    assert not sees(business.musa, "the place was sent")


async def test_so_many_places_a_day_are_taken(business: Business, fleet_door: PhotoDoor):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    for number in range(7):
        await sends_place(business, business.bola, Point(latitude=6 + number / 10, longitude=3))
    assert fleet_door.count(PUT) == 5
    assert heard(business.bola, "Order 1001 has enough places for today") == 2


async def test_nobody_elses_place_and_none_that_moves_is_taken(
    business: Business, fleet_door: PhotoDoor
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    stranger = business.town.telegram.add_user("Zed")
    await sends_place(business, stranger)
    await sends_place(business, business.bola, seconds=3600)
    await sends_place(business, business.owner)
    assert fleet_door.count(PUT) == 0


@pytest.mark.parametrize("changed_settings", [{"fleet": WITHOUT_DOOR}])
async def test_without_a_door_all_is_as_it_was(business: Business, fleet_door: PhotoDoor):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await sends_place(business, business.bola)
    assert "Your place helps while a parcel is on its way" in told(business.bola)[-1]
    assert not [path for path in fleet_door.paths if "operator" in path]
