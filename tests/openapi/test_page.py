"""The OpenAPI page says everything, and nothing that is not so."""

import re
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from tests.openapi.page import JSON, Page
from tests.service.fleet import (
    ALL_DELIVERIES,
    ALL_RIDERS,
    RECEIVER_PHONE,
    SENDER_PHONE,
    Fleet,
    order,
    receiver,
    restated,
)

UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
COMMISSION = {"commission_value": 10, "commission_type": "commission"}
HISTORY = {"paginate": "1", "per_page": "", "filter": ""}
FLAT = {
    "customer_name": "Bola Ade",
    "customer_address": "4 Marina Road",
    "customer_phone_number": "08054445555",
    "customer_phone_code": "234",
    "customer_email": "bola@example.com",
}


class Transcript:
    """Everything that was asked of the service, and what it answered."""

    def __init__(self, fleet: Fleet) -> None:
        self.answers: list[httpx.Response] = []
        fleet.http.event_hooks["response"].append(self.note)

    async def note(self, answer: httpx.Response) -> None:
        await answer.aread()
        self.answers.append(answer)

    def seen(self, page: Page) -> set[tuple[str, int]]:
        return {(page.operation(a.request).name, a.status_code) for a in self.answers}

    def lies(self, page: Page) -> list[str]:
        found = []
        for answer in self.answers:
            operation = page.operation(answer.request)
            described = operation.words["responses"][str(answer.status_code)]["content"][JSON]
            problems = page.problems(described["schema"], answer.json())
            found += [f"{operation.name} {answer.status_code} {each}" for each in problems]
        return found


async def a_busy_day(fleet: Fleet) -> None:
    """Every operation in every shape of its answer."""
    rider = await fleet.rider()
    for state in ("Pending", "Awaiting Pickup", "Order Accepted", "In Transit", "Delivered"):
        await fleet.delivery(await fleet.at(state))
    await fleet.create(receivers=[receiver(), receiver(customer_email="b@example.com", items=[])])
    await fleet.create(receivers=[], note="Ring twice", sender_email="")
    await fleet.create(**FLAT, riderid=rider)
    for path in ("/deliveries/update_status", "/deliveries/get/{uuid}"):
        uuid = (await fleet.create())["uuid"]
        body = {"delivery_uuid": uuid, "status": "cancelled", "note": "Too late"}
        await fleet.post(path.format(uuid=uuid), body)
    await fleet.post("/riders/create", {"rider_emails": ["a@example.com"], **COMMISSION})
    emails = ["b@example.com", "c@example.com"]
    invited = await fleet.post("/riders/create", {"rider_email": emails, **COMMISSION})
    invited_one = invited[1]["uuid"]
    await fleet.post(f"/riders/change_status/{invited_one}", {"rider_uuids": [invited_one]})
    await fleet.create(riderid=invited_one)
    await fleet.update((await fleet.create())["uuid"])
    await fleet.get(f"/riders/get/{rider}")
    await fleet.get(f"/riders/get/{invited[0]['uuid']}")
    await fleet.get(f"/riders/delivery/history/{rider}", **HISTORY)
    await fleet.deliveries(per_page="2", page="2")
    await fleet.deliveries(paginate="0")
    await fleet.deliveries(search="nothing such")
    await fleet.riders(get_ongoing_deliveries="1")
    await fleet.riders(active="0")
    await fleet.post(f"/riders/change_status/{rider}", {"rider_uuids": [rider]})
    await fleet.get("/booking-inbound/get_booking_link_detail/handover-couriers-dev")


async def every_refusal(fleet: Fleet, page: Page) -> None:
    """Each operation without a key, about nothing, with a body too large, and with nonsense."""
    key = fleet.http.headers["x-api-key"]
    for operation in page.operations:
        unknown = re.sub(r"\{\w+\}", UNKNOWN, operation.path)
        sent = {"params": {"filter": "never"}, "content": b"{"}
        if operation.method == "GET":
            del sent["content"]
        else:
            await fleet.http.post(unknown, content=b" " * 1_100_000)
        await fleet.http.request(operation.method, unknown, **sent)
        await fleet.http.request(operation.method, unknown, headers={"x-api-key": f"not {key}"})
    uuid, rider = (await fleet.create())["uuid"], await fleet.rider("sani@example.com")
    whole = restated(await fleet.delivery(uuid))
    await fleet.http.get(f"/riders/delivery/history/{UNKNOWN}", params=HISTORY)
    for path, body in {
        "/deliveries/update/{}": whole,
        "/deliveries/assign/{}": {"delivery_uuid": [uuid]},
        "/deliveries/get/{}": {"status": "cancelled"},
        "/riders/change_status/{}": {"rider_uuids": [rider]},
    }.items():
        await fleet.http.post(path.format(UNKNOWN), json=body)


async def test_every_answer_is_as_the_page_says(fleet: Fleet, page: Page):
    transcript = Transcript(fleet)
    await a_busy_day(fleet)
    await every_refusal(fleet, page)
    assert transcript.lies(page) == []
    told = {(operation.name, s) for operation in page.operations for s in operation.statuses}
    assert transcript.seen(page) == told


async def test_the_twelve_endpoints_are_described(page: Page):
    assert sorted(operation.name for operation in page.operations) == [
        "assignDeliveries",
        "changeRiderStatus",
        "createDelivery",
        "createRider",
        "getBookingLink",
        "getDelivery",
        "getRider",
        "getRiderHistory",
        "listDeliveries",
        "listRiders",
        "updateDelivery",
        "updateDeliveryStatus",
        "updateDeliveryStatusByPath",
    ]
    for operation in page.operations:
        assert "(contract: Endpoints, " in operation.words["description"], operation.name


async def test_the_seven_events_are_described(page: Page):
    assert {webhook.path: webhook.name for webhook in page.webhooks} == {
        "delivery.created": "onDeliveryCreated",
        "delivery.assigned": "onDeliveryAssigned",
        "delivery.picked_up": "onDeliveryPickedUp",
        "delivery.in_transit": "onDeliveryInTransit",
        "delivery.completed": "onDeliveryCompleted",
        "delivery.cancelled": "onDeliveryCancelled",
        "delivery.failed": "onDeliveryFailed",
    }
    for webhook in page.webhooks:
        assert [header["name"] for header in webhook.words["parameters"]] == [
            "X-Service-Signature",
            "X-Service-Event",
            "X-Service-Delivery-ID",
        ]
        assert webhook.words["responses"].keys() == {"200", "401", "default"}
        assert webhook.words["security"] == []
        examples = webhook.words["requestBody"]["content"][JSON]["examples"]
        assert examples.keys() == {"envelope", "simple"}


async def test_every_example_is_an_example_of_its_schema(page: Page):
    problems = {label: page.problems(schema, value) for label, schema, value in page.examples()}
    assert {label: found for label, found in problems.items() if found} == {}
    assert len(problems) > 60


@pytest.mark.parametrize("kind", [JSON, FORM, MULTIPART])
async def test_every_example_of_a_request_is_taken_as_it_stands(
    fleet: Fleet, page: Page, kind: str
):
    for operation in page.operations:
        body = operation.words.get("requestBody", {"content": {kind: {"examples": {}}}})
        for name, example in body["content"][kind]["examples"].items():
            there = await what_the_examples_name(fleet, name)
            path = "/" + with_names(operation.path.lstrip("/"), there)
            answer = await send(fleet, kind, path, with_names(example["value"], there))
            assert answer.status_code == 200, (operation.name, name, answer.text)


async def what_the_examples_name(fleet: Fleet, example: str) -> dict[str, str]:
    """Make what an example is about; return its names in the page and in the service."""
    state = {"Picked up": "Order Accepted", "Delivered": "In Transit"}.get(example)
    uuid = await fleet.at(state or "Awaiting Pickup")
    delivery = await fleet.delivery(uuid)
    second = (await fleet.create())["uuid"]
    email = f"{uuid}@example.com"
    rider = await fleet.rider(email, "Musa")
    return {
        "{delivery_uuid}": uuid,
        "{rider_uuid}": rider,
        "5f0c2a9e-6f0e-4b61-9d57-0d6a4f3f2b11": uuid,
        "b1f7a4c6-2f0b-4e55-8a3e-7c9d1e5f6a22": second,
        "c3d1f0aa-9b74-4d0e-8d3f-2a6b7c8d9e33": rider,
        "d4e2a1bb-0c85-4e1f-9e40-3b7c8d9eaf44": delivery["customer_detail"]["uuid"],
        "e5f3b2cc-1d96-4f20-8f51-4c8d9eafb055": delivery["items"][0]["uuid"],
        "4711": await code_of(fleet, SENDER_PHONE, delivery),
        "0815": await code_of(fleet, RECEIVER_PHONE, delivery),
        "musa@example.com": f"musa-{email}",
        "sani@example.com": f"sani-{email}",
    }


async def code_of(fleet: Fleet, phone: str, delivery: dict[str, Any]) -> str:
    number = delivery["order_number"]
    texts = "\n".join(await fleet.texts_to(phone))
    return re.findall(rf"code: (\d+) \(delivery {number}\)", texts)[-1]


def with_names(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: with_names(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_names(inner, names) for inner in value]
    if isinstance(value, str):
        # In one pass: a name that is put in may hold another's digits ("0815" in a uuid).
        return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], value)
    return value


async def send(fleet: Fleet, kind: str, path: str, body: dict[str, Any]) -> httpx.Response:
    if kind == JSON:
        return await fleet.http.post(path, json=body)
    if kind == FORM:
        return await fleet.http.post(path, data=body)
    parts = [
        (name, (None, as_text(element)))
        for name, value in body.items()
        for element in (value if isinstance(value, list) else [value])
    ]
    return await fleet.http.post(path, files=parts)


def as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


async def test_no_answer_has_a_place_for_a_code(page: Page):
    schemas = page.document["components"]["schemas"]
    words = {
        name
        for schema in schemas.values()
        for name in schema.get("properties", {})
        if re.search("otp|code$|digest|secret", name)
    }
    phones = {"customer_phone_code", "sender_phonecode", "phone_code"}
    assert words - phones == {"pickup_otp", "dropoff_otp", "link_code"}
    asked = {
        name for name, schema in schemas.items() if "pickup_otp" in schema.get("properties", ())
    }
    assert asked == {"StatusUpdate", "StatusUpdateByPath"}


@pytest.mark.parametrize("door", ["docs", "redoc"])
async def test_the_page_for_people_needs_nothing_from_elsewhere(fleet: Fleet, door: str):
    del fleet.http.headers["x-api-key"]
    html = (await fleet.http.get(f"/{door}")).text
    address = f"{fleet.http.base_url}{door}"
    needed = re.findall(r"""(?:src|href|spec-url)=["']([^"']+)["']|url: '([^']+)'""", html)
    links = [urljoin(address, one or other) for one, other in needed]
    assert len(links) >= 3
    for link in links:
        assert (await fleet.http.get(link)).status_code == 200, link
        assert link.startswith(str(fleet.http.base_url))


async def test_each_environment_has_a_page_of_its_own(fleet: Fleet):
    for name in ("development", "production"):
        document = (
            await fleet.http.get(f"https://fleet.example/{name}/api/v1/openapi.json")
        ).json()
        assert document["info"]["title"] == f"Delivery fleet service, {name}"
        assert document["servers"] == [{"url": f"/{name}/api/v1"}]


async def test_a_path_with_two_methods_names_both_when_a_third_is_tried(fleet: Fleet):
    answer = await fleet.http.delete(f"/deliveries/get/{UNKNOWN}")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, POST"


async def test_a_body_with_every_default_of_the_page_makes_what_one_without_them_does(
    fleet: Fleet, page: Page
):
    fields = page.document["components"]["schemas"]["NewDelivery"]["properties"]
    defaults = {name: field["default"] for name, field in fields.items() if "default" in field}
    assert defaults == {"note": "", "is_paid": False}
    assert isinstance(await fleet.post("/deliveries/create", order(**defaults)), dict)


async def test_a_line_break_in_a_path_is_an_id_that_nothing_is_known_by(fleet: Fleet):
    for path in ("/deliveries/get/%0A", "/riders/get/a%0Ab", "/deliveries/get/%0D%0A"):
        answer = await fleet.http.get(path)
        assert answer.status_code == 422
        assert list(answer.json()["errors"]) == ["path"]


async def test_addresses_are_named_once(fleet: Fleet):
    body = {"rider_emails": ["a@example.com"], "rider_email": ["b@example.com"], **COMMISSION}
    answer = await fleet.http.post("/riders/create", json=body)
    assert answer.status_code == 422
    assert "not both" in answer.json()["message"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("delivery_fee", True),
        ("delivery_fee", "1_500"),
        ("send_sms", "maybe"),
        ("send_sms", 2),
        ("send_sms", []),
        ("sender_phone", "..."),
        ("sender_phone", "0803\x001112222"),
    ],
)
async def test_what_only_looks_like_a_value_is_refused(fleet: Fleet, field: str, value: Any):
    answer = await fleet.http.post("/deliveries/create", json=order(**{field: value}))
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


async def test_queries_of_the_tests_are_the_pages_required_ones(page: Page):
    for name, known in {"listDeliveries": ALL_DELIVERIES, "listRiders": ALL_RIDERS}.items():
        (operation,) = (each for each in page.operations if each.name == name)
        parameters = operation.words["parameters"]
        assert {p["name"] for p in parameters if p["required"]} == set(known)
