"""A rider's live location: on the customers' maps between pickup and drop-off, and never else."""

import pytest

from bot.fleet import StatusToken
from bot.local_telegram import ChatMessage, LocalUser
from tests.support.business import Business, told


def places(person: LocalUser) -> list[ChatMessage]:
    """The places that the bot has put into somebody's chat."""
    return [message for message in person.messages if message.from_bot and message.location]


def point(message: ChatMessage) -> tuple[float, float]:
    return message.location.latitude, message.location.longitude


def is_live(message: ChatMessage) -> bool:
    return message.location.live_period is not None


def moves(business: Business) -> int:
    calls = business.town.telegram.calls
    return sum(call.method == "editMessageLiveLocation" for call in calls)


async def followed(business: Business) -> str:
    """A delivery that Bola follows and Musa has accepted."""
    delivery = await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa")
    await business.presses(business.musa, "Accept")
    return delivery.uuid


async def shares(business: Business, latitude: float, seconds: int | None = 3600) -> ChatMessage:
    message = business.musa.share_location(latitude, 3.35, seconds)
    await business.town.idle()
    return message


async def moves_to(business: Business, shared: ChatMessage, latitude: float) -> None:
    business.musa.move(shared, latitude, 3.35)
    await business.town.idle()


async def test_customers_see_the_rider_between_pickup_and_drop_off_only(business: Business):
    await followed(business)
    shared = await shares(business, 6.50)
    assert "see where you are.\nIt ends at 10:00 UTC." in told(business.musa)[-1]
    assert places(business.bola) == []

    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    (shown,) = places(business.bola)
    assert point(shown) == (6.50, 3.35)
    assert is_live(shown)
    assert shown.silent
    assert places(business.owner) == []

    await moves_to(business, shared, 6.51)
    await business.later(seconds=10)
    assert point(shown) == (6.51, 3.35)

    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert not is_live(shown)
    await moves_to(business, shared, 6.59)
    await business.later(seconds=10)
    assert point(shown) == (6.51, 3.35)
    assert places(business.bola) == [shown]


@pytest.mark.without_limits  # its steps wait for a time, as what has no turn does
async def test_many_steps_are_one_move_every_ten_seconds(business: Business):
    await followed(business)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    shared = await shares(business, 6.50)
    (shown,) = places(business.bola)
    for step in range(1, 31):
        await moves_to(business, shared, 6.50 + step / 1000)
        await business.later(seconds=1)
    await business.later(seconds=10)
    assert moves(business) in {3, 4}
    assert point(shown) == (6.53, 3.35)


async def test_who_joins_later_sees_the_rider_too_and_who_stops_sharing_is_seen_no_more(
    business: Business,
):
    await business.on_the_way()
    shared = await shares(business, 6.50)
    await business.follows(business.bola, "Bola Ahmed")
    (shown,) = places(business.bola)
    assert is_live(shown)

    business.musa.stop_sharing(shared)
    await business.town.idle()
    assert "Nobody sees any more where you are" in told(business.musa)[-1]
    assert not is_live(shown)

    await shares(business, 6.55)
    assert [point(place) for place in places(business.bola)] == [(6.50, 3.35), (6.55, 3.35)]
    assert [is_live(place) for place in places(business.bola)] == [False, True]


async def test_a_parcel_that_another_rider_takes_or_nobody_brings_takes_the_map_along(
    business: Business,
):
    uuid = await followed(business)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await shares(business, 6.50)
    await business.town.shop.assign(business.riders["Sani Ali"], [uuid])
    await business.town.idle()
    assert [is_live(place) for place in places(business.bola)] == [False]

    await business.town.shop.assign(business.riders["Musa Bello"], [uuid])
    await business.town.idle()
    assert [is_live(place) for place in places(business.bola)] == [False, True]
    await business.town.shop.update_status(uuid, StatusToken.CANCELLED, note="Lost")
    await business.town.idle()
    assert [is_live(place) for place in places(business.bola)] == [False, False]


async def test_a_place_that_does_not_move_is_shown_to_nobody(business: Business):
    await followed(business)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await shares(business, 6.50, seconds=None)
    assert "This place stays where it is, so I show it to nobody." in told(business.musa)[-1]
    assert places(business.bola) == []


async def test_a_location_that_is_over_is_not_shown_to_who_comes_then(business: Business):
    await business.on_the_way()
    await shares(business, 6.50, seconds=900)
    await business.later(minutes=15)
    await business.follows(business.bola, "Bola Ahmed")
    assert places(business.bola) == []


async def test_nobody_elses_movements_are_answered(business: Business):
    await business.on_the_way()
    walk = business.bola.share_location(6.5, 3.3, 3600)
    await business.town.idle()
    before = len(told(business.bola))
    business.bola.move(walk, 6.6, 3.3)
    await business.town.idle()
    assert len(told(business.bola)) == before


async def test_a_map_that_telegram_moves_no_more_is_begun_anew(business: Business):
    await followed(business)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    shared = await shares(business, 6.50)
    over = "Bad Request: message can't be edited"
    business.town.telegram.fail("editMessageLiveLocation", 400, over)
    await moves_to(business, shared, 6.51)
    await business.later(seconds=10)
    (shown,) = places(business.bola)
    assert point(shown) == (6.51, 3.35)
    business.town.telegram.fail("stopMessageLiveLocation", 400, over)
    business.musa.stop_sharing(shared)
    await business.town.idle()
    await shares(business, 6.55)
    assert [point(place) for place in places(business.bola)] == [(6.51, 3.35), (6.55, 3.35)]


async def test_a_rider_who_is_removed_is_seen_no_more(business: Business):
    await followed(business)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await shares(business, 6.50)
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Musa")
    await business.presses(business.owner, "Remove")
    (shown,) = places(business.bola)
    assert not is_live(shown)
