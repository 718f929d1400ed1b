"""A store with one dispatcher, one rider and one customer in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.vault import Vault
from tests.actions.business import Business
from tests.store.work import KEY, sqlite_url
from tests.support.clock import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def database(tmp_path: Path, clock: ManualClock) -> AsyncIterator[Database]:
    database = await Database.open(sqlite_url(tmp_path), Vault(KEY), clock)
    yield database
    await database.close()


@pytest.fixture
async def business(database: Database, clock: ManualClock) -> Business:
    business = Business(database, clock)
    await business.open()
    return business
