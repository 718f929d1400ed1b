"""What the fleet service was asked to change, and what it did: the truth of a trial."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

ASSIGNED = "assigned"
_ASSIGN = "/deliveries/assign/"
_UPDATE = "/deliveries/update_status"
_OK = 200


@dataclass(frozen=True, slots=True)
class Request:
    """One change of one delivery that was asked for.

    `change` is `assigned` or the contract's status token; `detail` the rider's uuid, or the code.
    """

    asked_at: datetime
    change: str
    delivery: str
    detail: str
    accepted: bool


class Ledger:
    """Stands in front of the fleet service and writes down every change before it is answered."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.listeners: list[Callable[[Request], None]] = []

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return the app to be served in place of the fleet service's own."""

        async def record(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http" and _is_change(scope):
                await self._record(app, scope, receive, send)
            else:
                await app(scope, receive, send)

        return record

    def of(self, delivery: str, *, accepted: bool = True) -> list[Request]:
        """Return what was asked for one delivery and taken, or refused; oldest first."""
        return [
            request
            for request in self.requests
            if request.delivery == delivery and request.accepted is accepted
        ]

    def prove(self, request: Request) -> None:
        """Take in that something was done although nobody was told so."""
        done = replace(request, accepted=True)
        self.requests[self.requests.index(request)] = done
        self._tell(done)

    async def _record(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        asked_at, body = datetime.now(UTC), bytearray()

        async def read() -> Message:
            message = await receive()
            body.extend(message.get("body", b""))
            return message

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._note(asked_at, scope["path"], body.decode(), message["status"] == _OK)
            await send(message)

        await app(scope, read, answer)

    def _note(self, asked_at: datetime, path: str, body: str, accepted: bool) -> None:
        fields = {name: values[0] for name, values in parse_qs(body).items()}
        request = Request(asked_at, *_change(path, fields), accepted)
        self.requests.append(request)
        self._tell(request)

    def _tell(self, request: Request) -> None:
        for listener in self.listeners:
            listener(request)


def _is_change(scope: Scope) -> bool:
    path = scope["path"]
    return scope["method"] == "POST" and (_ASSIGN in path or path.endswith(_UPDATE))


def _change(path: str, fields: dict[str, str]) -> tuple[str, str, str]:
    if _ASSIGN in path:
        delivery = next(value for name, value in fields.items() if name.startswith("delivery_uuid"))
        return ASSIGNED, delivery, path.rpartition("/")[2]
    code = fields.get("pickup_otp") or fields.get("dropoff_otp") or ""
    return fields["status"], fields["delivery_uuid"], code
