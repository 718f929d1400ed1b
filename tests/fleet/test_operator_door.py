"""The operator's door of our own fleet service: what is put there, and what becomes of it."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from bot.fleet import (
    BodyTooLarge,
    Coordinates,
    FleetError,
    KeyHeader,
    NotFound,
    NotSent,
    OperatorDoor,
    OperatorKeyRefused,
    PhotoStage,
    Point,
    Refused,
    Unavailable,
    Unknown,
    Unreadable,
    Wire,
)
from tests.fleet.stand_in import (
    CLOSE,
    DELIVERY,
    KEY,
    OTHER_DELIVERY,
    RIDER,
    StandIn,
    answer,
    as_json,
    success,
)

JPEG = b"\xff\xd8\xff\x00 a picture \r\n\r\n\xff\xd9"
URL = "https://fleet.example/photos/1.jpg"

Open = Callable[[StandIn], OperatorDoor]


@pytest.fixture
async def opened() -> AsyncIterator[Open]:
    async with AsyncExitStack() as stack:

        def door(service: StandIn) -> OperatorDoor:
            url = service.url.replace("/api/v1", "/development/operator/v1")
            made = OperatorDoor(Wire(url, KEY, key_header=KeyHeader.BEARER, timeout=5.0))
            stack.push_async_exit(made)
            return made

        yield door


async def test_a_photo_is_put_as_it_is_with_the_key_of_the_door(opened: Open):
    async with StandIn(success({"url": URL})) as service:
        assert await opened(service).put_photo(DELIVERY, PhotoStage.DROPOFF, JPEG) == URL
        (asked,) = service.asked
    assert asked.method == "PUT"
    assert asked.target == f"/development/operator/v1/deliveries/{DELIVERY}/photos/dropoff"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert "x-api-key" not in asked.headers
    assert asked.headers["content-type"] == "image/jpeg"
    assert asked.body == JPEG


async def test_a_photo_of_the_pickup_has_a_place_of_its_own(opened: Open):
    async with StandIn(success({"url": URL})) as service:
        await opened(service).put_photo(DELIVERY, PhotoStage.PICKUP, JPEG)
        assert service.asked[0].target.endswith("/photos/pickup")


async def test_a_look_asks_for_the_door_itself_and_tells_its_environment(opened: Open):
    async with StandIn(success({"environment": "development", "version": 1})) as service:
        assert await opened(service).look() == "development"
        (asked,) = service.asked
    assert (asked.method, asked.target) == ("GET", "/development/operator/v1")


async def test_of_places_only_what_is_given_is_said(opened: Open):
    known = {"customer_latitude": 6.6, "customer_longitude": 3.35, "sender_latitude": None}
    async with StandIn(success(known)) as service:
        there = Point(latitude=6.6, longitude=3.35)
        places = await opened(service).put_places(DELIVERY, receiver=there)
        (asked,) = service.asked
    assert places == Coordinates(receiver=there)
    assert (asked.method, asked.target) == (
        "PUT",
        f"/development/operator/v1/deliveries/{DELIVERY}/places",
    )
    assert json.loads(asked.body) == {"customer_latitude": 6.6, "customer_longitude": 3.35}


async def test_commissions_are_read_to_the_hundredth_and_what_is_none_is_left_out(opened: Open):
    told = [
        {"delivery_uuid": DELIVERY.upper(), "rider_commission": "150.05"},
        {"delivery_uuid": OTHER_DELIVERY, "rider_commission": None},
        {"delivery_uuid": "nothing", "rider_commission": "1.00"},
        "nothing",
    ]
    since, until = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
    async with StandIn(success(told)) as service:
        earned = await opened(service).commissions(since, until, RIDER)
        (asked,) = service.asked
    assert earned == {DELIVERY: Decimal("150.05")}
    assert asked.method == "GET"
    assert asked.target == (
        "/development/operator/v1/commissions?since=2026-03-01T00%3A00%3A00%2B00%3A00"
        f"&until=2026-03-02T00%3A00%3A00%2B00%3A00&rider_uuid={RIDER}"
    )


async def test_of_a_rider_only_what_is_given_is_said(opened: Open):
    async with StandIn(success({"uuid": RIDER, "name": "Tunde Alabi"})) as service:
        rider = await opened(service).set_rider(
            RIDER, name="Tunde Alabi", phone_code="234", phone_number="8020000003", active=True
        )
        (asked,) = service.asked
    assert rider.name == "Tunde Alabi"
    assert asked.target == f"/development/operator/v1/riders/{RIDER}"
    assert json.loads(asked.body) == {
        "name": "Tunde Alabi",
        "phone_code": "234",
        "phone_number": "8020000003",
        "active": True,
    }


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        (answer(401, b"{}"), OperatorKeyRefused),
        (as_json({"status": "error", "message": "Not delivered yet."}, 422), Refused),
        (answer(404, b"{}"), NotFound),
        (answer(413, b"{}"), BodyTooLarge),
        (answer(503), Unavailable),
        (CLOSE, Unknown),
        (answer(200, b"<html>"), Unreadable),
        (success({}), Unreadable),
        (success({"uuid": OTHER_DELIVERY}), Unreadable),
    ],
)
async def test_what_becomes_of_it_is_told_as_by_the_api(
    given: bytes, outcome: type[FleetError], opened: Open
):
    async with StandIn(given) as service:
        door = opened(service)
        with pytest.raises(FleetError) as photo:
            await door.put_photo(DELIVERY, PhotoStage.DROPOFF, JPEG)
        with pytest.raises(FleetError) as rider:
            await door.set_rider(RIDER, name="Tunde Alabi")
        with pytest.raises(FleetError) as look:
            await door.look()
        assert {type(caught.value) for caught in (photo, rider, look)} == {outcome}
        assert len(service.asked) == 3
    assert KEY not in str(photo.value)


async def test_a_crafted_id_is_not_found_without_being_asked(opened: Open):
    async with StandIn(success({"url": URL})) as service:
        with pytest.raises(NotFound):
            await opened(service).put_photo("../riders", PhotoStage.DROPOFF, JPEG)
        assert service.asked == []


async def test_who_has_lost_the_right_asks_nothing(opened: Open):
    def lost() -> None:
        raise NotSent("no more")

    async with StandIn(success({"url": URL})) as service:
        with pytest.raises(NotSent):
            await opened(service).guarded(lost).put_photo(DELIVERY, PhotoStage.DROPOFF, JPEG)
        assert service.asked == []
