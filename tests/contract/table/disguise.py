"""Stands between the fleet service and the bot: tells canaries, and writes down what is asked."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.fleet import sign
from tests.contract.kinds import Kind
from tests.contract.table.canaries import FLIPS, Canaries
from tests.contract.table.client_column import endpoint_of, fields_of
from tests.contract.table.fields import Field, answered, told
from tests.fleet.stand_in import Asked

_API = "/api/v1/"


@dataclass
class Disguise:
    """While it is `on`, every answer tells canaries; `flipped` is one field that tells otherwise.

    `late` is what nobody knows before it is taken out; `asked` is what has been asked for since
    somebody emptied it.
    """

    on: bool = False
    flipped: Field | None = None
    late: set[str] = field(default_factory=lambda: {"pickup_photo", "dropoff_photo"})
    canaries: Canaries = field(default_factory=Canaries)
    asked: list[Field] = field(default_factory=list)

    def around(self, app: ASGIApp) -> ASGIApp:
        async def disguised(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http" or _API not in scope["path"]:
                await app(scope, receive, send)
                return
            request = Request(scope, receive)
            body = await request.body()
            asked = Asked(
                scope["method"],
                f"{scope['path']}?{scope['query_string'].decode()}",
                dict(request.headers),
                body,
            )
            self.asked += fields_of(asked, wished=True)
            answer = await _answer(app, scope, body)
            endpoint = endpoint_of(asked.method, asked.path)
            await self._told(answer, f"{endpoint.name}: answer")(scope, receive, send)

        return disguised

    def _told(self, answer: Response, place: str) -> Response:
        if not self.on or answer.status_code != httpx.codes.OK:
            return answer
        document = json.loads(answer.body)
        document["data"] = self.disguised(document["data"], _ANSWERED[place])
        return Response(json.dumps(document), media_type="application/json")

    def disguised(self, value: Any, kinds: "Kinds", path: str = "") -> Any:
        """Return a document in which every field says its canary."""
        if isinstance(value, Mapping):
            return {
                name: self.disguised(inner, kinds, f"{path}.{name}" if path else name)
                for name, inner in value.items()
            }
        if isinstance(value, list) and value:
            return [self.disguised(each, kinds, path) for each in value]
        if path not in kinds:
            return value
        place, kind = kinds[path]
        if place == self.flipped:
            return _flip(place.last, value)
        return value if place.last in self.late else self.canaries.instead(place, kind, value)


Kinds = Mapping[str, tuple[Field, Kind]]


def _by_place(fields: Mapping[Field, Kind]) -> dict[str, dict[str, tuple[Field, Kind]]]:
    found: dict[str, dict[str, tuple[Field, Kind]]] = {}
    for each, kind in fields.items():
        found.setdefault(each.place, {})[each.name] = (each, kind)
    return found


_ANSWERED = _by_place(answered())
_TOLD = _by_place(told())


def _flip(name: str, value: Any) -> Any:
    others = FLIPS[name]
    if value in others:
        return others[value]
    if isinstance(value, int):
        return value + 7
    return "2026-03-01T04:44:00.000000Z" if name.endswith("_at") else "7777"


async def _answer(app: ASGIApp, scope: Scope, body: bytes) -> Response:
    """Let the service answer, and keep the answer."""
    parts: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        parts.append(message)

    await app(scope, receive, send)
    start, *chunks = parts
    content = b"".join(chunk.get("body", b"") for chunk in chunks)
    headers = {
        name.decode(): value.decode()
        for name, value in start["headers"]
        if name.lower() not in {b"content-length", b"content-encoding"}
    }
    return Response(content, start["status"], headers)


class Relay:
    """Passes the service's webhooks on to the bot, with canaries, signed as the service signs."""

    def __init__(self, disguise: Disguise, url: str, key: str, http: httpx.AsyncClient) -> None:
        self._disguise = disguise
        self._url = url
        self._key = key
        self._http = http

    async def answer(self, request: Request) -> Response:
        body = await request.body()
        if self._disguise.on:
            payload = json.loads(body)
            shape = "simple" if "customer_name" in payload["data"] else "envelope"
            told_fields = _TOLD[f"webhook, {shape}"]
            body = json.dumps(self._disguise.disguised(payload, told_fields)).encode()
        headers = {
            name: value for name, value in request.headers.items() if name.startswith("x-service-")
        }
        headers["x-service-signature"] = sign(body, self._key)
        headers["content-type"] = "application/json"
        passed_on = await self._http.post(self._url, content=body, headers=headers)
        return Response(status_code=passed_on.status_code)
