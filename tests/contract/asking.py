"""Sends a row as it stands, with plain HTTP, and holds the answer against the contract."""

from collections.abc import Mapping
from typing import Any

import httpx

from tests.contract.errors import Failure
from tests.contract.kinds import Record, exactly
from tests.contract.rows import Encoding, Row, bracketed, filled
from tests.contract.shapes import SHAPES
from tests.contract.variants import Variant


async def ask(
    http: httpx.AsyncClient, variant: Variant, names: Mapping[str, str]
) -> httpx.Response:
    """Send a variant and return its answer."""
    row = variant.row
    return await http.request(
        row.endpoint.method,
        filled(row.path, names),
        params=filled(row.query, names),
        **_body(variant, names),
    )


async def send(
    http: httpx.AsyncClient, failure: Failure, names: Mapping[str, str]
) -> httpx.Response:
    """Send a request that fails, with its own key."""
    body = filled(failure.body, names)
    request = http.build_request(
        failure.method,
        filled(failure.path, names),
        params=filled(failure.query, names),
        headers={"x-api-key": failure.key or ""},
        **{"content" if isinstance(body, bytes) else "json": body},
    )
    if failure.key is None:
        del request.headers["x-api-key"]
    return await http.send(request)


def _body(variant: Variant, names: Mapping[str, str]) -> dict[str, Any]:
    body = filled(variant.row.body, names)
    if variant.encoding is None:
        return {}
    if variant.encoding is Encoding.JSON:
        return {"json": body}
    fields: dict[str, list[str]] = {}
    for name, value in bracketed(body):
        fields.setdefault(name, []).append(value)
    if variant.encoding is Encoding.FORM:
        return {"data": fields}
    return {"files": [(name, (None, value)) for name, values in fields.items() for value in values]}


def problems(row: Row, answer: httpx.Response) -> list[str]:
    """Return how an answer differs from what the contract says of it."""
    if answer.status_code != httpx.codes.OK:
        return [f"status {answer.status_code}: {answer.text}"]
    said = {"message": exactly(row.endpoint.message)} if row.endpoint.message else {}
    envelope = Record("answer", {"status": exactly("success"), "data": SHAPES[row.shape], **said})
    return list(envelope.problems(answer.json(), "answer"))


def found(data: Any) -> list[str]:
    """Return the uuids of a list's records, wherever its envelope is."""
    envelope = data.get("deliveries") or data.get("riders") or data
    return [record["uuid"] for record in envelope["data"]]
