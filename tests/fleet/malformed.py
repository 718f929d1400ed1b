"""Answers that follow no form of the contract, and the error that each of them ends in."""

import gzip
from collections.abc import Mapping

from bot.fleet import (
    BodyTooLarge,
    FleetError,
    KeyRefused,
    NotFound,
    Objected,
    Refused,
    Unavailable,
    Unknown,
    Unreadable,
)
from tests.fleet.stand_in import (
    CLOSE,
    DELIVERY,
    OTHER_DELIVERY,
    Answer,
    answer,
    as_json,
    success,
)

FOUND = {"uuid": DELIVERY, "status": "Pending"}
TOO_MUCH = b'{"status": "success", "data": {"uuid": "%s"}}' % DELIVERY.encode()
TOO_MUCH += b" " * (8 * 1024 * 1024)
HTML = b"<html><h1>It works!</h1></html>"
HALF = b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"

GOOD = b'{"status": "success", "data": {"uuid": "%s", "status": "Pending"}}' % DELIVERY.encode()


def _with_length(length: object) -> bytes:
    return f"HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n".encode() + GOOD


OUTCOMES: Mapping[str, tuple[Answer, type[FleetError]]] = {
    "401": (answer(401, b'{"status":"error","message":"Unauthenticated."}'), KeyRefused),
    "401 of a proxy": (answer(401, HTML), KeyRefused),
    "404": (answer(404, b"{}"), NotFound),
    "422": (answer(422, b"{}"), Refused),
    "429": (answer(429), Unavailable),
    "500": (answer(500, HTML), Unavailable),
    "502": (answer(502), Unavailable),
    "503": (answer(503), Unavailable),
    "400": (answer(400, b"{}"), Objected),
    "408": (answer(408), Unavailable),
    "425": (answer(425, b"{}"), Unavailable),
    "403": (answer(403, b"{}"), Objected),
    "201": (answer(201, b'{"status":"success","data":{}}'), Unreadable),
    "204": (answer(204), Unreadable),
    "302": (answer(302, location="/api/v1/elsewhere"), Unreadable),
    "200 and an error": (as_json({"status": "error", "data": FOUND}), Unreadable),
    "200 and no status": (as_json({"data": FOUND}), Unreadable),
    "200 and another word": (as_json({"status": "successful", "data": FOUND}), Unreadable),
    "200 and a list": (as_json([]), Unreadable),
    "200 and null": (as_json(None), Unreadable),
    "200 and nothing": (answer(200), Unreadable),
    "200 and HTML": (answer(200, HTML), Unreadable),
    "200 and half a body": (answer(200, b'{"status": "succ'), Unreadable),
    "200 and deep nesting": (answer(200, b"[" * 100_000), Unreadable),
    "200 and a huge number": (answer(200, b"1" * 5000), Unreadable),
    "200 and not a number": (answer(200, b'{"status":"success","data":NaN}'), Unreadable),
    "200 and too much": (answer(200, TOO_MUCH), Unreadable),
    "200 and much once unpacked": (
        answer(200, gzip.compress(TOO_MUCH), content_encoding="gzip"),
        Unreadable,
    ),
    "200 and not what it says": (answer(200, b"plain", content_encoding="gzip"), Unreadable),
    "200 and no data": (as_json({"status": "success"}), Unreadable),
    "200 and no uuid": (success({"order_number": "7"}), Unreadable),
    "200 and another delivery": (success({"uuid": OTHER_DELIVERY}), Unreadable),
    "no answer": (CLOSE, Unknown),
    "half a head": (b"HTTP/1.1 20", Unknown),
    "half an answer": (HALF, Unknown),
    "not HTTP": (b"SSH-2.0-OpenSSH_9.6\r\n", Unknown),
    "100 and nothing more": (b"HTTP/1.1 100 Continue\r\n\r\n", Unknown),
    "101": (b"HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n", Unknown),
    "205": (answer(205), Unreadable),
    "206": (answer(206, GOOD), Unreadable),
    "304": (b"HTTP/1.1 304 Not Modified\r\nconnection: close\r\n\r\n", Unreadable),
    "413": (answer(413, b"{}"), BodyTooLarge),
    "200 and no UTF-8": (answer(200, GOOD.replace(b"Pending", b"\xff\xfe")), Unreadable),
    "200 and UTF-16": (answer(200, GOOD.decode().encode("utf-16")), Unreadable),
    "200 and two bodies": (answer(200, GOOD + GOOD), Unreadable),
    "200 and a shorter length": (_with_length(len(GOOD) - 5), Unknown),
    "200 and a longer length": (_with_length(len(GOOD) + 5), Unknown),
    "200 and no number for a length": (_with_length("many"), Unknown),
    "200 and two lengths": (_with_length("5\r\ncontent-length: 6"), Unknown),
    "200 and broken chunks": (
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n" + GOOD,
        Unknown,
    ),
    "200 and chunks without an end": (
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n",
        Unknown,
    ),
    "200 and half a gzip": (
        answer(200, gzip.compress(GOOD)[:-12], content_encoding="gzip"),
        Unreadable,
    ),
    "200 and no deflate": (answer(200, GOOD, content_encoding="deflate"), Unreadable),
    "200 and headers without an end": (
        b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 50_000,
        Unknown,
    ),
    "200 and 50 MB": (lambda _: answer(200, GOOD + b" " * 50_000_000), Unreadable),
    "200 and 50 MB without a length": (
        lambda _: b"HTTP/1.1 200 OK\r\n\r\n" + b" " * 50_000_000,
        Unreadable,
    ),
    "a redirect to no host": (answer(302, location="http://["), Unreadable),
    "a redirect to no port": (answer(308, location="http://x.example:port/"), Unreadable),
    "a redirect to a mailbox": (answer(302, location="mailto:somebody"), Unreadable),
    "a redirect without a place": (answer(301), Unreadable),
}
