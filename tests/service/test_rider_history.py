"""Contract: Endpoints, 10."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.service.fleet import RECEIVER_PHONE, Fleet, receiver

UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"
ALL = {"paginate": "1", "per_page": "", "filter": ""}


async def history(fleet: Fleet, rider: str, **query: str) -> Any:
    return await fleet.get(f"/riders/delivery/history/{rider}", **(ALL | query))


async def numbers(fleet: Fleet, rider: str, **query: str) -> list[str]:
    return [d["order_number"] for d in (await history(fleet, rider, **query))["data"]]


async def test_a_history_holds_the_riders_deliveries_with_the_riders_figures(fleet: Fleet):
    rider = await fleet.rider()
    await fleet.at("Delivered")
    await fleet.at("In Transit")
    await fleet.create()
    await fleet.create(riderid=await fleet.rider(email="other@example.com"))
    page = await history(fleet, rider)
    assert [d["order_number"] for d in page["data"]] == ["1002", "1001"]
    for delivery in page["data"]:
        assert delivery["delivery_detail"]
        assert delivery["delivery_fee"] == "1500"
        assert delivery["rider_info"]["uuid"] == rider
        assert delivery["rider_info"]["number_of_ongoing_deliveries"] == 1
        assert delivery["rider_info"]["total_completed_delivery"] == 1
        assert delivery["rider_info"]["rider_ongoing_deliveries"] is None


async def test_its_pages_have_links_that_work(fleet: Fleet):
    rider = await fleet.rider()
    await fleet.create(riderid=rider, receivers=[receiver()] * 3)
    first = await history(fleet, rider, per_page="2", filter="all")
    assert [d["order_number"] for d in first["data"]] == ["1003", "1002"]
    assert (first["total"], first["last_page"], first["per_page"]) == (3, 2, 2)
    path = f"https://fleet.example/development/api/v1/riders/delivery/history/{rider}"
    assert first["path"] == path
    query = parse_qs(urlsplit(first["next_page_url"]).query)
    assert query == {"paginate": ["1"], "per_page": ["2"], "filter": ["all"], "page": ["2"]}
    last = (await fleet.http.get(first["next_page_url"])).json()["data"]
    assert [d["order_number"] for d in last["data"]] == ["1001"]
    assert last["next_page_url"] is None
    assert len((await history(fleet, rider, paginate="0"))["data"]) == 3


async def test_a_day_is_that_of_the_drop_off_and_before_it_that_of_the_assignment(fleet: Fleet):
    rider = await fleet.rider()
    await fleet.create(riderid=rider)
    uuid = await fleet.at("In Transit")
    fleet.clock.advance(timedelta(days=1))
    await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))
    for query, found in [
        ({"filter": "today"}, ["1002"]),
        ({"filter": "yesterday"}, ["1001"]),
        ({"filter": "all"}, ["1002", "1001"]),
        ({"start_date": "2026-03-03"}, ["1002"]),
        ({"filter": "all", "end_date": "02-03-2026"}, ["1001"]),
        ({"start_date": "2026-03-02", "end_date": "2026-03-03"}, ["1002", "1001"]),
        ({"start_date": "", "end_date": "2026-03-01"}, []),
        ({"filter": "today", "start_date": "2026-03-02"}, ["1002"]),
    ]:
        assert await numbers(fleet, rider, **query) == found, query


@pytest.mark.parametrize("uuid", [UNKNOWN, "1", "%00"])
async def test_a_rider_that_does_not_exist_is_not_found(fleet: Fleet, uuid: str):
    answer = await fleet.http.get(f"/riders/delivery/history/{uuid}", params=ALL)
    assert answer.status_code == 422


async def test_the_required_parameters_must_be_there(fleet: Fleet):
    rider = await fleet.rider()
    for name in ALL:
        query = {key: value for key, value in ALL.items() if key != name}
        answer = await fleet.http.get(f"/riders/delivery/history/{rider}", params=query)
        assert answer.status_code == 422
        assert answer.json()["errors"] == {name: [f"The {name} field is required."]}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("paginate", "perhaps"),
        ("per_page", "0"),
        ("page", "-1"),
        ("filter", "created_at"),
        ("start_date", "2026-13-01"),
        ("end_date", "soon"),
    ],
)
async def test_a_wrong_parameter_is_refused_by_its_name(fleet: Fleet, name: str, value: str):
    path = f"/riders/delivery/history/{await fleet.rider()}"
    answer = await fleet.http.get(path, params=ALL | {name: value})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [name]
