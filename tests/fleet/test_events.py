"""Webhooks: signatures, both payload shapes, and everything that is neither."""

import hashlib
import hmac
import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.fleet import (
    EventKind,
    FleetEvent,
    State,
    UnreadableEvent,
    WebhookRefused,
    construct_event,
    read_event,
    sign,
    verify,
)
from tests.fleet.stand_in import DELIVERY, KEY, OTHER_DELIVERY, RIDER

BODY = b'{"event":"delivery.created"}'
ENVELOPE = {
    "event": "delivery.completed",
    "timestamp": "2026-03-02T09:00:01Z",
    "data": {
        "delivery_id": DELIVERY,
        "order_number": "0042",
        "status": "delivered",
        "receiver_detail": [
            {
                "uuid": OTHER_DELIVERY,
                "delivery_uuid": DELIVERY,
                "status": "delivered",
                "dropoff_photo": "https://photos.example/d.jpg",
                "customer_name": "Bayo",
                "customer_email": "bayo@example.com",
                "customer_phone_number": "0802",
                "customer_phone_code": "234",
                "customer_address": "2 Long Rd",
                "items": [
                    {
                        "uuid": RIDER,
                        "name": "Soup",
                        "quantity": 2,
                        "price": 750.5,
                        "description": "Pepper soup",
                    }
                ],
            },
            {"uuid": RIDER, "status": "in_transit", "customer_name": "Chika", "items": []},
        ],
        "sender_detail": [{"uuid": RIDER, "sender_name": "Ada", "sender_phone": "0801"}],
        "delivery_fee": 1500,
        "payment_status": "paid",
        "note": "Left with the guard",
        "created_at": "2026-03-02T08:00:00.000000Z",
        "updated_at": "2026-03-02T09:00:00.000000Z",
        "picked_up_at": "2026-03-02T08:30:00.000000Z",
        "dropoff_at": "2026-03-02T09:00:00.000000Z",
        "rider": {"name": "Dayo", "phone": "0803"},
    },
}


def event(**data: object) -> bytes:
    return json.dumps({"event": "delivery.created", "data": data}).encode()


def read(raw: bytes) -> FleetEvent:
    told = read_event(raw)
    assert isinstance(told, FleetEvent)
    return told


def test_a_signature_is_the_hmac_of_the_raw_body() -> None:
    expected = hmac.new(KEY.encode(), BODY, hashlib.sha256).hexdigest()
    assert sign(BODY, KEY) == expected


@pytest.mark.parametrize(
    "signature", [sign(BODY, KEY), sign(BODY, KEY).upper(), sign(BODY, KEY).encode()]
)
def test_a_genuine_signature_is_accepted(signature: str | bytes) -> None:
    assert verify(BODY, signature, [KEY])


@pytest.mark.parametrize(
    "signature",
    [
        None,
        "",
        b"",
        "0" * 64,
        sign(BODY, KEY)[:-1],
        sign(BODY, KEY) + "0",
        sign(BODY, KEY) + "\n",
        " " + sign(BODY, KEY),
        "sha256=" + sign(BODY, KEY),
        f"{sign(BODY, KEY)}, {sign(BODY, KEY)}",
        "é" * 64,
        "é" * 32,
        "０" * 64,
        "\ud800",
        b"\xff" * 64,
        sign(BODY + b" ", KEY),
        sign(BODY, KEY + "x"),
        sign(BODY, ""),
    ],
)
def test_every_other_signature_is_not(signature: str | bytes | None) -> None:
    assert verify(BODY, signature, [KEY, ""]) is False


def test_both_keys_are_good_during_a_rotation_and_no_key_at_all_is_not() -> None:
    assert verify(BODY, sign(BODY, "new"), ["new", "old"])
    assert verify(BODY, sign(BODY, "old"), ["new", "old"])
    assert not verify(BODY, sign(BODY, "old"), ["new"])
    assert not verify(BODY, sign(BODY, "old"), [])


@given(raw=st.binary(max_size=50), other=st.binary(max_size=50), key=st.text(min_size=1))
def test_a_signature_fits_its_own_body_only(raw: bytes, other: bytes, key: str) -> None:
    assert verify(raw, sign(raw, key), [key])
    assert verify(other, sign(raw, key), [key]) is (raw == other)


@given(signature=st.none() | st.text() | st.binary())
def test_checking_a_signature_never_raises(signature: str | bytes | None) -> None:
    assert verify(BODY, signature, [KEY]) is False


def test_the_envelope_shape_is_read_whole() -> None:
    told = read(json.dumps(ENVELOPE).encode())
    assert (told.kind, told.kind_text) == (EventKind.COMPLETED, "delivery.completed")
    assert told.timestamp == datetime(2026, 3, 2, 9, 0, 1, tzinfo=UTC)
    assert told.updated_at == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert (told.delivery_id, told.status_text) == (DELIVERY, "delivered")
    assert (told.rider_name, told.rider_phone) == ("Dayo", "0803")
    assert told.note == "Left with the guard"
    assert told.has_full_parties
    delivery = told.delivery
    assert (delivery.order_number, delivery.state) == ("0042", State.DELIVERED)
    assert delivery.label == "delivered"
    assert delivery.pickup_at == datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
    assert delivery.fee
    assert delivery.fee.amount == Decimal(1500)
    assert delivery.paid is True
    assert delivery.rider
    assert delivery.rider.uuid is None
    assert delivery.sender
    assert delivery.sender.name == "Ada"
    (item,) = delivery.items
    assert (item.description, item.quantity, item.value) == ("Pepper soup", 2, Decimal("750.5"))


def test_a_fee_is_in_the_currency_that_the_payload_names() -> None:
    delivery = read(event(delivery_id=DELIVERY, delivery_fee=1500, currency="GHS")).delivery
    assert delivery.fee
    assert (delivery.fee.currency, delivery.currency) == ("GHS", "GHS")


@pytest.mark.parametrize(
    ("told", "paid"),
    [("paid", True), ("Paid", True), ("unpaid", False), ("Not Paid", False), ("", None)]
    + [(odd, None) for odd in ("refunded", None, 7, [])],
)
def test_a_payment_is_told_in_words_and_odd_ones_are_not_guessed(
    told: object, paid: bool | None
) -> None:
    assert read(event(delivery_id=DELIVERY, payment_status=told)).delivery.paid is paid


def test_every_receiver_has_a_state_of_their_own() -> None:
    bayo, chika = read(json.dumps(ENVELOPE).encode()).receivers
    assert (bayo.name, bayo.state, bayo.phone_number) == ("Bayo", State.DELIVERED, "0802")
    assert bayo.dropoff_photo == "https://photos.example/d.jpg"
    assert (chika.name, chika.state, chika.phone_number) == ("Chika", State.IN_TRANSIT, "")
    assert chika.dropoff_photo is None


def test_the_simpler_shape_has_one_receiver_without_uuid() -> None:
    told = read(
        event(
            delivery_id=DELIVERY,
            order_number="0042",
            customer_name="Bayo",
            customer_phone="+2348020000000",
            customer_address="2 Long Rd",
            rider={"name": "Dayo", "phone": "0803"},
        )
    )
    assert not told.has_full_parties
    assert told.delivery.sender is None
    (bayo,) = told.receivers
    assert (bayo.uuid, bayo.name, bayo.address) == (None, "Bayo", "2 Long Rd")
    assert (bayo.phone_code, bayo.phone_number) == ("", "+2348020000000")


@pytest.mark.parametrize(
    ("kind", "status", "state"),
    [
        ("delivery.completed", "delivered", State.DELIVERED),
        ("delivery.completed", None, State.DELIVERED),
        ("delivery.failed", "gone fishing", State.FAILED),
        ("delivery.failed", "In Transit", State.IN_TRANSIT),
        ("delivery.assigned", "Awaiting-Pickup", State.AWAITING_PICKUP),
        ("delivery.exploded", "accepted", State.ACCEPTED),
        ("delivery.exploded", "gone", State.UNKNOWN),
        (None, None, State.UNKNOWN),
    ],
)
def test_the_state_is_the_status_or_else_what_the_event_means(
    kind: str | None, status: str | None, state: State
) -> None:
    raw = {"event": kind, "data": {"delivery_id": DELIVERY, "status": status}}
    told = read(json.dumps(raw).encode())
    assert (told.delivery.state, told.kind_text) == (state, kind or "")
    assert told.kind is None or told.kind.value == kind


@pytest.mark.parametrize("rider", [None, [], {}, {"name": None}, "Dayo"])
def test_a_payload_may_name_no_rider(rider: object) -> None:
    told = read(event(delivery_id=DELIVERY, rider=rider))
    assert (told.delivery.rider, told.rider_name, told.rider_phone) == (None, "", "")


def test_a_single_receiver_may_come_without_its_array() -> None:
    told = read(event(delivery_id=DELIVERY, receiver_detail={"customer_name": "Bayo"}))
    assert told.has_full_parties
    assert [receiver.name for receiver in told.receivers] == ["Bayo"]


GOOD = event(delivery_id=DELIVERY)
UNREADABLE = {
    "nothing": b"",
    "null": b"null",
    "a number": b"7",
    "a list": b"[]",
    "a text": b'"x"',
    "no data": b'{"event":"delivery.created"}',
    "empty data": b'{"event":"delivery.created","data":{}}',
    "data of another kind": b'{"event":"delivery.created","data":"x"}',
    "no uuid": event(delivery_id="42"),
    "a number for a uuid": event(delivery_id=42),
    "half a body": GOOD[:-1],
    "more than a body": GOOD + b"x",
    "UTF-16": GOOD.decode().encode("utf-16"),
    "not UTF-8": GOOD.replace(b"created", b"\xff\xfe"),
    "gzip": b"\x1f\x8b\x08" + GOOD,
    "deep nesting": b'{"data":' + b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "a huge integer": GOOD[:-1] + b',"x":' + b"1" * 5000 + b"}",
    "not a number": GOOD[:-1] + b',"x":NaN}',
    "infinity": GOOD[:-1] + b',"x":-Infinity}',
}


@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_names_no_delivery_is_unreadable(raw: bytes) -> None:
    told = read_event(raw)
    assert isinstance(told, UnreadableEvent)
    assert told.reason


def test_of_a_name_given_twice_the_last_one_counts() -> None:
    raw = b'{"event":"delivery.failed",' + GOOD[1:]
    assert read(raw).kind is EventKind.CREATED


def test_nul_and_control_characters_never_come_in() -> None:
    told = read(event(delivery_id=DELIVERY, note="a\x00b\x1bc", customer_name="\x00Ada\u0085"))
    assert (told.note, told.receivers[0].name) == ("abc", "Ada")


def test_half_a_surrogate_pair_is_left_out_of_a_name() -> None:
    told = read(GOOD.replace(b'"data": {', b'"data": {"customer_name": "A\\ud83dda \\\\ud800",'))
    assert told.receivers[0].name == "Ada \\ud800"


def test_a_number_too_big_for_a_float_says_nothing() -> None:
    raw = GOOD.replace(b'"data": {', b'"data": {"delivery_fee": 1e999, "order_number": 1e400,')
    told = read(raw)
    assert (told.delivery.fee, told.delivery.order_number) == (None, "")


@given(raw=st.binary(max_size=300))
def test_any_bytes_are_read_without_raising(raw: bytes) -> None:
    assert isinstance(read_event(raw), FleetEvent | UnreadableEvent)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*ENVELOPE["data"]["receiver_detail"][0], "sender_name"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)
NAMES = st.sampled_from([*ENVELOPE["data"], "customer_name", "customer_phone"])


@given(data=st.dictionaries(NAMES, VALUES), kind=VALUES, timestamp=VALUES)
def test_any_payload_is_read_and_survives_json_unchanged(
    data: dict[str, object], kind: object, timestamp: object
) -> None:
    raw = {"event": kind, "timestamp": timestamp, "data": {**data, "delivery_id": DELIVERY}}
    told = read_event(json.dumps(raw).encode())
    if isinstance(told, FleetEvent):
        assert FleetEvent.model_validate_json(told.model_dump_json()) == told


@given(cut=st.integers(0, 1500), flipped=st.integers(0, 255))
def test_a_damaged_payload_is_read_without_raising(cut: int, flipped: int) -> None:
    raw = bytearray(json.dumps(ENVELOPE).encode())
    raw[cut % len(raw)] = flipped
    assert isinstance(read_event(bytes(raw)), FleetEvent | UnreadableEvent)


@pytest.mark.parametrize("name", ["X-Service-Signature", "x-service-signature"])
@pytest.mark.parametrize("as_text", [True, False])
@pytest.mark.parametrize("key", [KEY, ["another", KEY]])
def test_a_receiver_has_the_event_by_one_call(name: str, as_text: bool, key: str | list[str]):
    raw = json.dumps(ENVELOPE).encode()
    body = raw.decode() if as_text else raw
    found = construct_event(body, {name: sign(raw, KEY), "Content-Type": "application/json"}, key)
    assert (found.kind, found.delivery_id) == (EventKind.COMPLETED, DELIVERY)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"X-Service-Signature": sign(BODY, "another")}, 401),
        ({"X-Service-Signature": sign(BODY, KEY), "x-service-signature": sign(BODY, KEY)}, 401),
        ({"X-Service-Signature": sign(BODY, KEY)}, 200),
    ],
    ids=["none", "wrong", "two", "names no delivery"],
)
def test_a_receiver_is_told_what_to_answer_where_there_is_no_event(
    headers: dict[str, str], status: int
):
    with pytest.raises(WebhookRefused) as refused:
        construct_event(BODY, headers, KEY)
    assert refused.value.status == status
