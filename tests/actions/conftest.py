"""A store with one dispatcher, one rider and one customer in it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.actions.context import BotIdentity, Context
from bot.actions.rider_directory import RiderDirectory
from bot.base.database.database import Database
from bot.base.vault import Vault
from bot.fleet import FleetClient, Wire
from bot.metrics import Metrics
from bot.store.job_kind import LABELS
from tests.actions.business import Business
from tests.fleet.stand_in import StandIn
from tests.store.work import KEY, opened, sqlite_url
from tests.support import prepared
from tests.support.clock import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def database(tmp_path: Path, store_file: Path, clock: ManualClock) -> AsyncIterator[Database]:
    database = await opened(sqlite_url(prepared.copied(store_file, tmp_path)), clock)
    yield database
    await database.close()


@pytest.fixture
async def business(database: Database, clock: ManualClock) -> Business:
    business = Business(database, clock)
    await business.open()
    return business


@pytest.fixture
async def desk_at(business: Business) -> AsyncIterator[Callable[[StandIn], Context]]:
    """Return what makes a context whose fleet service is a stand-in; it is asked once each time."""
    async with AsyncExitStack() as stack:

        def desk_at(service: StandIn) -> Context:
            fleet = FleetClient(Wire(service.url, "a-key"), read_attempts=1)
            stack.push_async_callback(fleet.aclose)
            return Context(
                database=business.database,
                fleet=fleet,
                riders=RiderDirectory(fleet, business.clock),
                clock=business.clock,
                vault=Vault(KEY),
                identity=BotIdentity(1, "demo_bot", "production"),
                metrics=Metrics(LABELS),
            )

        yield desk_at
