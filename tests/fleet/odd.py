"""Answers that look odd and follow the contract all the same, and what has to be read of them."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.fleet.stand_in import DELIVERY, OTHER_DELIVERY, RIDER, answer, as_json


@dataclass(frozen=True)
class Odd:
    """Fields of a delivery, and what is read of them by the way to it."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    read: Mapping[str, Any] = field(default_factory=dict)


def _nested(depth: int) -> Any:
    return {"deeper": _nested(depth - 1)} if depth else []


_PERSON = {"customer_name": "Bayo", "customer_phone_number": "0802", "customer_phone_code": "234"}
_NULLS = dict.fromkeys(
    (
        "order_number",
        "status",
        "delivery_fee",
        "service_charge",
        "note",
        "creation_mode",
        "created_at",
        "pickup_at",
        "dropoff_at",
        "customer_detail",
        "sender_detail",
        "items",
        "rider_info",
        "is_paid",
        "pickup_photo",
        "cancelled_by",
        "sender_longitude",
        "customer_latitude",
    )
)

DELIVERIES: Mapping[str, Odd] = {
    "nothing but a uuid": Odd({}, {"order_number": "", "receivers": (), "state": "unknown"}),
    "null everywhere": Odd(_NULLS, {"order_number": "", "fee": None, "rider": None, "items": ()}),
    "capitals in the uuid": Odd({"uuid": DELIVERY.upper()}, {"uuid": DELIVERY}),
    "a number for the order number": Odd({"order_number": 42}, {"order_number": "42"}),
    "zeros before the order number": Odd({"order_number": "0042"}, {"order_number": "0042"}),
    "an empty array for nobody": Odd({"customer_detail": []}, {"receivers": ()}),
    "an id for the receiver": Odd(
        {"customer_detail": {"id": OTHER_DELIVERY, **_PERSON}},
        {"receivers.0.uuid": OTHER_DELIVERY, "receivers.0.name": "Bayo"},
    ),
    "a receiver in an array": Odd({"customer_detail": [_PERSON]}, {"receivers.0.name": "Bayo"}),
    "a plus before the dialling code": Odd(
        {"customer_detail": {**_PERSON, "customer_phone_code": "+234"}},
        {"receivers.0.phone_code": "234"},
    ),
    "numbers for phone and code": Odd(
        {"customer_detail": {"customer_phone_number": 802, "customer_phone_code": 234}},
        {"receivers.0.phone_number": "802", "receivers.0.phone_code": "234"},
    ),
    "a fee as a number": Odd({"delivery_fee": 1500}, {"fee.amount": "1500"}),
    "a fee as digits": Odd({"delivery_fee": "1500"}, {"fee.amount": "1500"}),
    "a fee for people": Odd(
        {"delivery_fee": "NGN 1,500.00"},
        {"fee.amount": "1500.00", "fee.text": "NGN 1,500.00", "fee.currency": "NGN"},
    ),
    "a fee with cents": Odd({"delivery_fee": 1500.5}, {"fee.amount": "1500.5"}),
    "no fee": Odd({"delivery_fee": 0}, {"fee.amount": "0"}),
    "a fee beyond all reason": Odd({"delivery_fee": 10**30}, {"fee": None}),
    "a quantity as text": Odd({"items": [{"item_quantity": "2"}]}, {"items.0.quantity": "2"}),
    "a value without its places": Odd({"items": [{"item_value": 9}]}, {"items.0.value": "9"}),
    "a label with a dash": Odd({"status": "Awaiting-Pickup"}, {"state": "awaiting_pickup"}),
    "a label with a space": Odd({"status": "Awaiting Pickup"}, {"state": "awaiting_pickup"}),
    "a label in small letters": Odd({"status": "in transit"}, {"state": "in_transit"}),
    "a label of a later day": Odd(
        {"status": "Returned to sender"}, {"state": "unknown", "label": "Returned to sender"}
    ),
    "fields of a later day": Odd({"drone": {"id": 7}, "": 1, "data": []}, {"uuid": DELIVERY}),
    "deep fields of a later day": Odd({"drone": _nested(150)}, {"uuid": DELIVERY}),
    "a creation mode of a later day": Odd(
        {"creation_mode": "By Drone"}, {"creation_mode": "By Drone"}
    ),
    "places as text": Odd(
        {"sender_latitude": "6.5244", "sender_longitude": "3.3792"},
        {"coordinates.sender.latitude": "6.5244", "coordinates.sender.longitude": "3.3792"},
    ),
    "places as numbers": Odd(
        {"customer_latitude": -6.5, "customer_longitude": 3},
        {"coordinates.receiver.latitude": "-6.5", "coordinates.receiver.longitude": "3.0"},
    ),
    "half a place": Odd(
        {"sender_latitude": "6.5", "sender_longitude": None}, {"coordinates.sender": None}
    ),
    "control characters in a name": Odd(
        {"customer_detail": {**_PERSON, "customer_name": "Ba\x00y\x1bo\r\nAde"}},
        {"receivers.0.name": "Bayo  Ade"},
    ),
    "half an emoji in a name": Odd(
        {"customer_detail": {**_PERSON, "customer_name": "Bayo \ud83d"}},
        {"receivers.0.name": "Bayo"},
    ),
    "an emoji and a backslash in a note": Odd(
        {"note": "\U0001f600 \\ud83d"}, {"note": "\U0001f600 \\ud83d"}
    ),
    "a name in other letters": Odd({"note": "Zoë 李 محمد"}, {"note": "Zoë 李 محمد"}),
    "a very long note": Odd({"note": "x" * 100_000}, {"note": "x" * 100_000}),
    "a rider without figures": Odd(
        {"rider_info": {"uuid": RIDER, "name": "Chidi"}}, {"rider.uuid": RIDER}
    ),
    "a number for the rider's number": Odd(
        {"rider_info": {"uuid": RIDER, "riderid": 17, "active": 1}}, {"rider.uuid": RIDER}
    ),
    **{
        f"a time {written}": Odd({"created_at": written}, {"created_at": f"{read}+00:00"})
        for written, read in {
            "2026-03-02T09:00:00Z": "2026-03-02 09:00:00",
            "2026-03-02T09:00:00.1Z": "2026-03-02 09:00:00.100000",
            "2026-03-02T09:00:00.123Z": "2026-03-02 09:00:00.123000",
            "2026-03-02T09:00:00.123456Z": "2026-03-02 09:00:00.123456",
            "2026-03-02T09:00:00.123456+00:00": "2026-03-02 09:00:00.123456",
            "2026-03-02T10:00:00+01:00": "2026-03-02 09:00:00",
            "2026-03-02T09:00:00": "2026-03-02 09:00:00",
            "2026-03-02 09:00:00": "2026-03-02 09:00:00",
        }.items()
    },
    "no time at all": Odd({"created_at": "soon"}, {"created_at": None}),
}

_RECORD = {"uuid": DELIVERY, "order_number": "0042"}
_SAID = json.dumps({"status": "success", "data": _RECORD}).encode()
_OTHER = {"uuid": OTHER_DELIVERY, "order_number": "0043"}
_ENVELOPE = {"current_page": 1, "data": [_OTHER, _RECORD], "last_page": 1, "total": 2}


def _success(data: object, **more: object) -> bytes:
    return as_json({"status": "success", "data": data, **more})


def _chunked(body: bytes) -> bytes:
    head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body)
    return head + chunks + b"0\r\n\r\n"


ANSWERS: Mapping[str, bytes] = {
    "an object": _success(_RECORD),
    "an array of one": _success([_RECORD]),
    "an array of several": _success([_OTHER, _RECORD]),
    "the list with its counts": _success({"delivery_counts": {}, "deliveries": _ENVELOPE}),
    "the list without pages": _success({"deliveries": [_OTHER, _RECORD]}),
    "the envelope alone": _success(_ENVELOPE),
    "a message": _success(_RECORD, message="Deliveries retrieved successfully!"),
    "more next to the data": _success(_RECORD, code=200, errors=None, meta={"took": 1.5}),
    "spaces around it": answer(200, b"\r\n \t" + _SAID + b"\n\n"),
    "a type of HTML": answer(200, _SAID, content_type="text/html; charset=iso-8859-1"),
    "a charset that does not exist": answer(200, _SAID, content_type="application/json; charset=x"),
    "packed": answer(200, gzip.compress(_SAID), content_encoding="gzip"),
    "in many chunks": _chunked(_SAID),
    "until the end of the connection": b"HTTP/1.1 200 OK\r\n\r\n" + _SAID,
    "by an old protocol": b"HTTP/1.0 200 OK\r\n\r\n" + _SAID,
    "after a 100": b"HTTP/1.1 100 Continue\r\n\r\n" + answer(200, _SAID),
    "after hints": b"HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n" + answer(200, _SAID),
    "with a cookie": answer(200, _SAID, set_cookie="a=b; domain=elsewhere.example; path=/"),
    "another word for OK": b"HTTP/1.1 200 Fine\r\n\r\n" + _SAID,
    "a name twice, the last one counts": answer(
        200, _SAID.replace(b'"data": {', b'"data": {"order_number": "1", ')
    ),
}
