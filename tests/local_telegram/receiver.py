"""A bot behind a webhook: keeps what it gets and answers what it was told to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.base.http.server import Server


@dataclass(frozen=True)
class Received:
    """One request, with its headers and its update."""

    headers: dict[str, str]
    update: dict[str, Any]

    @property
    def text(self) -> str:
        return self.update["message"]["text"]


@dataclass
class Receiver:
    """The requests so far, and the answers to the next ones; then 200 without a body."""

    url: str = ""
    requests: list[Received] = field(default_factory=list)
    answers: list[Response] = field(default_factory=list)
    arrived: asyncio.Queue[Received] = field(default_factory=asyncio.Queue)

    async def take(self, request: Request) -> Response:
        received = Received(dict(request.headers), await request.json())
        self.requests.append(received)
        self.arrived.put_nowait(received)
        return self.answers.pop(0) if self.answers else Response()


@asynccontextmanager
async def receiving(
    certfile: Path | None = None, keyfile: Path | None = None
) -> AsyncIterator[Receiver]:
    receiver = Receiver()
    app = Starlette(routes=[Route("/hook", receiver.take, methods=["POST"])])
    async with Server(app, certfile=certfile, keyfile=keyfile) as server:
        receiver.url = f"{server.url}/hook"
        yield receiver
