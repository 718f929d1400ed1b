"""Contract: Endpoints, 11."""

from typing import Any

import pytest

from tests.service.fleet import Fleet

UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"


async def switch(fleet: Fleet, rider: str, *others: str) -> Any:
    body = {"rider_uuids": others or [rider]}
    return await fleet.post(f"/riders/change_status/{rider}", body)


async def active(fleet: Fleet, *riders: str) -> list[bool]:
    return [(await fleet.get(f"/riders/get/{rider}"))["active"] for rider in riders]


async def test_an_active_rider_is_removed_and_a_removed_one_activated(fleet: Fleet):
    rider = await fleet.rider()
    data = await switch(fleet, rider)
    assert (data["uuid"], data["active"], data["total_completed_delivery"]) == (rider, False, 0)
    assert await active(fleet, rider) == [False]
    assert (await switch(fleet, rider))["active"] is True
    assert await active(fleet, rider) == [True]


async def test_what_the_rider_has_delivered_is_told(fleet: Fleet):
    uuid = await fleet.at("Delivered")
    rider = (await fleet.delivery(uuid))["rider_info"]["uuid"]
    data = await switch(fleet, rider)
    assert data["total_completed_delivery"] == 1
    assert "number_of_ongoing_deliveries" not in data


async def test_as_form_fields_each_rider_is_switched_once(fleet: Fleet):
    first, second = await fleet.rider(), await fleet.rider(email="two@example.com")
    await switch(fleet, second)
    answer = await fleet.http.post(
        f"/riders/change_status/{first}", data={"rider_uuids[]": [second, first, second]}
    )
    assert answer.json()["data"]["uuid"] == first
    assert await active(fleet, first, second) == [False, True]


async def test_the_rider_of_the_path_is_switched_with_the_others(fleet: Fleet):
    first, second = await fleet.rider(), await fleet.rider(email="two@example.com")
    assert (await switch(fleet, first, second))["active"] is False
    assert await active(fleet, first, second) == [False, False]


async def test_a_removed_rider_keeps_what_is_in_hand_and_gets_nothing_new(fleet: Fleet):
    uuid = await fleet.at("Awaiting Pickup")
    rider = (await fleet.delivery(uuid))["rider_info"]["uuid"]
    await switch(fleet, rider)
    assert (await fleet.move(uuid, "accepted"))["rider_info"]["active"] is False
    fresh = await fleet.at("Pending")
    answer = await fleet.http.post(f"/deliveries/assign/{rider}", json={"delivery_uuid": [fresh]})
    assert answer.status_code == 422


async def test_an_invited_rider_who_is_activated_is_no_pending_invite(fleet: Fleet):
    rider = await fleet.invite()
    assert (await switch(fleet, rider))["active"] is True
    for flag, total in (("1", 0), ("0", 1)):
        assert (await fleet.riders(pending_invites=flag))["riders"]["total"] == total
    await switch(fleet, rider)
    assert (await fleet.riders(pending_invites="1"))["riders"]["total"] == 0


@pytest.mark.parametrize("uuid", [UNKNOWN, "1"])
async def test_a_rider_that_does_not_exist_is_not_found(fleet: Fleet, uuid: str):
    rider = await fleet.rider()
    answer = await fleet.http.post(f"/riders/change_status/{uuid}", json={"rider_uuids": [rider]})
    assert answer.status_code == 422
    assert await active(fleet, rider) == [True]


@pytest.mark.parametrize(
    ("others", "field"),
    [
        ([UNKNOWN], "rider_uuids.0"),
        (["x"], "rider_uuids.0"),
        ([], "rider_uuids"),
        ("x", "rider_uuids"),
        (None, "rider_uuids"),
        ([UNKNOWN] * 101, "rider_uuids"),
    ],
)
async def test_a_wrong_array_is_refused_and_nobody_is_switched(
    fleet: Fleet, others: object, field: str
):
    rider = await fleet.rider()
    path = f"/riders/change_status/{rider}"
    answer = await fleet.http.post(path, json={"rider_uuids": others})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]
    assert (await fleet.http.post(path, json={})).status_code == 422
    assert await active(fleet, rider) == [True]
