"""At the operator's door: what riders have earned, what is paid for, and who took it."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from bot.service.app import make_server
from bot.service.operations.enrolment import edit_rider
from bot.service.operations.find import get_delivery
from bot.service.operations.keys import new_operator_key
from tests.service.fleet import Fleet
from tests.service.test_amounts import deliver

DAY = {"since": "2026-03-01T00:00:00Z", "until": "2026-03-03T00:00:00+01:00"}


@pytest.fixture
async def door(fleet: Fleet) -> AsyncIterator[httpx.AsyncClient]:
    async with make_server(fleet.service.asgi) as server, httpx.AsyncClient() as door:
        door.base_url = f"{server.url}/development/operator/v1"
        key = await new_operator_key(fleet.development)
        door.headers["authorization"] = f"Bearer {key}"
        yield door


async def listed(door: httpx.AsyncClient, **query: str) -> list[Any]:
    answer = await door.get("/commissions", params=DAY | query)
    assert answer.status_code == 200, answer.text
    data: list[Any] = answer.json()["data"]
    return data


async def test_what_was_earned_stays_as_it_was_at_the_drop_off(
    door: httpx.AsyncClient, fleet: Fleet
):
    rider, other = await fleet.rider(), await fleet.rider("bisi@example.com", "Bisi Ojo")
    await edit_rider(fleet.development, rider, commission_value=20050)
    first = await deliver(fleet, rider, "1500")
    await edit_rider(fleet.development, rider, commission_value=100)
    fleet.clock.advance(timedelta(minutes=1))
    second = await deliver(fleet, rider, "999.99")
    fleet.clock.advance(timedelta(minutes=1))
    third = await deliver(fleet, other, "10")
    theirs = [
        {"delivery_uuid": first, "rider_commission": "200.50"},
        {"delivery_uuid": second, "rider_commission": "1.00"},
    ]
    assert await listed(door, rider_uuid=rider) == theirs
    assert await listed(door) == [*theirs, {"delivery_uuid": third, "rider_commission": None}]
    assert await listed(door, until=DAY["since"]) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"since": "yesterday"}, "since"),
        ({"until": "2026-03-01T00:00:00"}, "until"),
        ({"rider_uuid": "musa"}, "rider_uuid"),
    ],
)
async def test_a_time_that_is_none_is_refused_by_its_name(
    door: httpx.AsyncClient, query: dict[str, str], field: str
):
    answer = await door.get("/commissions", params=DAY | query)
    assert (answer.status_code, [*answer.json()["errors"]]) == (422, [field])


async def test_who_took_a_parcel_is_put_as_often_as_one_likes(
    door: httpx.AsyncClient, fleet: Fleet
):
    uuid = (await fleet.create())["uuid"]
    for taken_by in ("guard", "guard", " Mr Obi at the gate "):
        answer = await door.put(f"/deliveries/{uuid}/taker", json={"taken_by": taken_by})
        assert (answer.status_code, answer.json()["data"]) == (200, {"taken_by": taken_by.strip()})
    assert (await get_delivery(fleet.development, uuid)).taken_by == "Mr Obi at the gate"
    for wrong in ({}, {"taken_by": " "}, {"taken_by": "x" * 201}):
        answer = await door.put(f"/deliveries/{uuid}/taker", json=wrong)
        assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["taken_by"])
    unknown = "/deliveries/7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111/taker"
    assert (await door.put(unknown, json={"taken_by": "guard"})).status_code == 422


async def test_whether_a_delivery_is_paid_for_is_put_as_often_as_one_likes(
    door: httpx.AsyncClient, fleet: Fleet
):
    uuid = (await fleet.create())["uuid"]
    for paid in (True, True, False):
        answer = await door.put(f"/deliveries/{uuid}/payment", json={"is_paid": paid})
        assert (answer.status_code, answer.json()["data"]) == (200, {"is_paid": paid})
        assert (await fleet.get(f"/deliveries/get/{uuid}"))["is_paid"] is paid
    answer = await door.put(f"/deliveries/{uuid}/payment", json={"is_paid": "perhaps"})
    assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["is_paid"])
    unknown = "/deliveries/7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111/payment"
    assert (await door.put(unknown, json={"is_paid": True})).status_code == 422
