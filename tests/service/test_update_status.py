"""Contract: Endpoints, 6, and States and transitions."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE, Fleet, running, settings_at
from tests.support.clock import ManualClock

STATES = ("Pending", "Awaiting Pickup", "Order Accepted", "In Transit", "Delivered", "Cancelled")
NEXT = {
    ("Awaiting Pickup", "accepted"): "Order Accepted",
    ("Awaiting Pickup", "in_transit"): "In Transit",
    ("Order Accepted", "in_transit"): "In Transit",
    ("In Transit", "delivered"): "Delivered",
    ("Pending", "cancelled"): "Cancelled",
    ("Awaiting Pickup", "cancelled"): "Cancelled",
    ("Order Accepted", "cancelled"): "Cancelled",
    ("In Transit", "cancelled"): "Cancelled",
}


@pytest.mark.parametrize("state", STATES)
async def test_the_state_table(fleet: Fleet, state: str):
    uuid = await fleet.at(state)
    for wish in ("accepted", "in_transit", "delivered", "cancelled"):
        codes = {
            "pickup_otp": await fleet.code(SENDER_PHONE),
            "dropoff_otp": await fleet.code(RECEIVER_PHONE),
        }
        body = {"delivery_uuid": uuid, "status": wish} | codes
        answer = await fleet.http.post("/deliveries/update_status", json=body)
        after = (await fleet.get(f"/deliveries/get/{uuid}"))["status"]
        if (state, wish) in NEXT:
            assert (answer.status_code, after) == (200, NEXT[state, wish])
            uuid = await fleet.at(state)
        else:
            assert (answer.status_code, after) == (422, state)
            assert list(answer.json()["errors"]) == ["status"]


async def test_a_rider_of_a_new_delivery_may_pick_it_up_without_a_word_before(fleet: Fleet):
    uuid = (await fleet.create(riderid=await fleet.rider()))["uuid"]
    assert (await fleet.delivery(uuid))["status"] == "Pending"
    moved = await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))
    assert moved["status"] == "In Transit"


@pytest.mark.parametrize("state", ["Pending", "Awaiting Pickup", "Delivered"])
@pytest.mark.parametrize(
    ("status", "field"), [("in_transit", "pickup_otp"), ("delivered", "dropoff_otp")]
)
async def test_a_code_that_is_missing_is_asked_for_whatever_the_state(
    fleet: Fleet, state: str, status: str, field: str
):
    body = {"delivery_uuid": await fleet.at(state), "status": status}
    answer = await fleet.http.post("/deliveries/update_status", json=body)
    required = f"The {field} field is required when status is {status}."
    assert answer.json()["errors"] == {field: [required]}


async def test_an_operator_can_have_every_delivery_accepted_first(
    folder: Path, certificates: Path, clock: ManualClock
):
    settings = replace(settings_at(folder, certificates), accepted_first=True)
    async with running(settings, clock) as fleet:
        uuid = await fleet.at("Awaiting Pickup")
        picked_up = {"pickup_otp": await fleet.code(SENDER_PHONE)}
        body = {"delivery_uuid": uuid, "status": "in_transit"} | picked_up
        answer = await fleet.http.post("/deliveries/update_status", json=body)
        assert list(answer.json()["errors"]) == ["status"]
        await fleet.move(uuid, "accepted")
        assert (await fleet.move(uuid, "in_transit", **picked_up))["status"] == "In Transit"


async def test_the_answer_has_the_list_shape_and_the_contracts_message(fleet: Fleet):
    uuid = await fleet.at("Awaiting Pickup")
    body = {"delivery_uuid": uuid, "status": "accepted"}
    answer = (await fleet.http.post("/deliveries/update_status", data=body)).json()
    assert answer["message"] == "Delivery status updated"
    assert answer["data"]["status"] == "Order Accepted"
    assert answer["data"]["delivery_detail"]
    assert "id" in answer["data"]["customer_detail"]


async def test_a_delivery_remembers_when_it_was_picked_up_and_dropped_off(fleet: Fleet):
    data = await fleet.get(f"/deliveries/get/{await fleet.at('Delivered')}")
    assert data["pickup_at"] == data["dropoff_at"] == "2026-03-02T09:00:00.000000Z"


async def test_a_cancellation_keeps_its_reason(fleet: Fleet):
    data = await fleet.move(await fleet.at("Pending"), "cancelled", note="Shop closed")
    assert data["cancellation_reason"] == "Shop closed"
    assert data["cancelled_by"]["name"]


@pytest.mark.parametrize(
    ("state", "wish", "field", "text"),
    [
        ("Order Accepted", "in_transit", "pickup_otp", "The pickup code is not correct."),
        ("In Transit", "delivered", "dropoff_otp", "The drop-off code is not correct."),
    ],
)
async def test_a_wrong_code_is_refused_and_the_right_one_still_works(
    fleet: Fleet, state: str, wish: str, field: str, text: str
):
    uuid = await fleet.at(state)
    phone = SENDER_PHONE if field == "pickup_otp" else RECEIVER_PHONE
    code = await fleet.code(phone)
    for wrong in (f"{(int(code) + 1) % 10000:04}", code + "0", "ÄÖ", "x" * 2000):
        body = {"delivery_uuid": uuid, "status": wish, field: wrong}
        answer = await fleet.http.post("/deliveries/update_status", json=body)
        assert answer.status_code == 422
        assert answer.json() == {"status": "error", "message": text, "errors": {field: [text]}}
    await fleet.move(uuid, wish, **{field: f" {code} "})


@pytest.mark.parametrize(
    ("state", "wish", "field"),
    [("Order Accepted", "in_transit", "pickup_otp"), ("In Transit", "delivered", "dropoff_otp")],
)
async def test_the_code_is_required(fleet: Fleet, state: str, wish: str, field: str):
    body = {"delivery_uuid": await fleet.at(state), "status": wish}
    for without in ({}, {field: None}, {field: ""}):
        answer = await fleet.http.post("/deliveries/update_status", json=body | without)
        assert answer.status_code == 422
        assert list(answer.json()["errors"]) == [field]


async def test_one_deliverys_code_does_not_move_another(fleet: Fleet):
    first = await fleet.at("Order Accepted")
    code = await fleet.code(SENDER_PHONE)
    second = await fleet.at("Order Accepted")
    while await fleet.code(SENDER_PHONE) == code:
        second = await fleet.at("Order Accepted")
    body = {"delivery_uuid": second, "status": "in_transit", "pickup_otp": code}
    assert (await fleet.http.post("/deliveries/update_status", json=body)).status_code == 422
    await fleet.move(first, "in_transit", pickup_otp=code)


async def test_a_delivery_without_a_rider_cannot_be_accepted(fleet: Fleet):
    body = {"delivery_uuid": await fleet.at("Pending"), "status": "accepted"}
    answer = await fleet.http.post("/deliveries/update_status", json=body)
    assert answer.json()["message"] == "The delivery has no rider yet."


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"delivery_uuid": "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"}, "delivery_uuid"),
        ({"delivery_uuid": "x"}, "delivery_uuid"),
        ({"status": "failed"}, "status"),
        ({"status": None}, "status"),
        ({"pickup_otp": 1234}, "pickup_otp"),
    ],
)
async def test_a_wrong_field_is_refused_by_its_name(
    fleet: Fleet, change: dict[str, object], field: str
):
    body = {"delivery_uuid": await fleet.at("Pending"), "status": "cancelled"} | change
    answer = await fleet.http.post("/deliveries/update_status", json=body)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]
