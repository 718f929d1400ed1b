"""Keys, bodies and errors, whatever the endpoint (contract: Authentication, Errors)."""

import gzip
import threading

import httpx
import pytest

from bot.service.app import make_server
from bot.service.errors import NotFoundError
from bot.service.operations.dashboard import decline, mark_failed, resend_codes
from tests.service.fleet import ALL_DELIVERIES, KEY, PRODUCTION_KEY, Fleet, order, restated

UNKNOWN = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"
UNAUTHENTICATED = {"status": "error", "message": "Unauthenticated."}


@pytest.mark.parametrize("key", [None, "", "wrong", PRODUCTION_KEY, "schlüssel".encode()])
async def test_without_this_environments_key_nothing_is_answered(
    fleet: Fleet, key: str | bytes | None
):
    del fleet.http.headers["x-api-key"]
    headers = {} if key is None else {"x-api-key": key}
    for method, path in (
        ("GET", "/deliveries"),
        ("POST", "/deliveries/create"),
        ("POST", "/deliveries/update_status"),
        ("POST", "/deliveries/assign/1"),
        ("GET", "/deliveries/get/1"),
        ("GET", "/riders"),
        ("POST", "/riders/create"),
        ("GET", "/riders/get/1"),
        ("POST", "/deliveries/update/1"),
        ("POST", "/deliveries/get/1"),
        ("GET", "/riders/delivery/history/1"),
        ("POST", "/riders/change_status/1"),
        ("GET", "/booking-inbound/get_booking_link_detail/handover-couriers-dev"),
    ):
        answer = await fleet.http.request(method, path, headers=headers, content=b"not json")
        assert (answer.status_code, answer.json()) == (401, UNAUTHENTICATED), path


async def test_the_environments_share_no_data(fleet: Fleet):
    uuid = (await fleet.create())["uuid"]
    rider = await fleet.rider()
    edit = restated(await fleet.delivery(uuid))
    fleet.http.base_url = "https://fleet.example/production/api/v1"
    fleet.http.headers["x-api-key"] = PRODUCTION_KEY
    assert (await fleet.deliveries())["total"] == 0
    assert (await fleet.http.get(f"/deliveries/get/{uuid}")).status_code == 422
    assert (await fleet.http.get(f"/riders/get/{rider}")).status_code == 422
    assert (await fleet.http.post("/deliveries/create", json=order(riderid=rider))).is_error
    body = {"delivery_uuid": uuid, "status": "cancelled"}
    assert (await fleet.http.post("/deliveries/update_status", json=body)).is_error
    history = f"/riders/delivery/history/{rider}?paginate=1&per_page=&filter=all"
    assert (await fleet.http.get(history)).status_code == 422
    for path, body in (
        (f"/deliveries/update/{uuid}", edit),
        (f"/deliveries/get/{uuid}", {"status": "cancelled"}),
        (f"/riders/change_status/{rider}", {"rider_uuids": [rider]}),
    ):
        assert (await fleet.http.post(path, json=body)).status_code == 422
    production = fleet.service.environment("production")
    for operation in (mark_failed, decline):
        with pytest.raises(NotFoundError):
            await operation(production, uuid, "Wrong house")
    with pytest.raises(NotFoundError):
        await resend_codes(production, uuid)


MALFORMED = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"text"',
    b'{"delivery_fee": NaN}',
    b'{"sender_name": "\\ud800"}',
    b'{"delivery_fee": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
    b"\xff\xfe",
    gzip.compress(b"{}"),
]


@pytest.mark.parametrize(
    "path",
    [
        "/deliveries/create",
        "/deliveries/update_status",
        f"/deliveries/update/{UNKNOWN}",
        f"/deliveries/get/{UNKNOWN}",
        f"/riders/change_status/{UNKNOWN}",
    ],
)
async def test_malformed_json_is_refused(fleet: Fleet, path: str):
    for body in MALFORMED:
        answer = await fleet.http.post(path, content=body)
        assert answer.status_code == 422, body[:20]
        assert answer.json()["status"] == "error"
        assert answer.json()["errors"]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"a=%ff"),
        ("application/x-www-form-urlencoded", b"\xff=1"),
        ("application/x-www-form-urlencoded", b"a=1&a[b]=2"),
        ("application/x-www-form-urlencoded", b"a[]=&" * 6000),
        ("application/x-www-form-urlencoded", b"a" + b"[0]" * 50 + b"=1"),
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=x", b"--x\r\nbroken"),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx\r\n--x--\r\n',
        ),
    ],
)
async def test_malformed_forms_are_refused(fleet: Fleet, kind: str, body: bytes):
    answer = await fleet.http.post(
        "/deliveries/update_status", content=body, headers={"content-type": kind}
    )
    assert answer.status_code == 422
    assert answer.json()["errors"]


@pytest.mark.parametrize(
    ("kind", "body", "said"),
    [
        ("application/json", b"", "The body is empty."),
        ("application/json", b'{"a":', "The body is not JSON"),
        ("", b"a=1", "The body is not JSON"),
        ("application/json", b'{"a": NaN}', "The body is not JSON"),
        ("application/x-www-form-urlencoded", b"a=%ff", "The body is not a form in UTF-8."),
        ("multipart/form-data; boundary=x", b"--y", "The body is not a multipart form"),
        ("multipart/form-data", b"--y", "The body is not a multipart form"),
    ],
)
async def test_what_cannot_be_read_is_told_in_plain_words(
    fleet: Fleet, kind: str, body: bytes, said: str
):
    headers = {"content-type": kind} if kind else {}
    answer = await fleet.http.post("/deliveries/create", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["errors"]["body"][0].startswith(said)


async def test_a_body_above_one_mebibyte_is_not_read(fleet: Fleet):
    sent = 0

    async def endless():
        nonlocal sent
        while True:
            sent += 64 * 1024
            yield b" " * 64 * 1024

    answer = await fleet.http.post("/deliveries/create", content=endless())
    assert answer.status_code == 413
    assert answer.json() == {"status": "error", "message": "The body is too large."}
    assert sent <= 1024 * 1024 + 2 * 64 * 1024


async def test_a_refusal_never_repeats_what_was_sent(fleet: Fleet):
    body = {"delivery_uuid": "secret-1", "status": "secret-2", "pickup_otp": {"secret-3": 1}}
    answer = await fleet.http.post("/deliveries/update_status", json=body)
    assert answer.status_code == 422
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/deliveries/", 404),
        ("DELETE", "/deliveries", 405),
        ("GET", "https://fleet.example/", 404),
        ("GET", "https://fleet.example/staging/api/v1/deliveries", 404),
    ],
)
async def test_errors_of_routing_are_json_too(fleet: Fleet, method: str, path: str, status: int):
    answer = await fleet.http.request(method, path)
    assert answer.status_code == status
    assert answer.json()["status"] == "error"


async def test_the_openapi_page_describes_bodies_and_the_key(fleet: Fleet):
    del fleet.http.headers["x-api-key"]
    page = (await fleet.http.get("/openapi.json")).json()
    create = page["paths"]["/deliveries/create"]["post"]
    assert "application/json" in create["requestBody"]["content"]
    assert "NewDelivery" in page["components"]["schemas"]
    update = page["paths"]["/deliveries/update/{delivery_uuid}"]["post"]
    variants = update["requestBody"]["content"]["application/json"]["schema"]["oneOf"]
    assert [variant["$ref"].rpartition("/")[2] for variant in variants] == [
        "NewerEdit",
        "OlderEdit",
    ]
    assert create["security"] == [{"APIKeyHeader": []}]


async def test_it_serves_real_http_with_links_to_its_public_url(fleet: Fleet):
    async with make_server(fleet.service.asgi) as server, httpx.AsyncClient() as http:
        fleet.service.public_url = server.url
        http.headers["x-api-key"] = KEY
        base = f"{server.url}/development/api/v1"
        created = await http.post(f"{base}/deliveries/create", json=order())
        assert created.json()["data"]["order_number"] == "1001"
        page = (await http.get(f"{base}/deliveries", params=ALL_DELIVERIES)).json()
        link = page["data"]["deliveries"]["first_page_url"]
        assert link.startswith(f"{base}/deliveries?")
        assert (await http.get(link)).json()["data"]["deliveries"]["total"] == 1
        large = await http.post(f"{base}/deliveries/create", content=b" " * 1_100_000)
        assert large.status_code == 413


async def test_no_request_takes_a_thread_beside_those_of_the_database(fleet: Fleet):
    before = set(threading.enumerate())
    await fleet.at("Delivered")
    await fleet.deliveries()
    assert set(threading.enumerate()) <= before
