"""What the tests of the fleet client share."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest

from bot.fleet import FleetClient, Wire
from tests.fleet.stand_in import KEY, StandIn

Connect = Callable[..., FleetClient]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Return what connects a client with a stand-in; reads are tried once unless it is said."""
    async with AsyncExitStack() as stack:

        def connected(service: StandIn, *, timeout: float = 5.0, attempts: int = 1) -> FleetClient:
            client = FleetClient(Wire(service.url, KEY, timeout=timeout), read_attempts=attempts)
            stack.push_async_callback(client.aclose)
            return client

        yield connected
