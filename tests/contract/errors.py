"""The requests that fail, and the bodies that say so (contract: Errors, Authentication)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.contract.kinds import TEXT, Array, Kind, Mapped, Record, exactly
from tests.contract.reads import READS
from tests.contract.rows import Row
from tests.contract.writes import WRITES
from tests.service.fleet import KEY, PRODUCTION_KEY

NOBODY = "7a1e3a6c-43a5-4d6f-8f0e-0a8b35d8a111"
TOO_LARGE = b" " * 10 * 1024 * 1024

_ERROR = {"status": exactly("error"), "message": TEXT}
UNAUTHENTICATED = Record("401", {**_ERROR, "message": exactly("Unauthenticated.")})
# The contract shows no other body; these are the one form that all others have here.
REFUSED = Record("422", {**_ERROR, "errors": Mapped(Array(TEXT))})
FAILED = Record("404, 405 and 413", _ERROR)

BODIES: dict[int, Kind] = {
    401: UNAUTHENTICATED,
    404: FAILED,
    405: FAILED,
    413: FAILED,
    422: REFUSED,
}


@dataclass(frozen=True)
class Failure:
    """One request that fails. `key` None is sent without the header."""

    name: str
    status: int
    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | bytes | None = None
    key: str | bytes | None = KEY

    def __str__(self) -> str:
        return f"{self.status} {self.name}"


def _first(rows: list[Row]) -> dict[str, Row]:
    """Return the first variant at each endpoint."""
    return {row.endpoint.name: row for row in reversed(rows)}


_PLAIN = _first([*READS, *WRITES])
_POSTS = [row for row in _PLAIN.values() if row.body is not None]

_WRONG_KEYS: dict[str, str | bytes | None] = {
    "no key": None,
    "an empty key": "",
    "a wrong key": "wrong",
    "a part of the key": KEY[:-1],
    "the key in capitals": KEY.upper(),
    "a key that is not ASCII": "schlüssel".encode(),
    "the other environment's key": PRODUCTION_KEY,
}


def _unauthenticated() -> Iterator[Failure]:
    for words, key in _WRONG_KEYS.items():
        for row in _PLAIN.values():
            yield Failure(
                f"{row.endpoint.name}: {words}",
                401,
                row.endpoint.method,
                row.path,
                row.query,
                row.body,
                key,
            )


def _unknown() -> Iterator[Failure]:
    """Name in the path what does not exist, and what cannot exist."""
    for row in _PLAIN.values():
        for at in (NOBODY, "no-such-thing") if row.at else ():
            path = row.path.replace(row.at, at)
            name = f"{row.endpoint.name}: {at}"
            yield Failure(name, 422, row.endpoint.method, path, row.query, row.body)
    yield Failure("no endpoint", 404, "GET", "/nothing")
    yield Failure("no method of the endpoint", 405, "DELETE", "/deliveries")


_REQUIRED = {
    "Create delivery": (
        "creation_date",
        "delivery_fee",
        "iam_sender",
        "riderid",
        "send_sms",
        "sender_name",
        "sender_address",
        "sender_email",
        "sender_phone",
        "sender_phonecode",
        "receivers",
    ),
    "Update delivery": (
        "sender_name",
        "sender_address",
        "sender_phone",
        "sender_phonecode",
        "sender_email",
        "receivers.customer_name",
        "receivers.customer_address",
        "receivers.customer_phone_number",
        "receivers.customer_phone_code",
        "receivers.customer_email",
        "receivers.customer_detail_id",
        "receivers.items.item_description",
        "receivers.items.item_quantity",
        "receivers.items.item_value",
        "delivery_fee",
        "send_sms",
    ),
    "Assign deliveries to a rider": ("delivery_uuid",),
    "List deliveries": (
        "paginate",
        "per_page",
        "filter",
        "start_date",
        "end_date",
        "delivery_status",
        "rider_id",
    ),
    "Update delivery status": ("delivery_uuid", "status"),
    "Create rider (invite)": ("rider_emails", "commission_value", "commission_type"),
    "List riders": (
        "paginate",
        "per_page",
        "active",
        "get_ongoing_deliveries",
        "pending_invites",
    ),
    "Rider delivery history": ("paginate", "per_page", "filter"),
    "Activate or remove riders": ("rider_uuids",),
}
"""The fields and parameters that the contract marks as required."""


def _incomplete() -> Iterator[Failure]:
    for name, fields in _REQUIRED.items():
        row = _PLAIN[name]
        for lacking in fields:
            yield Failure(
                f"{name} without {lacking}",
                422,
                row.endpoint.method,
                row.path,
                _without(row.query, lacking) if row.query else {},
                _without(row.body, lacking) if row.body else None,
            )


def _without(body: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Leave a field out, in each element where the path goes through an array."""
    name, _, rest = path.partition(".")
    if not rest:
        return {key: value for key, value in body.items() if key != name}
    return {**body, name: [_without(each, rest) for each in body[name]]}


_MALFORMED = {"nothing": b"", "half a body": b'{"status', "null": b"null", "a list": b"[]"}


def _malformed() -> Iterator[Failure]:
    for row in _POSTS:
        for words, body in _MALFORMED.items():
            name = f"{row.endpoint.name}: {words}"
            yield Failure(name, 422, "POST", row.path, body=body)
        yield Failure(f"{row.endpoint.name}: 10 MB", 413, "POST", row.path, body=TOO_LARGE)


def _move(delivery: str, status: str, **fields: str) -> Mapping[str, Any]:
    return {"delivery_uuid": delivery, "status": status, **fields}


_IMPOSSIBLE: dict[str, tuple[str, Mapping[str, Any]]] = {
    "in_transit without its code": ("update_status", _move("{accepted}", "in_transit")),
    "in_transit with a wrong code": (
        "update_status",
        _move("{accepted}", "in_transit", pickup_otp="x{pickup_code}"),
    ),
    "in_transit with the other code's field": (
        "update_status",
        _move("{accepted}", "in_transit", dropoff_otp="{pickup_code}"),
    ),
    "delivered without its code": ("update_status", _move("{transit}", "delivered")),
    "delivered with a wrong code": (
        "update_status",
        _move("{transit}", "delivered", dropoff_otp="x{dropoff_code}"),
    ),
    "a label for a status": ("update_status", _move("{pending}", "Order Accepted")),
    "a filter's token for a status": ("update_status", _move("{pending}", "declined")),
    "a status of nobody's delivery": ("update_status", _move(NOBODY, "cancelled")),
    "nobody's delivery for a rider": ("assign/{rider}", {"delivery_uuid": [NOBODY]}),
    "no delivery for a rider": ("assign/{rider}", {"delivery_uuid": []}),
}
_UNKNOWN_WISHES = {
    "paginate": "perhaps",
    "per_page": "many",
    "filter": "tomorrow",
    "start_date": "yesterday",
    "end_date": "2026-02-30",
    "delivery_status": "accepted",
    "rider_id": "17",
    "creation_mode": "by hand",
}


def _impossible() -> Iterator[Failure]:
    for name, (path, body) in _IMPOSSIBLE.items():
        yield Failure(name, 422, "POST", f"/deliveries/{path}", body=body)
    query = _PLAIN["List deliveries"].query
    for name, value in _UNKNOWN_WISHES.items():
        wish = {**query, name: value}
        yield Failure(f"a list with {name} {value}", 422, "GET", "/deliveries", wish)


FAILURES = [*_unauthenticated(), *_unknown(), *_incomplete(), *_malformed(), *_impossible()]
