"""Contract: Endpoints, 4, the last line."""

import pytest

from tests.service.fleet import SENDER_PHONE, Fleet

UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"


@pytest.mark.parametrize("encoding", ["json", "data"])
async def test_it_answers_as_the_status_update_does(fleet: Fleet, encoding: str):
    uuid = await fleet.at("Awaiting Pickup")
    body = {encoding: {"status": "accepted"}}
    answer = (await fleet.http.post(f"/deliveries/get/{uuid}", **body)).json()
    assert answer["message"] == "Delivery status updated"
    assert answer["data"]["status"] == "Order Accepted"
    assert answer["data"]["delivery_detail"]
    assert "id" in answer["data"]["customer_detail"]


async def test_it_needs_the_same_codes(fleet: Fleet):
    path = f"/deliveries/get/{await fleet.at('Order Accepted')}"
    body = {"status": "in_transit"}
    assert (await fleet.http.post(path, json=body)).status_code == 422
    code = await fleet.code(SENDER_PHONE)
    data = await fleet.post(path, body | {"pickup_otp": code})
    assert data["status"] == "In Transit"


async def test_a_uuid_in_the_body_has_to_agree_with_the_path(fleet: Fleet):
    uuid, other = await fleet.at("Awaiting Pickup"), await fleet.at("Awaiting Pickup")
    body = {"status": "accepted", "delivery_uuid": other}
    answer = await fleet.http.post(f"/deliveries/get/{uuid}", json=body)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["delivery_uuid"]
    for moved in (uuid, other):
        assert (await fleet.delivery(moved))["status"] == "Awaiting Pickup"
    await fleet.post(f"/deliveries/get/{uuid}", body | {"delivery_uuid": uuid.upper()})


@pytest.mark.parametrize("body", [{}, {"status": ""}, {"status": "failed"}, []])
async def test_without_a_status_it_is_refused(fleet: Fleet, body: object):
    path = f"/deliveries/get/{await fleet.at('Pending')}"
    assert (await fleet.http.post(path, json=body)).status_code == 422


@pytest.mark.parametrize("uuid", [UNKNOWN, "1001"])
async def test_a_delivery_that_does_not_exist_is_not_found(fleet: Fleet, uuid: str):
    answer = await fleet.http.post(f"/deliveries/get/{uuid}", json={"status": "cancelled"})
    assert answer.status_code == 422
