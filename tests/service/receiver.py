"""A receiver of webhooks: a real HTTPS server that answers as the test says."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trustme
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bot.base.http.server import Server


@dataclass
class Call:
    """One webhook that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def payload(self) -> Any:
        return json.loads(self.body)

    @property
    def event(self) -> str:
        return self.payload["event"]


@dataclass
class Receiver:
    """Answers with `status` and keeps what arrives; `meanwhile` happens before each answer."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    url: str = ""
    meanwhile: Callable[[], Awaitable[object]] | None = None

    @property
    def events(self) -> list[str]:
        return [call.event for call in self.calls]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        self.calls.append(Call(request.url.path, dict(request.headers), await request.body()))
        if self.meanwhile:
            await self.meanwhile()
        await Response(status_code=self.status, headers=self.headers)(scope, receive, send)


@asynccontextmanager
async def listening(certificates: Path) -> AsyncIterator[Receiver]:
    """Serve a receiver with the certificate that `make_certificates` has made."""
    receiver = Receiver()
    files = {"certfile": certificates / "server.pem", "keyfile": certificates / "server.key"}
    async with Server(receiver, **files) as server:
        receiver.url = f"{server.url}/fleet"
        yield receiver


def make_certificates(folder: Path) -> None:
    """Write `ca.pem`, `server.pem` and `server.key` for 127.0.0.1."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    server = authority.issue_cert("127.0.0.1")
    server.cert_chain_pems[0].write_to_path(str(folder / "server.pem"))
    server.private_key_pem.write_to_path(str(folder / "server.key"))
