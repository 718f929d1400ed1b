"""Contract: Endpoints, 1."""

import pytest

from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE, Fleet, order, receiver


async def test_a_new_delivery_is_pending_and_says_so_in_the_contracts_words(fleet: Fleet):
    answer = (await fleet.http.post("/deliveries/create", json=order())).json()
    assert answer["status"] == "success"
    assert answer["message"] == "Delivery created successfully"
    assert answer["data"]["status"] == "Pending"
    assert answer["data"]["status_label"] == "Pending"


async def test_the_newer_shape_has_the_fields_of_the_contracts_tables(fleet: Fleet):
    data = await fleet.create()
    assert data["delivery_fee"] == data["total_delivery_amount"] == 1500
    assert data["rider_commission"] is None
    assert data["currency"] == "NGN"
    assert data["creation_mode"] == "Manual"
    assert data["rider_info"] is None
    assert data["cancelled_by"] == {"name": None, "photo": None}
    assert data["created_at"] == "2026-03-02T09:00:00.000000Z"
    assert data["sender_detail"]["business_owned"] is True
    assert data["sender_detail"]["sender_phonecode"] == "234"
    assert data["customer_detail"]["customer_name"] == "Bola Ade"
    assert data["items"][0]["item_value"] == "7500.00"
    assert data["items"][0]["item_quantity"] == 2
    assert data["items"][0]["currency"] == "NGN"
    assert not {"delivery_detail", "organization_detail", "fleet_id"} & data.keys()


async def test_order_numbers_count_from_1001_in_each_environment(fleet: Fleet):
    assert [(await fleet.create())["order_number"] for _ in range(3)] == ["1001", "1002", "1003"]
    production = await fleet.http.post(
        "https://fleet.example/production/api/v1/deliveries/create",
        json=order(),
        headers={"x-api-key": "prod-key-77aa"},
    )
    assert production.json()["data"]["order_number"] == "1001"


async def test_each_receiver_gets_a_delivery_of_their_own(fleet: Fleet):
    both = [receiver(customer_name="Bola"), receiver(customer_name="Chidi", items=[])]
    data = await fleet.create(receivers=both)
    assert [one["customer_detail"]["customer_name"] for one in data] == ["Bola", "Chidi"]
    assert [one["order_number"] for one in data] == ["1001", "1002"]
    assert [len(one["items"]) for one in data] == [1, 0]


async def test_without_a_receiver_customer_detail_is_an_empty_array(fleet: Fleet):
    data = await fleet.create(receivers=[])
    assert data["customer_detail"] == []
    assert (await fleet.get(f"/deliveries/get/{data['uuid']}"))["customer_detail"] == []
    assert (await fleet.deliveries())["data"][0]["customer_detail"] == []


async def test_flat_fields_beside_receivers_are_the_first_ones_that_it_lacks(fleet: Fleet):
    both = {"customer_email": "bola@example.com", "customer_name": "Somebody else"}
    two = [receiver(), receiver(customer_email="own@example.com"), receiver()]
    created = await fleet.create(receivers=two, **both)
    people = [each["customer_detail"] for each in created]
    assert [person["customer_email"] for person in people] == [
        "bola@example.com",
        "own@example.com",
        None,
    ]
    assert {person["customer_name"] for person in people} == {"Bola Ade"}


async def test_the_older_variant_takes_flat_strings_and_answers_an_array(fleet: Fleet):
    fields = {
        **{name: str(value) for name, value in order().items() if name != "receivers"},
        "iam_sender": "true",
        "send_sms": "false",
        "is_paid": "true",
        "creation_date": "02-03-2026",
        "customer_name": "Bola Ade",
        "customer_address": "4 Marina Road",
        "customer_email": "bola@example.com",
        "customer_phone_number": "08054445555",
        "customer_phone_code": "234",
        "items[0][item_description]": "Shoes",
        "items[0][item_quantity]": "2",
        "items[0][item_value]": "7500",
    }
    answer = (await fleet.http.post("/deliveries/create", data=fields)).json()
    (data,) = answer["data"]
    assert data["customer_detail"]["customer_email"] == "bola@example.com"
    assert data["items"][0]["item_description"] == "Shoes"
    assert data["is_paid"] is True
    assert data["fleet_id"] is None


@pytest.mark.parametrize("kind", ["form", "multipart"])
async def test_bracketed_form_fields_say_the_same_as_json(fleet: Fleet, kind: str):
    fields = {name: str(value) for name, value in order().items() if name != "receivers"}
    fields |= {
        "receivers[0][customer_name]": "Bola Ade",
        "receivers[0][customer_phone_number]": "08054445555",
        "receivers[0][customer_phone_code]": "234",
        "receivers[0][items][0][item_description]": "Shoes",
    }
    if kind == "form":
        answer = await fleet.http.post("/deliveries/create", data=fields)
    else:
        parts = {name: (None, value) for name, value in fields.items()}
        answer = await fleet.http.post("/deliveries/create", files=parts)
    data = answer.json()["data"]
    assert data["customer_detail"]["customer_name"] == "Bola Ade"
    assert data["items"][0]["item_description"] == "Shoes"


async def test_with_a_rider_it_still_is_pending_and_that_rider_may_accept_it(fleet: Fleet):
    rider = await fleet.rider()
    data = await fleet.create(riderid=rider)
    assert data["status"] == "Pending"
    assert data["rider_info"]["uuid"] == rider
    assert (await fleet.move(data["uuid"], "accepted"))["status"] == "Order Accepted"


async def test_a_creation_with_a_rider_who_has_a_commission_tells_its_value(fleet: Fleet):
    rider = await fleet.invite(commission=15)
    await fleet.post(f"/riders/change_status/{rider}", {"rider_uuids": [rider]})
    assert (await fleet.create(riderid=rider))["rider_commission"] == 15
    registered = await fleet.rider("sani@example.com")
    assert (await fleet.create(riderid=registered))["rider_commission"] is None


async def test_codes_go_to_sender_and_receiver_whether_or_not_sms_are_wished(fleet: Fleet):
    await fleet.create(send_sms=False)
    (pickup,) = await fleet.texts_to(SENDER_PHONE)
    (dropoff,) = await fleet.texts_to(RECEIVER_PHONE)
    assert pickup.startswith("Pickup code: ")
    assert dropoff.startswith("Drop-off code: ")
    assert len(await fleet.code(SENDER_PHONE)) == 4


async def test_a_number_without_its_dialling_code_is_in_the_senders_country(fleet: Fleet):
    body = order()
    body["receivers"] = [{**body["receivers"][0], "customer_phone_code": ""}]
    await fleet.post("/deliveries/create", body)
    assert len(await fleet.code(RECEIVER_PHONE)) == 4


async def test_send_sms_adds_a_courtesy_text_to_the_receiver(fleet: Fleet):
    await fleet.create(send_sms=True)
    assert len(await fleet.texts_to(SENDER_PHONE)) == 1
    assert "Ada Stores is sending you a parcel: delivery 1001." in await fleet.texts_to(
        RECEIVER_PHONE
    )


async def test_no_answer_holds_a_code(fleet: Fleet):
    answer = await fleet.http.post("/deliveries/create", json=order())
    got = await fleet.http.get(f"/deliveries/get/{answer.json()['data']['uuid']}")
    for text in (answer.text, got.text):
        assert "otp" not in text
        assert "digest" not in text
        assert "code:" not in text


WRONG = [
    ("creation_date", "2026-02-30"),
    ("creation_date", "March"),
    ("delivery_fee", -1),
    ("delivery_fee", "cheap"),
    ("delivery_fee", 10**30),
    ("iam_sender", "perhaps"),
    ("riderid", "not-a-uuid"),
    ("riderid", "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"),
    ("sender_name", ""),
    ("sender_name", "\x00"),
    ("sender_name", 7),
    ("sender_name", "x" * 2000),
    ("sender_phone", "call me"),
    ("sender_email", "nobody"),
    ("receivers", "Bola"),
    ("receivers", [receiver()] * 101),
]


async def test_a_wrong_field_is_refused_by_its_name(fleet: Fleet):
    for field, value in WRONG:
        answer = await fleet.http.post("/deliveries/create", json=order(**{field: value}))
        assert answer.status_code == 422, (field, value)
        body = answer.json()
        assert body["status"] == "error"
        assert body["message"]
        assert list(body["errors"]) == [field]
    assert (await fleet.deliveries())["total"] == 0


async def test_every_field_of_the_body_is_required(fleet: Fleet):
    for field in order():
        body = order()
        del body[field]
        answer = await fleet.http.post("/deliveries/create", json=body)
        assert answer.status_code == 422, field
        assert answer.json()["errors"] == {field: [f"The {field} field is required."]}


async def test_a_field_deep_inside_is_named_by_its_path(fleet: Fleet):
    wrong = receiver(items=[{"item_quantity": 0}])
    answer = await fleet.http.post("/deliveries/create", json=order(receivers=[wrong]))
    assert list(answer.json()["errors"]) == ["receivers.0.items.0.item_quantity"]


async def test_control_characters_are_taken_out_of_texts(fleet: Fleet):
    data = await fleet.create(sender_name="Ada\x00 \x1bStores")
    assert data["sender_detail"]["sender_name"] == "Ada Stores"


@pytest.mark.parametrize(
    ("code", "number"), [("999", "08030000001"), ("1", "7034186"), ("234", "12345")]
)
async def test_what_is_no_phone_number_is_refused_where_it_stands(
    fleet: Fleet, code: str, number: str
):
    for field, body in (
        ("sender_phone", order(sender_phonecode=code, sender_phone=number)),
        (
            "customer_phone_number",
            order(receivers=[receiver(customer_phone_code=code, customer_phone_number=number)]),
        ),
    ):
        answer = await fleet.http.post("/deliveries/create", json=body)
        assert answer.status_code == 422
        assert list(answer.json()["errors"]) == [field]
    assert await fleet.numbers() == []


async def test_a_number_is_texted_by_code_and_number_together(fleet: Fleet):
    parcel = receiver(customer_phone_code="1868", customer_phone_number="703-4186")
    await fleet.create(receivers=[parcel])
    assert await fleet.texts_to("+18687034186")
