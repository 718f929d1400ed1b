"""Contract: Endpoints, 7 to 9."""

import pytest

from bot.service.errors import RefusedError
from tests.service.fleet import ALL_RIDERS, Fleet


def invitation(*emails: str) -> dict[str, object]:
    return {"rider_emails": emails, "commission_value": 10, "commission_type": "commission"}


async def test_an_invited_rider_has_the_shape_of_creation(fleet: Fleet):
    data = await fleet.post("/riders/create", invitation("Ada.Obi@example.com"))
    assert set(data) == {
        "uuid",
        "riderid",
        "name",
        "address",
        "phone_number",
        "phone_code",
        "email",
        "vehicle_plate_number",
        "photo",
        "created_at",
    }
    assert data["riderid"] == 1
    assert (data["name"], data["email"]) == ("ada.obi", "ada.obi@example.com")


async def test_a_text_of_a_rider_that_nobody_knows_is_empty_and_a_photo_null(fleet: Fleet):
    invited = await fleet.post("/riders/create", invitation("ada.obi@example.com"))
    listed = (await fleet.riders())["riders"]["data"][0]
    texts = ("address", "phone_number", "phone_code", "vehicle_plate_number")
    for rider in (invited, listed):
        assert {rider[name] for name in texts} == {""}
        assert rider["photo"] is None


async def test_several_addresses_answer_an_array(fleet: Fleet):
    data = await fleet.post("/riders/create", invitation("a@example.com", "b@example.com"))
    assert [rider["riderid"] for rider in data] == [1, 2]


async def test_the_older_variant_names_the_array_in_the_singular(fleet: Fleet):
    fields = {
        "rider_email[]": ["a@example.com"],
        "commission_value": "10",
        "commission_type": "commission",
    }
    answer = await fleet.http.post("/riders/create", data=fields)
    assert answer.json()["data"]["email"] == "a@example.com"


async def test_an_address_is_invited_once(fleet: Fleet):
    await fleet.rider(email="a@example.com")
    answer = await fleet.http.post(
        "/riders/create", json=invitation("b@example.com", "A@example.com")
    )
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["rider_emails.1"]
    with pytest.raises(RefusedError, match="already"):
        await fleet.rider(email="A@Example.com")
    assert (await fleet.riders())["total_number_of_riders"] == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"rider_emails": []}, "rider_emails"),
        ({"rider_emails": ["nobody"]}, "rider_emails.0"),
        ({"commission_value": "much"}, "commission_value"),
        ({"commission_type": ""}, "commission_type"),
    ],
)
async def test_a_wrong_field_is_refused_by_its_name(
    fleet: Fleet, change: dict[str, object], field: str
):
    answer = await fleet.http.post("/riders/create", json=invitation("a@example.com") | change)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


async def test_a_single_rider_shows_what_is_in_hand_with_fees_for_people(fleet: Fleet):
    rider = await fleet.rider()
    uuid = (await fleet.create())["uuid"]
    await fleet.assign(rider, uuid)
    data = await fleet.get(f"/riders/get/{rider}")
    assert data["riderid"] == "1"
    assert data["active"] is True
    assert data["number_of_ongoing_deliveries"] == 1
    assert data["total_completed_delivery"] == 0
    assert data["total_revenue_by_rider"] is None
    assert [d["uuid"] for d in data["ongoing_deliveries"]] == [uuid]
    assert data["ongoing_deliveries"][0]["delivery_fee"] == "NGN 1,500.00"


async def test_what_is_delivered_counts_as_completed(fleet: Fleet):
    await fleet.at("Delivered")
    (rider,) = (await fleet.riders())["riders"]["data"]
    assert rider["total_completed_delivery"] == 1
    assert rider["number_of_ongoing_deliveries"] == 0
    assert rider["total_revenue_by_rider"] == "NGN 1,500.00"


@pytest.mark.parametrize("uuid", ["7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111", "1"])
async def test_a_rider_that_does_not_exist_is_not_found(fleet: Fleet, uuid: str):
    assert (await fleet.http.get(f"/riders/get/{uuid}")).status_code == 422


async def test_the_rider_list_sums_up(fleet: Fleet):
    await fleet.at("Delivered")
    await fleet.post("/riders/create", invitation("new@example.com"))
    data = await fleet.riders()
    assert {name: value for name, value in data.items() if name != "riders"} == {
        "total_number_of_riders": 2,
        "total_active_riders": 1,
        "total_deactivated_riders": 0,
        "total_number_of_fulfilled_orders": 1,
        "total_revenue": 1500,
    }
    assert [rider["riderid"] for rider in data["riders"]["data"]] == ["2", "1"]


async def test_deactivated_is_who_was_removed_and_not_who_is_invited(fleet: Fleet):
    removed = await fleet.rider()
    await fleet.post("/riders/create", invitation("new@example.com"))
    await fleet.post(f"/riders/change_status/{removed}", {"rider_uuids": [removed]})
    data = await fleet.riders()
    counts = ("total_number_of_riders", "total_active_riders", "total_deactivated_riders")
    assert [data[name] for name in counts] == [2, 0, 1]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"active": "1"}, ["Musa Bello"]),
        ({"active": "false"}, ["new"]),
        ({"pending_invites": "1"}, ["new"]),
        ({"pending_invites": "0"}, ["Musa Bello"]),
        ({"pending_invites": "1", "active": "1"}, []),
        ({"per_page": "1"}, ["new"]),
        ({"per_page": "1", "page": "2"}, ["Musa Bello"]),
        ({"per_page": "1", "paginate": "0"}, ["new", "Musa Bello"]),
    ],
)
async def test_the_rider_list_selects(fleet: Fleet, query: dict[str, str], names: list[str]):
    await fleet.rider()
    await fleet.post("/riders/create", invitation("new@example.com"))
    found = (await fleet.riders(**query))["riders"]["data"]
    assert [rider["name"] for rider in found] == names


async def test_ongoing_deliveries_come_only_when_asked_for(fleet: Fleet):
    await fleet.at("In Transit")
    (without,) = (await fleet.riders())["riders"]["data"]
    (withs,) = (await fleet.riders(get_ongoing_deliveries="1"))["riders"]["data"]
    assert without["rider_ongoing_deliveries"] is None
    assert [d["status"] for d in withs["rider_ongoing_deliveries"]] == ["In Transit"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("paginate", "perhaps"),
        ("per_page", "0"),
        ("active", "perhaps"),
        ("get_ongoing_deliveries", "2"),
        ("pending_invites", "x"),
    ],
)
async def test_a_wrong_query_parameter_is_refused_by_its_name(fleet: Fleet, name: str, value: str):
    answer = await fleet.http.get("/riders", params=ALL_RIDERS | {name: value})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [name]


async def test_every_query_parameter_must_be_there(fleet: Fleet):
    for name in ALL_RIDERS:
        query = {key: value for key, value in ALL_RIDERS.items() if key != name}
        answer = await fleet.http.get("/riders", params=query)
        assert answer.json()["errors"] == {name: [f"The {name} field is required."]}
