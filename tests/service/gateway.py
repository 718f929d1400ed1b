"""A gateway for texts: a real HTTP server that answers as the test says."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bot.base.http.server import Server


@dataclass
class SmsGateway:
    """Answers with `status` and `answer`, in which {n} counts; keeps what arrives."""

    status: int = 200
    answer: str = "told"
    headers: dict[str, str] = field(default_factory=dict)
    calls: list[tuple[dict[str, str], str]] = field(default_factory=list)
    url: str = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        self.calls.append((dict(request.headers), (await request.body()).decode()))
        said = self.answer.replace("{n}", str(len(self.calls)))
        await Response(said, self.status, headers=self.headers)(scope, receive, send)


@asynccontextmanager
async def gateway_open() -> AsyncIterator[SmsGateway]:
    gateway = SmsGateway()
    async with Server(gateway) as server:
        gateway.url = f"{server.url}/messages"
        yield gateway
