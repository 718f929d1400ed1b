"""Contract: Endpoints, 3."""

import pytest

from tests.service.fleet import Fleet

UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"


async def test_assigned_deliveries_await_pickup_and_show_fees_for_people(fleet: Fleet):
    rider = await fleet.rider()
    uuids = [(await fleet.create())["uuid"] for _ in range(2)]
    answer = await fleet.http.post(
        f"/deliveries/assign/{rider}", data={"delivery_uuid[]": list(reversed(uuids))}
    )
    data = answer.json()["data"]
    assert [d["uuid"] for d in data] == list(reversed(uuids))
    for delivery in data:
        assert delivery["status"] == "Awaiting Pickup"
        assert delivery["delivery_fee"] == "NGN 1,500.00"
        assert delivery["rider_info"]["uuid"] == rider
        assert delivery["fleet_id"] is None
        assert delivery["delivery_type"] is None
        assert delivery["items"]
        assert delivery["delivery_detail"]


async def test_json_may_name_an_array_as_a_form_does(fleet: Fleet):
    rider, uuid = await fleet.rider(), (await fleet.create())["uuid"]
    (data,) = await fleet.post(f"/deliveries/assign/{rider}", {"delivery_uuid[]": [uuid]})
    assert (data["uuid"], data["status"]) == (uuid, "Awaiting Pickup")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Pending", "Awaiting Pickup"),
        ("Awaiting Pickup", "Awaiting Pickup"),
        ("Order Accepted", "Awaiting Pickup"),
        ("In Transit", "In Transit"),
    ],
)
async def test_another_rider_has_to_accept_anew_until_the_parcel_is_on_its_way(
    fleet: Fleet, before: str, after: str
):
    uuid = await fleet.at(before)
    other = await fleet.rider(email="other@example.com", name="Other")
    (data,) = await fleet.assign(other, uuid)
    assert (data["status"], data["rider_info"]["name"]) == (after, "Other")


async def test_the_same_rider_again_changes_nothing(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    rider = (await fleet.get(f"/deliveries/get/{uuid}"))["rider_info"]["uuid"]
    (data,) = await fleet.assign(rider, uuid)
    assert data["status"] == "Order Accepted"


@pytest.mark.parametrize("state", ["Delivered", "Cancelled"])
async def test_a_delivery_that_is_over_refuses_the_whole_request(fleet: Fleet, state: str):
    over, fresh = await fleet.at(state), await fleet.at("Pending")
    rider = await fleet.rider(email="other@example.com")
    answer = await fleet.http.post(
        f"/deliveries/assign/{rider}", json={"delivery_uuid": [fresh, over]}
    )
    assert answer.status_code == 422
    assert answer.json()["errors"] == {
        "delivery_uuid.1": [f"Delivery 1001 is {state} and cannot be assigned."]
    }
    assert (await fleet.get(f"/deliveries/get/{fresh}"))["status"] == "Pending"


@pytest.mark.parametrize("uuids", [[], [UNKNOWN], ["x"], "x", None])
async def test_unknown_deliveries_are_refused(fleet: Fleet, uuids: object):
    answer = await fleet.http.post(
        f"/deliveries/assign/{await fleet.rider()}", json={"delivery_uuid": uuids}
    )
    assert answer.status_code == 422
    assert next(iter(answer.json()["errors"])).startswith("delivery_uuid")


async def test_an_unknown_rider_is_not_found(fleet: Fleet):
    uuid = await fleet.at("Pending")
    answer = await fleet.http.post(f"/deliveries/assign/{UNKNOWN}", json={"delivery_uuid": [uuid]})
    assert answer.status_code == 422


async def test_an_invited_rider_gets_nothing_before_being_active(fleet: Fleet):
    rider = await fleet.invite()
    uuid = await fleet.at("Pending")
    answer = await fleet.http.post(f"/deliveries/assign/{rider}", json={"delivery_uuid": [uuid]})
    assert answer.status_code == 422
    assert answer.json()["message"] == "The rider is not active."
