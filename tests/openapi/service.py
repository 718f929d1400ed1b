"""A fleet service with a day's work in it, over real HTTP, for as long as the block lasts."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path

from anyio.from_thread import start_blocking_portal
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.service.app import make_server
from tests.openapi.stage import Stage
from tests.service.fleet import KEY, running, settings_at
from tests.service.receiver import make_certificates
from tests.support.clock import ManualClock


@dataclass(frozen=True)
class Filled:
    """Where the service is and where things for it are staged, its key, and riders to switch."""

    url: str
    stage: str
    key: str
    courier: str
    riders: Sequence[str]


@contextmanager
def filled(folder: Path) -> Iterator[Filled]:
    """Serve from a thread of its own, so that whoever asks need not be asynchronous."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(_filled(folder)) as service,
    ):
        yield service


def _each_from_elsewhere(app: ASGIApp) -> ASGIApp:
    """Let each request come from an address of its own: many wrong keys of one are slowed down."""
    numbers = count(1)

    async def from_elsewhere(scope: Scope, receive: Receive, send: Send) -> None:
        address = str(IPv4Address("10.0.0.0") + next(numbers))
        await app({**scope, "client": (address, 50_000)}, receive, send)

    return from_elsewhere


def _beside(stage: ASGIApp, service: ASGIApp) -> ASGIApp:
    async def either(scope: Scope, receive: Receive, send: Send) -> None:
        app = stage if scope.get("path", "").startswith("/stage/") else service
        await app(scope, receive, send)

    return either


@asynccontextmanager
async def _filled(folder: Path) -> AsyncIterator[Filled]:
    make_certificates(folder)
    async with running(settings_at(folder, folder), ManualClock()) as fleet:
        names = ("musa", "sani", "dayo")
        courier, *riders = [await fleet.rider(f"{name}@example.com", name) for name in names]
        stage = Starlette(routes=[Route("/stage/{wanted}", Stage(fleet, courier).answer)])
        async with make_server(_beside(stage, _each_from_elsewhere(fleet.service.asgi))) as server:
            fleet.service.public_url = server.url
            base = f"{server.url}/development/api/v1"
            yield Filled(base, f"{server.url}/stage", KEY, courier, riders)
