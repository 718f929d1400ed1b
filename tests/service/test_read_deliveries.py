"""Contract: Endpoints, 4 and 5."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.service.fleet import ALL_DELIVERIES, Fleet, receiver

UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"


async def test_a_single_delivery_carries_its_organization(fleet: Fleet):
    uuid = (await fleet.create())["uuid"]
    data = await fleet.get(f"/deliveries/get/{uuid}")
    assert data["uuid"] == uuid
    assert data["delivery_fee"] == "1500"
    assert set(data["organization_detail"]) == {
        "uuid",
        "fleet_identity_number",
        "business_address",
        "phone_number",
        "phone_code",
        "logo",
        "created_at",
        "updated_at",
    }
    assert "uuid" in data["customer_detail"]
    assert "status_label" not in data


@pytest.mark.parametrize("uuid", [UNKNOWN, "1001", "%00", "x" * 300])
async def test_a_delivery_that_does_not_exist_is_not_found(fleet: Fleet, uuid: str):
    answer = await fleet.http.get(f"/deliveries/get/{uuid}")
    assert answer.status_code == 422
    words = "Nothing is known by the id in the path."
    assert answer.json() == {"status": "error", "message": words, "errors": {"path": [words]}}


async def test_the_list_shape_has_delivery_detail_and_names_the_receiver_by_id(fleet: Fleet):
    await fleet.create()
    answer = (await fleet.http.get("/deliveries", params=ALL_DELIVERIES)).json()
    assert answer["message"] == "Deliveries retrieved successfully!"
    (data,) = answer["data"]["deliveries"]["data"]
    assert data["delivery_detail"]["delivery_total_order_value"] == "15000.00"
    assert data["delivery_detail"]["delivery_number_of_parcels"] == 2
    assert data["delivery_detail"]["sender_name"] == "Ada Stores"
    assert "id" in data["customer_detail"]
    assert "uuid" not in data["customer_detail"]
    assert data["customer_detail"]["customer_state_id"] is None
    assert data["items"][0]["item_weight"] is None
    assert data["delivery_detail"]["delivery_unit_weight"] is None
    assert data["organization_detail"]["city"] == "Lagos"


async def test_every_required_query_parameter_must_be_there(fleet: Fleet):
    for name in ALL_DELIVERIES:
        query = {key: value for key, value in ALL_DELIVERIES.items() if key != name}
        answer = await fleet.http.get("/deliveries", params=query)
        assert answer.status_code == 422, name
        assert answer.json()["errors"] == {name: [f"The {name} field is required."]}


async def test_a_wrong_query_parameter_is_refused_by_its_name(fleet: Fleet):
    for name, value in (
        ("paginate", "perhaps"),
        ("per_page", "0"),
        ("per_page", "ten"),
        ("page", "0"),
        ("page", str(10**30)),
        ("filter", "tomorrow"),
        ("start_date", "2026-13-01"),
        ("delivery_status", "order_accepted"),
        ("rider_id", "musa"),
        ("creation_mode", "magic"),
        ("group_by", "zz"),
        ("search_all_locations", "zz"),
        ("scheduled", "perhaps"),
        ("schedule_date", "tomorrow"),
    ):
        answer = await fleet.http.get("/deliveries", params=ALL_DELIVERIES | {name: value})
        assert answer.status_code == 422, name
        assert list(answer.json()["errors"]) == [name]


async def test_pages_are_newest_first_and_their_links_work(fleet: Fleet):
    await fleet.create(receivers=[receiver()] * 5)
    first = await fleet.deliveries(per_page="2", filter="all")
    assert [d["order_number"] for d in first["data"]] == ["1005", "1004"]
    assert (first["current_page"], first["last_page"], first["total"]) == (1, 3, 5)
    assert (first["from"], first["to"], first["per_page"]) == (1, 2, 2)
    assert first["prev_page_url"] is None
    assert first["path"] == "https://fleet.example/development/api/v1/deliveries"
    query = parse_qs(urlsplit(first["next_page_url"]).query, keep_blank_values=True)
    assert query == {k: [v] for k, v in (ALL_DELIVERIES | {"filter": "all"}).items()} | {
        "per_page": ["2"],
        "page": ["2"],
    }
    last = (await fleet.http.get(first["last_page_url"])).json()["data"]["deliveries"]
    assert [d["order_number"] for d in last["data"]] == ["1001"]
    assert last["next_page_url"] is None
    assert [link["label"] for link in last["links"]] == [
        "&laquo; Previous",
        "1",
        "2",
        "3",
        "Next &raquo;",
    ]
    assert [link["label"] for link in last["links"] if link["active"]] == ["3"]


async def test_an_empty_list_is_one_empty_page(fleet: Fleet):
    page = await fleet.deliveries()
    assert (page["data"], page["total"], page["last_page"], page["from"], page["to"]) == (
        [],
        0,
        1,
        0,
        0,
    )


@pytest.mark.parametrize(
    ("query", "size"),
    [({}, 10), ({"per_page": "5"}, 5), ({"per_page": "500"}, 100), ({"paginate": "0"}, 1000)],
)
async def test_page_sizes(fleet: Fleet, query: dict[str, str], size: int):
    assert (await fleet.deliveries(**query))["per_page"] == size


async def test_status_tokens_select_and_counts_are_over_all(fleet: Fleet):
    for state in ("Pending", "Awaiting Pickup", "Order Accepted", "In Transit", "Delivered"):
        await fleet.at(state)
    await fleet.at("Cancelled")
    found = {
        token: (await fleet.numbers(delivery_status=token))
        for token in (
            "pending",
            "awaiting_pickup",
            "in_transit",
            "delivered",
            "cancelled",
            "declined",
        )
    }
    assert found == {
        "pending": ["1001"],
        "awaiting_pickup": ["1003", "1002"],
        "in_transit": ["1004"],
        "delivered": ["1005"],
        "cancelled": ["1006"],
        "declined": [],
    }
    data = await fleet.get("/deliveries", **(ALL_DELIVERIES | {"delivery_status": "pending"}))
    assert data["delivery_counts"] == {
        "overall_user_awaiting_pickup_deliveries": 2,
        "overall_user_in_transit_deliveries": 1,
        "overall_user_delivered_deliveries": 1,
        "overall_user_cancelled_deliveries": 1,
    }


async def test_the_rider_filter_selects_one_riders_deliveries(fleet: Fleet):
    rider = await fleet.rider()
    await fleet.create()
    await fleet.create(riderid=rider)
    assert await fleet.numbers(rider_id=rider) == ["1002"]
    assert await fleet.numbers(rider_id=UNKNOWN) == []


async def test_search_looks_at_numbers_names_phones_and_addresses(fleet: Fleet):
    await fleet.create(
        receivers=[receiver(customer_name="Chidi 100%", customer_address="9 Low St")]
    )
    await fleet.create(sender_name="Bisi & Sons")
    for text, numbers in {
        "1002": ["1002"],
        "chidi": ["1001"],
        "100%": ["1001"],
        "LOW ST": ["1001"],
        "bisi &": ["1002"],
        "0805444": ["1002", "1001"],
        "_": [],
    }.items():
        assert await fleet.numbers(search=text) == numbers, text


@pytest.mark.parametrize("kept", ["08030000042", "8030000042", "0803 000-0042", "+2348030000042"])
@pytest.mark.parametrize(
    "wish",
    [
        "+234 803 000 0042",
        "2348030000042",
        "00234 803 000 0042",
        "0803 000 0042",
        "08030000042",
        "(0803) 000-0042",
        "803 000 00 42",
        "٠٨٠٣٠٠٠٠٠٤٢",
        "000 0042",
    ],
)
async def test_a_phone_number_is_found_in_whatever_form(fleet: Fleet, kept: str, wish: str):
    await fleet.create()
    await fleet.create(receivers=[receiver(customer_phone_number=kept)])
    assert await fleet.numbers(search=wish) == ["1002"]


async def test_date_filters_are_whole_days_of_the_business(fleet: Fleet):
    await fleet.create(creation_date="2026-03-09")
    fleet.clock.advance(timedelta(hours=24))
    second = (await fleet.create())["uuid"]
    await fleet.assign(await fleet.rider(), second)
    for query, numbers in [
        ({"filter": "today"}, ["1002"]),
        ({"filter": "yesterday"}, ["1001"]),
        ({"filter": "all"}, ["1002", "1001"]),
        ({"filter": "created_at", "start_date": "2026-03-03"}, ["1002"]),
        ({"filter": "created_at", "end_date": "02-03-2026"}, ["1001"]),
        ({"filter": "all", "end_date": "2026-03-02"}, ["1001"]),
        ({"filter": "assigned_at", "start_date": "2026-03-01", "end_date": "9999-12-31"}, ["1002"]),
        ({"filter": "assigned_at"}, ["1002"]),
        ({"filter": "assigned_at", "end_date": "2026-03-02"}, []),
        ({"filter": "dropoff_at", "start_date": "2026-03-01"}, []),
        ({"filter": "dropoff_at"}, []),
        ({"filter": "dropoff_at", "end_date": "9999-12-31"}, []),
        ({"filter": "schedule_date", "start_date": "2026-03-05"}, ["1001"]),
    ]:
        assert await fleet.numbers(**query) == numbers, query


async def test_a_day_begins_at_midnight_of_the_business(fleet: Fleet):
    rider = await fleet.rider()
    fleet.clock.advance(timedelta(hours=13, minutes=59))  # 22:59 UTC, and 23:59 in Lagos
    await fleet.assign(rider, (await fleet.create())["uuid"])
    fleet.clock.advance(timedelta(minutes=2))
    await fleet.assign(rider, (await fleet.create())["uuid"])
    for query, numbers in [
        ({"filter": "today"}, ["1002"]),
        ({"filter": "yesterday"}, ["1001"]),
        ({"filter": "created_at", "end_date": "2026-03-02"}, ["1001"]),
        ({"filter": "assigned_at", "start_date": "2026-03-03"}, ["1002"]),
        ({"scheduled": "0"}, ["1002", "1001"]),
    ]:
        assert await fleet.numbers(**query) == numbers, query
    for filter_, numbers in (("today", ["1002"]), ("yesterday", ["1001"])):
        page = await fleet.get(
            f"/riders/delivery/history/{rider}", paginate="1", per_page="9", filter=filter_
        )
        assert [found["order_number"] for found in page["data"]] == numbers


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({"schedule_date": "2026-03-09"}, ["1002"]),
        ({"schedule_date": "09-03-2026", "delivery_status": "delivered"}, []),
        ({"schedule_date": "1999-11-21"}, []),
        ({"schedule_date": ""}, ["1002", "1001"]),
        ({"scheduled": "1"}, ["1002"]),
        ({"scheduled": "true", "schedule_date": "2026-03-02"}, []),
        ({"scheduled": "0"}, ["1001"]),
        ({"filter": "today", "scheduled": "1"}, ["1002"]),
        ({"group_by": "sender_city"}, ["1002", "1001"]),
    ],
)
async def test_the_day_of_a_delivery_selects(
    fleet: Fleet, query: dict[str, str], numbers: list[str]
):
    await fleet.create(creation_date="2026-03-02")
    await fleet.create(creation_date="2026-03-09")
    page = await fleet.deliveries(**query)
    assert [found["order_number"] for found in page["data"]] == numbers
    assert page["total"] == len(numbers)


@pytest.mark.parametrize("wish", ["sneakers", "SNEAK", "grace"])
async def test_a_search_finds_what_is_in_a_parcel_and_who_carries_it(fleet: Fleet, wish: str):
    await fleet.create()
    thing = {"item_description": "Red sneakers", "item_quantity": 1, "item_value": 10}
    await fleet.create(
        riderid=await fleet.rider(name="Grace Obi"), receivers=[receiver(items=[thing])]
    )
    assert await fleet.numbers(search=wish) == ["1002"]


async def test_creation_mode_selects(fleet: Fleet):
    await fleet.create()
    assert await fleet.numbers(creation_mode="manual") == ["1001"]
    assert await fleet.numbers(creation_mode="via booking") == []


@pytest.mark.parametrize(
    "wish", ["élodie", "ÉLODIE", "Élodie", "ọlá", "ỌLÁ", "rue de l'église", "élodie ọlá"]
)
async def test_a_search_finds_letters_of_any_alphabet_in_either_case(fleet: Fleet, wish: str):
    await fleet.create(receivers=[receiver(customer_name="Chidi")])
    person = receiver(customer_name="Élodie ỌLÁ", customer_address="2 RUE DE L'ÉGLISE")
    await fleet.create(receivers=[person])
    assert await fleet.numbers(search=wish) == ["1002"]


NAMES = [
    ("Élise Dupont", ("elise", "ÉLISE", "Élise", "DUPONT")),
    ("José Peña", ("jose", "pena", "José peña")),
    ("Müller & Søn", ("muller", "son", "müller &")),
    ("أحمد فاطمة", ("احمد", "فاطمه", "أحمد")),
    ("علی المصطفى", ("علي", "المصطفي")),
    ("N'Goran Œuvre", ("n'goran", "oeuvre")),
]


@pytest.mark.parametrize(("name", "wishes"), NAMES, ids=[name for name, _ in NAMES])
async def test_a_name_is_found_with_accents_or_without(
    fleet: Fleet, name: str, wishes: tuple[str, ...]
):
    await fleet.create()
    thing = {"item_description": f"For {name}", "item_quantity": 1, "item_value": 10}
    await fleet.create(sender_name=name)
    await fleet.create(receivers=[receiver(customer_name=name)])
    await fleet.create(receivers=[receiver(customer_address=f"12 {name}")])
    await fleet.create(receivers=[receiver(items=[thing])])
    await fleet.create(riderid=await fleet.rider(name=name))
    for wish in wishes:
        assert await fleet.numbers(search=wish) == ["1006", "1005", "1004", "1003", "1002"], wish
    uuid = (await fleet.deliveries(search=wishes[0]))["data"][-1]["uuid"]
    await fleet.update(uuid, sender_name="Somebody Else")
    assert "1002" not in await fleet.numbers(search=wishes[0])
