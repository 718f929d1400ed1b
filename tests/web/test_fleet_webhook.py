"""The fleet service's webhooks: only genuine ones come in, each once, and only then 200."""

import gzip
import json

import pytest

from bot.fleet import sign
from bot.store.job_kind import JobKind
from tests.store.work import without_jobs
from tests.support.line import head
from tests.web.asking import DELIVERY, FLEET_PATH, FORMER_KEY, KEY, LIMIT, Door, event

BODY = event()
GENUINE = sign(BODY, KEY)


async def test_a_genuine_webhook_is_kept_word_for_word(door: Door):
    assert (await door.fleet(BODY)).status_code == 200
    (job,) = await door.kept()
    assert (job.body, job.lane) == (BODY, f"delivery:{DELIVERY}")


async def test_the_same_webhook_five_times_is_one_job_and_five_times_200(door: Door):
    answers = [(await door.fleet(BODY)).status_code for _ in range(5)]
    assert answers == [200] * 5
    assert len(await door.kept()) == 1


async def test_different_webhooks_of_one_delivery_are_all_kept(door: Door):
    bodies = [event("delivery.assigned", updated_at=str(number)) for number in range(3)]
    for body in bodies:
        await door.fleet(body)
    (first,) = await door.kept()  # the others wait behind it
    assert first.body == bodies[0]


@pytest.mark.parametrize("signature", [GENUINE.upper(), sign(BODY, FORMER_KEY)])
async def test_hex_in_capitals_and_the_former_key_are_genuine(door: Door, signature: str):
    assert (await door.fleet(BODY, signature=signature)).status_code == 200
    assert len(await door.kept()) == 1


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "0" * 64,
        GENUINE[:-1],
        GENUINE + "0",
        f"sha256={GENUINE}",
        sign(BODY, "another key"),
        sign(BODY + b" ", KEY),
        f"{GENUINE}, {GENUINE}",
        "é" * 64,
        "\u0665" * 64,
        b"\xff\xfe" * 32,
    ],
)
async def test_what_is_not_genuine_is_refused_and_not_kept(door: Door, signature: str | bytes):
    given = signature.encode() if isinstance(signature, str) else signature
    assert (await door.fleet(BODY, signature=given)).status_code == 401
    assert await door.kept() == []


async def test_a_webhook_without_signature_is_refused(door: Door):
    assert (await door.http.post(FLEET_PATH, content=BODY)).status_code == 401
    assert await door.kept() == []


@pytest.mark.parametrize("other", [GENUINE, "0" * 64])
async def test_two_signatures_are_refused_whatever_they_are(door: Door, other: str):
    headers = [("X-Service-Signature", GENUINE), ("X-Service-Signature", other)]
    answer = await door.http.post(FLEET_PATH, content=BODY, headers=headers)
    assert answer.status_code == 401
    assert await door.kept() == []


async def test_unsigned_headers_change_nothing(door: Door):
    headers = {
        "X-Service-Signature": GENUINE,
        "X-Service-Event": "delivery.cancelled",
        "X-Service-Delivery-ID": "another",
    }
    answer = await door.http.post(FLEET_PATH, content=BODY, headers=headers)
    assert answer.status_code == 200
    (job,) = await door.kept()
    assert job.lane == f"delivery:{DELIVERY}"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"text"',
        b"{",
        b"\x00",
        b"\xef\xbb\xbf" + BODY,
        BODY.decode().encode("utf-16"),
        gzip.compress(BODY, mtime=0),
        b'{"event": NaN, "data": Infinity}',
        b'{"event":"delivery.created","data":{"delivery_id":"\\ud800"}}',
        b'{"data":{"delivery_id":' + b"9" * 5000 + b"}}",
        b"[" * 100_000,
        b'{"data":' * 20_000 + b"1" + b"}" * 20_000,
        event("delivery.invented"),
        event(receiver_detail={"uuid": "x"}, order_number=42, status="Awaiting-Pickup"),
        event(order_number="a\x00b", delivery_fee="NGN 1,234.00", customer_detail=[]),
        event(updated_at="2026-03-02T09:00:00", created_at="9999-12-31T23:59:59.9999999-23:59"),
        event(updated_at="2026-03-02T09:00:00.1234567+01:00", picked_up_at=10**400),
        b'{"event":"delivery.created","event":"delivery.failed","data":{"delivery_id":"'
        + DELIVERY.encode()
        + b'"}}',
        json.dumps({"event": "x", "data": {"delivery_id": [DELIVERY]}}).encode(),
    ],
)
async def test_what_is_genuine_and_strange_is_kept_because_a_retry_cannot_help(
    door: Door, body: bytes
):
    assert (await door.fleet(body)).status_code == 200
    (job,) = await door.kept()
    assert job.body == body


@pytest.mark.parametrize(
    ("body", "lane"),
    [
        (event("delivery.invented", order_number=[1], receiver_detail=7), f"delivery:{DELIVERY}"),
        (json.dumps({"data": {"delivery_id": DELIVERY.upper()}}).encode(), f"delivery:{DELIVERY}"),
        (json.dumps({"data": [{"delivery_id": DELIVERY}]}).encode(), f"delivery:{DELIVERY}"),
        (json.dumps({"data": {"delivery_id": "no uuid"}}).encode(), "unreadable"),
        (b"{", "unreadable"),
    ],
)
async def test_of_a_body_only_its_delivery_is_looked_for_and_the_rest_may_be_anything(
    door: Door, body: bytes, lane: str
):
    assert (await door.fleet(body)).status_code == 200
    (job,) = await door.kept()
    assert (job.body, job.lane) == (body, lane)


async def test_a_body_of_exactly_the_limit_is_taken(door: Door):
    body = BODY + b" " * (LIMIT - len(BODY))
    assert (await door.fleet(body)).status_code == 200


async def test_a_body_over_the_limit_is_refused_by_its_declared_length(door: Door):
    async with door.line() as line:
        await line.say(head(FLEET_PATH, f"Content-Length: {LIMIT + 1}"))
        assert await line.status() == 413
    assert await door.kept() == []


async def test_a_body_over_the_limit_is_refused_without_a_declared_length(door: Door):
    async def chunks():
        for _ in range(4):
            yield b" " * (LIMIT // 4)
        yield b" "

    headers = {"X-Service-Signature": sign(b" " * (LIMIT + 1), KEY)}
    answer = await door.http.post(FLEET_PATH, content=chunks(), headers=headers)
    assert answer.status_code == 413
    assert await door.kept() == []


async def test_a_chunked_body_within_the_limit_is_taken(door: Door):
    async def chunks():
        yield BODY[:5]
        yield BODY[5:]

    headers = {"X-Service-Signature": GENUINE}
    answer = await door.http.post(FLEET_PATH, content=chunks(), headers=headers)
    assert answer.status_code == 200


async def test_a_store_that_fails_is_503_so_that_the_webhook_comes_again(door: Door):
    async with without_jobs(door.database):
        assert (await door.fleet(BODY)).status_code == 503
    assert await door.kept() == []
    assert (await door.fleet(BODY)).status_code == 200
    assert len(await door.kept()) == 1


async def test_the_path_of_another_environment_does_not_exist(door: Door):
    answer = await door.fleet(BODY, path="/fleet/development/events")
    assert answer.status_code == 404
    assert await door.kept() == []


async def test_a_slash_at_the_end_of_the_address_is_no_other_address(door: Door):
    answer = await door.fleet(BODY, path=f"{FLEET_PATH}/")
    assert answer.status_code == 200
    assert len(await door.kept()) == 1
    assert (await door.http.get(f"{FLEET_PATH}/")).status_code in (307, 405)


async def test_a_webhook_is_a_post(door: Door):
    assert (await door.http.get(FLEET_PATH)).status_code == 405


async def test_no_answer_names_a_key_or_what_was_sent(door: Door):
    answers = [
        await door.fleet(BODY),
        await door.fleet(BODY, signature="0" * 64),
        await door.fleet(b" " * (LIMIT + 1)),
    ]
    for answer in answers:
        said = str(answer.headers) + answer.text
        assert not any(secret in said for secret in (KEY, FORMER_KEY, DELIVERY, GENUINE))


async def test_a_webhook_makes_an_event_and_nothing_else(door: Door):
    await door.fleet(BODY)
    for kind in set(JobKind) - {JobKind.EVENT}:
        assert await door.kept(kind) == []
