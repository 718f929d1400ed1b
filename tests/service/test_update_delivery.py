"""Contract: Endpoints, 2."""

from typing import Any

import pytest

from tests.service.fleet import (
    RECEIVER_PHONE,
    SENDER_PHONE,
    Fleet,
    restated,
    restated_item,
    restated_receiver,
)

UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"
NEW_NUMBER = "08090001111"
NEW_PHONE = "+2348090001111"
OLDER = {
    "sender_name": "Bisi Stores",
    "sender_address": "2 Broad Street",
    "sender_email": "",
    "sender_phone": "08031112222",
    "sender_phonecode": "234",
    "customer_name": "Chidi Eze",
    "customer_address": "9 Low Street",
    "customer_email": "chidi@example.com",
    "customer_phone_number": "08054445555",
    "customer_phone_code": "234",
    "delivery_fee": "1800",
    "riderid": "",
}


async def refused(fleet: Fleet, uuid: str, body: Any) -> list[str]:
    """The fields for which an update is refused; nothing has changed then."""
    before = await fleet.delivery(uuid)
    answer = await fleet.http.post(f"/deliveries/update/{uuid}", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["status"] == "error"
    assert await fleet.delivery(uuid) == before
    return list(answer.json()["errors"])


async def test_the_answer_has_the_organization_and_the_contracts_message(fleet: Fleet):
    delivery = await fleet.delivery(await fleet.at("Pending"))
    body = restated(delivery, delivery_fee="1800", sender_name="Bisi Stores")
    answer = (await fleet.http.post(f"/deliveries/update/{delivery['uuid']}", json=body)).json()
    assert (answer["status"], answer["message"]) == ("success", "Delivery updated")
    data = answer["data"]
    assert data["organization_detail"]["uuid"]
    assert data["delivery_fee"] == "1800"
    assert data["sender_detail"]["sender_name"] == "Bisi Stores"
    assert data["customer_detail"] == delivery["customer_detail"]
    assert data["items"] == delivery["items"]
    assert data == await fleet.delivery(delivery["uuid"])


async def test_an_update_that_repeats_everything_changes_and_tells_nothing(fleet: Fleet):
    uuid = await fleet.at("Pending")
    before = await fleet.delivery(uuid)
    await fleet.service.idle()
    told = len(fleet.sms.messages)
    assert _but_for_time(await fleet.update(uuid, send_sms="true")) == _but_for_time(before)
    await fleet.service.idle()
    assert len(fleet.sms.messages) == told


def _but_for_time(delivery: dict[str, Any]) -> dict[str, Any]:
    people = {
        name: {**delivery[name], "updated_at": ""} for name in ("sender_detail", "customer_detail")
    }
    return {**delivery, **people}


ADDRESSES = [
    {"receivers[0][customer_address][]": ["9 Low Street", "Flat 2"]},
    {"receivers[0][customer_address]": ["9 Low Street", "Flat 2"]},
    {
        "receivers[0][customer_address][0]": "9 Low Street",
        "receivers[0][customer_address][1]": "Flat 2",
    },
    {"receivers[0][customer_address]": "9 Low Street, Flat 2"},
]


@pytest.mark.parametrize("address", ADDRESSES)
async def test_the_newer_variant_as_bracketed_form_fields(
    fleet: Fleet, address: dict[str, str | list[str]]
):
    delivery = await fleet.delivery(await fleet.at("Awaiting Pickup"))
    fields = {
        **{name: value for name, value in OLDER.items() if name.startswith("sender_")},
        **address,
        "receivers[0][customer_name]": "Chidi Eze",
        "receivers[0][customer_phone_number]": "08054445555",
        "receivers[0][customer_phone_code]": "234",
        "receivers[0][customer_email]": "",
        "receivers[0][customer_detail_id]": delivery["customer_detail"]["uuid"],
        "receivers[0][items][0][item_uuid]": delivery["items"][0]["uuid"],
        "receivers[0][items][0][item_description]": "Boots",
        "receivers[0][items][0][item_quantity]": "1",
        "receivers[0][items][0][item_value]": "9000.00",
        "receivers[0][items][1][item_description]": "Laces",
        "receivers[0][items][1][item_quantity]": "4",
        "receivers[0][items][1][item_value]": "50",
        "delivery_fee": "1800",
        "send_sms": "false",
        "creation_date": "",
    }
    answer = await fleet.http.post(f"/deliveries/update/{delivery['uuid']}", data=fields)
    data = answer.json()["data"]
    assert data["customer_detail"]["customer_name"] == "Chidi Eze"
    assert data["customer_detail"]["customer_address"] == "9 Low Street, Flat 2"
    assert data["customer_detail"]["uuid"] == delivery["customer_detail"]["uuid"]
    assert data["status"] == "Awaiting Pickup"
    boots, laces = data["items"]
    assert boots == delivery["items"][0] | {
        "item_description": "Boots",
        "item_quantity": 1,
        "item_value": "9000.00",
    }
    assert (laces["item_description"], laces["item_quantity"]) == ("Laces", 4)


@pytest.mark.parametrize("encoding", ["json", "data"])
async def test_the_older_variant_has_flat_fields(fleet: Fleet, encoding: str):
    delivery = await fleet.delivery(await fleet.at("Pending"))
    (item,) = delivery["items"]
    items: dict[str, Any] = {
        "json": {"items": [{"item_uuid": item["uuid"], "item_description": "Boots"}]},
        "data": {
            "items[0][item_uuid]": item["uuid"],
            "items[0][item_description]": "Boots",
            "items[0][item_quantity]": "",
        },
    }
    body = {encoding: OLDER | items[encoding]}
    answer = await fleet.http.post(f"/deliveries/update/{delivery['uuid']}", **body)
    data = answer.json()["data"]
    assert data["delivery_fee"] == "1800"
    assert data["sender_detail"]["sender_name"] == "Bisi Stores"
    assert data["customer_detail"]["customer_name"] == "Chidi Eze"
    assert data["customer_detail"]["uuid"] == delivery["customer_detail"]["uuid"]
    assert data["organization_detail"]
    assert data["items"] == [item | {"item_description": "Boots"}]


HAT = {"item_description": "Hat", "item_quantity": 1, "item_value": 10}


async def _with_items(fleet: Fleet, uuid: str, items: list[dict[str, Any]]) -> Any:
    receiver = restated_receiver(await fleet.delivery(uuid), items=items)
    return (await fleet.update(uuid, receivers=[receiver]))["items"]


async def test_items_that_are_not_named_stay_as_they_are_and_new_ones_get_a_uuid(fleet: Fleet):
    uuid = await fleet.at("Pending")
    (shoes,) = (await fleet.delivery(uuid))["items"]
    first, hat = await _with_items(fleet, uuid, [HAT])
    assert first == shoes
    assert (hat["item_description"], hat["item_value"]) == ("Hat", "10.00")
    boots = restated_item(shoes, item_description="Boots")
    assert await _with_items(fleet, uuid, [boots]) == [shoes | {"item_description": "Boots"}, hat]
    assert len(await _with_items(fleet, uuid, [])) == 2


@pytest.mark.parametrize("nought", [0, "0", "0.00"])
async def test_an_item_of_which_nothing_is_left_is_removed(fleet: Fleet, nought: object):
    uuid = await fleet.at("Pending")
    (shoes,) = (await fleet.delivery(uuid))["items"]
    gone = restated_item(shoes, item_quantity=nought)
    (hat,) = await _with_items(fleet, uuid, [gone, HAT])
    assert hat["item_description"] == "Hat"
    older = OLDER | {"items": [restated_item(hat, item_quantity=nought)]}
    answer = await fleet.post(f"/deliveries/update/{uuid}", older)
    assert answer["items"] == []


async def test_a_new_item_is_at_least_one_and_all_together_are_not_too_many(fleet: Fleet):
    uuid = await fleet.at("Pending")
    delivery = await fleet.delivery(uuid)
    for items, field in (
        ([HAT | {"item_quantity": 0}], "items.0.item_quantity"),
        ([HAT] * 100, "items"),
    ):
        receiver = restated_receiver(delivery, items=items)
        body = restated(delivery, receivers=[receiver])
        assert await refused(fleet, uuid, body) == [f"receivers.0.{field}"]
    gone = restated_item(delivery["items"][0], item_quantity=0)
    assert len(await _with_items(fleet, uuid, [gone, *[HAT] * 99])) == 99


async def test_without_any_items_those_that_are_there_stay(fleet: Fleet):
    uuid = await fleet.at("Pending")
    before = await fleet.delivery(uuid)
    receiver = restated_receiver(before)
    del receiver["items"]
    assert (await fleet.update(uuid, receivers=[receiver]))["items"] == before["items"]


async def test_an_item_of_another_delivery_or_one_that_is_named_twice_is_refused(fleet: Fleet):
    uuid, other = await fleet.at("Pending"), await fleet.at("Pending")
    delivery = await fleet.delivery(uuid)
    mine = restated_item(delivery["items"][0])
    theirs = restated_item((await fleet.delivery(other))["items"][0])
    for items in ([mine, theirs], [mine, mine]):
        body = restated(delivery, receivers=[restated_receiver(delivery, items=items)])
        assert await refused(fleet, uuid, body) == ["receivers.0.items.1.item_uuid"]
    older = OLDER | {"items": [theirs]}
    assert await refused(fleet, uuid, older) == ["items.0.item_uuid"]


@pytest.mark.parametrize("state", ["Delivered", "Cancelled"])
async def test_a_delivery_that_is_over_cannot_be_changed(fleet: Fleet, state: str):
    uuid = await fleet.at(state)
    body = restated(await fleet.delivery(uuid), delivery_fee="1")
    assert await refused(fleet, uuid, body) == ["delivery_uuid"]


@pytest.mark.parametrize("state", ["Pending", "Awaiting Pickup", "Order Accepted", "In Transit"])
async def test_an_open_delivery_can_be_changed_and_keeps_its_state(fleet: Fleet, state: str):
    uuid = await fleet.at(state)
    data = await fleet.update(uuid, delivery_fee="1", creation_date="09-03-2026")
    assert (data["status"], data["delivery_fee"]) == (state, "1")
    found = await fleet.numbers(filter="schedule_date", start_date="2026-03-09")
    assert found == [data["order_number"]]


@pytest.mark.parametrize("uuid", [UNKNOWN, "1001"])
async def test_a_delivery_that_does_not_exist_is_not_found(fleet: Fleet, uuid: str):
    assert (await fleet.http.post(f"/deliveries/update/{uuid}", json=OLDER)).status_code == 422


async def test_a_receivers_new_number_gets_a_new_code_and_the_former_is_void(fleet: Fleet):
    uuid = await fleet.at("In Transit")
    former, pickups = await fleet.code(RECEIVER_PHONE), await fleet.texts_to(SENDER_PHONE)
    receiver = restated_receiver(await fleet.delivery(uuid), customer_phone_number=NEW_NUMBER)
    await fleet.update(uuid, receivers=[receiver])
    (text,) = await fleet.texts_to(NEW_PHONE)
    assert text.startswith("Drop-off code: ")
    assert await fleet.texts_to(SENDER_PHONE) == pickups
    if (code := await fleet.code(NEW_PHONE)) != former:
        body = {"delivery_uuid": uuid, "status": "delivered", "dropoff_otp": former}
        assert (await fleet.http.post("/deliveries/update_status", json=body)).status_code == 422
    assert (await fleet.move(uuid, "delivered", dropoff_otp=code))["status"] == "Delivered"


async def test_a_senders_new_number_gets_a_new_code_until_the_parcel_is_picked_up(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    await fleet.update(uuid, sender_phone=NEW_NUMBER)
    assert len(await fleet.texts_to(NEW_PHONE)) == 1
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(NEW_PHONE))
    await fleet.update(uuid, sender_phone="08090002222")
    assert await fleet.texts_to("+2348090002222") == []


async def test_the_first_number_of_a_receiver_gets_the_first_code(fleet: Fleet):
    uuid = (await fleet.create(receivers=[], riderid=await fleet.rider()))["uuid"]
    receiver = restated_receiver(
        await fleet.delivery(uuid),
        customer_name="Chidi",
        customer_phone_number=NEW_NUMBER,
        customer_phone_code="234",
    )
    data = await fleet.update(uuid, receivers=[receiver])
    assert data["customer_detail"]["customer_name"] == "Chidi"
    assert len(await fleet.texts_to(NEW_PHONE)) == 1
    await fleet.move(uuid, "accepted")
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))
    await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(NEW_PHONE))


async def test_the_same_number_in_another_form_keeps_its_code(fleet: Fleet):
    uuid = await fleet.at("Pending")
    receiver = restated_receiver(
        await fleet.delivery(uuid), customer_phone_number="+234 805 444 5555"
    )
    await fleet.update(uuid, receivers=[receiver])
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1


@pytest.mark.parametrize(("wish", "texts"), [("true", 2), ("false", 1)])
async def test_send_sms_adds_a_courtesy_text_to_a_new_number(fleet: Fleet, wish: str, texts: int):
    uuid = await fleet.at("Pending")
    receiver = restated_receiver(await fleet.delivery(uuid), customer_phone_number=NEW_NUMBER)
    await fleet.update(uuid, receivers=[receiver], send_sms=wish)
    assert len(await fleet.texts_to(NEW_PHONE)) == texts


async def test_a_number_that_is_there_cannot_be_taken_away(fleet: Fleet):
    uuid = await fleet.at("Pending")
    delivery = await fleet.delivery(uuid)
    receiver = restated_receiver(delivery, customer_phone_number="")
    field = "receivers.0.customer_phone_number"
    assert await refused(fleet, uuid, restated(delivery, receivers=[receiver])) == [field]
    assert await refused(fleet, uuid, OLDER | {"customer_phone_number": ""}) == [
        "customer_phone_number"
    ]


async def test_riderid_gives_the_delivery_to_another_rider_as_assigning_does(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    rider = (await fleet.delivery(uuid))["rider_info"]["uuid"]
    same = await fleet.post(f"/deliveries/update/{uuid}", OLDER | {"riderid": rider})
    assert same["status"] == "Order Accepted"
    other = await fleet.rider(email="other@example.com", name="Other")
    data = await fleet.post(f"/deliveries/update/{uuid}", OLDER | {"riderid": other})
    assert (data["status"], data["rider_info"]["name"]) == ("Awaiting Pickup", "Other")
    assert await refused(fleet, uuid, OLDER | {"riderid": UNKNOWN, "delivery_fee": "5"}) == [
        "riderid"
    ]


WRONG_RECEIVERS = [
    ("customer_detail_id", UNKNOWN),
    ("customer_detail_id", ""),
    ("customer_detail_id", "x"),
    ("customer_address", {"street": "Low"}),
    ("customer_address", ["Low", 7]),
    ("customer_address", ["x" * 999, "y" * 999]),
    ("customer_phone_number", "call me"),
    ("customer_email", "nobody"),
    ("items", "Shoes"),
    ("items", [{"item_description": "Hat", "item_quantity": 1, "item_value": 1}] * 101),
]


async def test_a_wrong_field_of_the_receiver_is_refused_by_its_path(fleet: Fleet):
    uuid = await fleet.at("Pending")
    delivery = await fleet.delivery(uuid)
    for field, value in WRONG_RECEIVERS:
        receiver = restated_receiver(delivery, **{field: value})
        body = restated(delivery, receivers=[receiver])
        assert await refused(fleet, uuid, body) == [f"receivers.0.{field}"], (field, value)


async def test_a_wrong_field_is_refused_by_its_name(fleet: Fleet):
    uuid = await fleet.at("Pending")
    delivery = await fleet.delivery(uuid)
    for field, value in (
        ("delivery_fee", "NGN 1,500.00"),
        ("send_sms", "perhaps"),
        ("creation_date", "2026-02-30"),
        ("sender_phone", ""),
        ("sender_name", ""),
        ("receivers", []),
        ("receivers", [restated_receiver(delivery)] * 2),
    ):
        assert await refused(fleet, uuid, restated(delivery, **{field: value})) == [field]


async def test_every_field_must_be_there(fleet: Fleet):
    uuid = await fleet.at("Pending")
    whole = restated(await fleet.delivery(uuid))
    for field in whole:
        body = {name: value for name, value in whole.items() if name != field}
        assert await refused(fleet, uuid, body) == [field]
    for field in whole["receivers"][0].keys() - {"items"}:
        receiver = {name: v for name, v in whole["receivers"][0].items() if name != field}
        body = whole | {"receivers": [receiver]}
        assert await refused(fleet, uuid, body) == [f"receivers.0.{field}"]
    for field in OLDER.keys() - {"riderid"}:
        body = {name: value for name, value in OLDER.items() if name != field}
        assert await refused(fleet, uuid, body) == [field]
    hat = {"items": [{"item_description": "Hat"}]}
    body = whole | {"receivers": [whole["receivers"][0] | hat]}
    assert await refused(fleet, uuid, body) == [
        "receivers.0.items.0.item_quantity",
        "receivers.0.items.0.item_value",
    ]
