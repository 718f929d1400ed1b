"""What a random request names becomes what there is, and an operation that refuses is found out."""

import json
from pathlib import Path

import pytest

from tests.openapi.fitting import Fitting, places
from tests.openapi.shares import added, read
from tests.openapi.stage import WITHOUT_NUMBER

STAGED = {
    "delivery_uuid": "a delivery",
    "customer_detail_id": "its receiver",
    "item_uuids": ["its item"],
    "pickup_otp": "4711",
    "dropoff_otp": "0815",
}


def fitted(name: str, path: dict, body: object) -> list[str]:
    staged: list[str] = []

    def stage(wanted: str) -> dict:
        staged.append(wanted)
        return STAGED

    Fitting(stage, "the courier", ["a rider"], "code").fit(name, path, {}, body)
    return staged


def test_fields_are_known_by_their_own_names():
    body = {
        "receivers": [{"items": [{"item_uuid": "1"}]}],
        "receivers[0][items][0][item_uuid]": "2",
        "delivery_uuid[]": ["3"],
        "": "4",
    }
    names = [(place.name, place.value) for place in places(body)]
    assert names == [
        ("item_uuid", "1"),
        ("item_uuid", "2"),
        ("delivery_uuid", ["3"]),
        ("", "4"),
    ]


def test_a_move_is_about_a_delivery_that_can_make_it():
    body = {"delivery_uuid": "drawn", "status": "in_transit"}
    assert fitted("updateDeliveryStatus", {}, body) == ["Order Accepted"]
    assert body == {
        "delivery_uuid": "a delivery",
        "status": "in_transit",
        "pickup_otp": "4711",
    }


def test_an_update_names_what_the_delivery_has_and_no_item_twice():
    items = [{"item_uuid": "drawn"}, {"item_uuid": "drawn"}]
    body = {"receivers": [{"customer_detail_id": "drawn", "items": items}], "riderid": ""}
    path = {"delivery_uuid": "drawn"}
    fitted("updateDelivery", path, body)
    assert path == {"delivery_uuid": "a delivery"}
    assert body["receivers"] == [
        {
            "customer_detail_id": "its receiver",
            "items": [{"item_uuid": "its item"}, {"item_uuid": ""}],
        }
    ]
    assert body["riderid"] == ""


@pytest.mark.parametrize("number", ["", "  ", None])
def test_an_update_without_a_number_is_about_a_delivery_that_has_none(number: str | None):
    body = {"receivers": [{"customer_phone_number": number}]}
    assert fitted("updateDelivery", {"delivery_uuid": "drawn"}, body) == [WITHOUT_NUMBER]
    assert body == {"receivers": [{"customer_phone_number": number}]}
    assert fitted("updateDelivery", {"delivery_uuid": "drawn"}, {}) == [WITHOUT_NUMBER]
    numbered = {"receivers[0][customer_phone_number]": "0803"}
    assert fitted("updateDelivery", {"delivery_uuid": "drawn"}, numbered) == ["Pending"]


def test_there_is_something_of_an_item_that_is_new_and_perhaps_nothing_of_another():
    items = [
        {"item_uuid": "drawn", "item_quantity": "0"},
        {"item_uuid": "drawn", "item_quantity": "0.0"},
        {"item_quantity": 0},
        {"item_quantity": "20"},
    ]
    form = {"items[0][item_quantity]": "00"}
    fitted("updateDelivery", {"delivery_uuid": "drawn"}, {"items": items})
    fitted("updateDelivery", {"delivery_uuid": "drawn"}, form)
    assert [item["item_quantity"] for item in items] == ["0", 1, 1, "20"]
    assert form == {"items[0][item_quantity]": 1}


def test_addresses_become_different_ones():
    body = {"rider_emails[]": ["0@0", "0@0"]}
    fitted("createRider", {}, body)
    assert body == {"rider_emails[]": ["1.0@0", "2.0@0"]}


def test_an_operation_that_accepts_less_than_a_third_is_found_out(tmp_path: Path):
    counts = [
        ["getRider", True, True, 1],
        ["getRider", True, False, 3],
        ["getRider", False, False, 9],
        ["listRiders", True, True, 1],
        ["listRiders", True, False, 2],
    ]
    file = tmp_path / "shares.json"
    file.write_text(json.dumps(counts))
    rider, riders = read(file)
    assert (rider.allowed, rider.accepted, rider.forbidden) == (4, 1, 9)
    assert not rider.enough
    assert "BELOW A THIRD" in str(rider)
    assert riders.enough
    (doubled, _) = added([rider, riders, rider])
    assert (doubled.allowed, doubled.accepted, doubled.forbidden) == (8, 2, 18)
